/** The places where the person is logged in, as screens read and end them. */
import { call } from '../../lib/http/call.ts';
import { queryClient, useRead } from '../../lib/query/queries.ts';

export function useSessions() {
  return useRead('user/session/list', {});
}

/** Logs one place out, or every other one. How many that were; undefined where nothing came of it, which a toast has said. */
export async function endSessions(
  which: { readonly id: string } | { readonly others: true },
): Promise<number | undefined> {
  const result = await call('user/session/revoke', which, { showErrors: true, disableLoading: true });
  if (!result.ok) return undefined;
  for (const read of ['user/session/list', 'user/security/log'])
    void queryClient.invalidateQueries({ queryKey: [read] });
  return result.data.ended;
}
