/** A new recipient is protected for a day (decisions.md): how long still. Pure. */
import { hourMs } from '@marigold/money/spans';

/** `23:59:07` until the lock ends; hours may be more than a day's. */
export function lockCountdown(lockedUntil: number, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((lockedUntil - nowMs) / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor((seconds * 1000) / hourMs);
  return `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
