import { useCodeWords } from '../../../domain/verification/use-verification.ts';
import { serverClock } from '../../../lib/device/clock.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useSecondsLeft } from '../../../lib/text/countdown.ts';
import { countText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { CodeField } from '../../../ui/field/code-field.tsx';
import type { RefusedCode } from './code-no.ts';

type CellsProps = {
  readonly no: RefusedCode | undefined;
  readonly isBusy: boolean;
  readonly onComplete: (digits: string) => void;
};

/** Six digits of the authenticator: sent when they are full, emptied when they were wrong, shut while nobody may guess. */
export function AuthenticatorCells(props: CellsProps) {
  const words = useCodeWords();
  return (
    <>
      <p className="mb-3 text-center type-sm-b">{words.fromApp}</p>
      <Cells {...props} label={words.code} />
    </>
  );
}

/** The last four digits of a card, in cells that behave alike. */
export function DigitsCells(props: CellsProps) {
  const t = useText();
  return <Cells {...props} label={t('cards.activate.digitsTitle')} length={4} isOneTime={false} />;
}

type OwnCellsProps = CellsProps & {
  readonly label: string;
  readonly length?: number;
  readonly isOneTime?: boolean;
};

function Cells({ no, isBusy, onComplete, ...field }: OwnCellsProps) {
  const t = useText();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const seconds = useSecondsLeft(serverClock.onDevice(no?.lockedUntil ?? 0));
  const isLocked = seconds > 0;
  return (
    <>
      <CodeField
        {...field}
        hasFocus
        isBusy={isBusy || !isOnline || isLocked}
        hint={!isOnline ? words.offline : isBusy ? words.checking : undefined}
        error={no?.text}
        onComplete={onComplete}
      />
      {isLocked ? (
        <p role="timer" aria-live="off" className="mt-2 text-center type-sm num">
          {t('cards.lockedFor', { time: leftOf(seconds) })}
        </p>
      ) : null}
    </>
  );
}

/** `1:05:09`; hours stand only where there are any. */
function leftOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...others] = parts.slice(parts[0] === 0 ? 1 : 0);
  const inTwo = (part: number) => countText(part, { minimumIntegerDigits: 2 });
  return [countText(first), ...others.map(inTwo)].join(':');
}
