/** Who is signed in, as screens read it, and how a session ends. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import { type User, useSession, session } from '../../lib/device/session.ts';
import { call } from '../../lib/http/call.ts';
import { type ReadError, queryKey, read } from '../../lib/query/queries.ts';

/** The signed-in person, kept in the session as well. Nothing is read for a visitor. */
export function useUserInfo(): UseQueryResult<User, ReadError> {
  const { hasLogin } = useSession();
  return useQuery<User, ReadError>({
    queryKey: queryKey('user/info', {}),
    queryFn: async ({ signal }) => {
      const user = await read('user/info', {}, signal);
      session.setUser(user);
      return user;
    },
    enabled: hasLogin,
  });
}

/** Ends the session on the server and here. Without a network it ends here; the server's own ends by its age. */
export async function logOut(): Promise<void> {
  try {
    await call('user/logout', {}, { onFail: () => undefined });
  } catch {
    // Not reachable: the person on this device is logged out all the same.
  }
  session.signOut();
}
