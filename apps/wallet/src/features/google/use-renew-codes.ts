import { session } from '../../lib/device/session.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { type CodeCheck, useCodeCheck } from './use-code-check.ts';

/** New recovery codes by the authenticator; undefined where their answer was lost, and with it the codes. */
export function useRenewCodes(onDone: (codes: readonly string[] | undefined) => void): CodeCheck {
  const intent = useIntent('user/google/codes');
  return useCodeCheck<'user/google/codes'>({
    kind: 'user/google/codes',
    send: async (verify) =>
      await intent.send({ verify }, { showErrors: true, disableLoading: true, onFail: () => undefined }),
    onDone(result) {
      const codes = result.ok ? result.data.codes : undefined;
      const { user } = session.state.get();
      if (user !== undefined && codes !== undefined) session.setUser({ ...user, codesLeft: codes.length });
      onDone(codes);
    },
  });
}
