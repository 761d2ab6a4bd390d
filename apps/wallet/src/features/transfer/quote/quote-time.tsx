import { useSecondsLeft } from '../../../lib/text/countdown.ts';
import { countdownText } from './quote.ts';

/** How long the quote is still good for. Seconds are for eyes: readers hear when it is over. */
export function QuoteTime({ deadline }: { readonly deadline: number }) {
  const seconds = useSecondsLeft(deadline);
  return (
    <span role="timer" aria-live="off" className="num">
      {countdownText(seconds)}
    </span>
  );
}
