/** Why a code of an authenticator was wrong, where the server knows it: the clock of the phone. */
import type { Failure } from '../../lib/http/api.ts';
import type { useText } from '../../lib/text/i18n.ts';

const minuteSeconds = 60;

/**
 * The words of a "no", with what to do about the clock where that is the reason. `drift` of the refusal is in seconds, ahead
 * where positive.
 */
export function withDrift(
  t: ReturnType<typeof useText>,
  failure: Exclude<Failure, { kind: 'network' }>,
): string {
  const drift = failure.kind === 'refusal' ? failure.facts['drift'] : undefined;
  if (typeof drift !== 'number' || drift === 0) return failure.msg;
  const minutes = Math.max(1, Math.round(Math.abs(drift) / minuteSeconds));
  return `${failure.msg} ${t('verify.drift', { minutes, direction: drift > 0 ? 'ahead' : 'behind' })}`;
}
