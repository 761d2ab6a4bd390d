/** What the three attacks on accounts have in common: how they are asked for, and what they answer. */
import type { ChaosFindings } from '../findings.ts';

export interface AttackOptions {
  /** Whose program is attacked: this one, or a copy with a fault planted. */
  readonly repository: string;
  readonly seed: number;
  /** How much of it: families of sessions, or tries at each secret; undefined: as much as the attack needs to say something. */
  readonly size?: number | undefined;
  /** Of a planted fault the first finding says enough. */
  readonly endsAtFirst?: boolean;
  readonly say: (sentence: string) => void;
}

export interface AttackResult {
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: ChaosFindings;
}

export type AccountAttack = (options: AttackOptions) => Promise<AttackResult>;

/** Does `work` for every item, at most `lanes` of them at once. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    // Ends: every turn takes one of the items.
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) await work(item, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}

/** An address of its own for everybody who is counted: `10.0.0.0/8`, the one after the other. */
export function addressAt(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}

export function secondsSince(startedAt: number): number {
  return Number(((performance.now() - startedAt) / 1000).toFixed(1));
}
