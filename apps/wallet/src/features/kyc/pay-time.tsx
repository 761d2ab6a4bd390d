import { serverClock } from '../../lib/device/clock.ts';
import { useSecondsLeft } from '../../lib/text/countdown.ts';
import { useText } from '../../lib/text/i18n.ts';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { clockLeft } from './order-look.ts';

/** How long an order can still be paid. Seconds are for eyes: readers hear when it is over. */
export function PayTime({ until }: { readonly until: number }) {
  const t = useText();
  const seconds = useSecondsLeft(serverClock.onDevice(until));
  const time = (
    <span role="timer" aria-live="off" className="num">
      {clockLeft(seconds)}
    </span>
  );
  return <KeyValues isTight rows={[{ key: t('kyc.order.timeLeft'), value: time, isStrong: true }]} />;
}
