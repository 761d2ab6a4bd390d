import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useSecondsLeft } from '../../lib/text/countdown.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CodeField } from '../../ui/field/code-field.tsx';
import type { CodeCheck } from './use-code-check.ts';

/** The six cells: sent when they are full, emptied when they were wrong, shut while nobody may guess. */
export function CheckCells({ check }: { readonly check: CodeCheck }) {
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const seconds = useSecondsLeft(serverClock.onDevice(check.lockedUntil));
  const isLocked = seconds > 0;
  const hint = !isOnline ? words.offline : check.isBusy ? words.checking : undefined;
  return (
    <>
      <p className="mb-3 text-center type-sm-b">{words.fromApp}</p>
      <CodeField
        label={words.code}
        hasFocus
        isBusy={check.isBusy || !isOnline || isLocked}
        hint={hint}
        error={check.problem}
        onComplete={(code) => void check.enter(code)}
      />
      {isLocked ? (
        <p role="timer" aria-live="off" className="mt-2 text-center type-sm num">
          {t('google.lockedFor', { time: clockOf(seconds) })}
        </p>
      ) : null}
    </>
  );
}

/** Hours stand only where there are any. */
function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...others] = parts.slice(parts[0] === 0 ? 1 : 0);
  return [String(first), ...others.map((part) => String(part).padStart(2, '0'))].join(':');
}
