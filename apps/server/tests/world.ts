import type { Path } from '@marigold/contract/contract';

import { openSession } from '../src/platform/session.ts';
import type { Person, TestApi } from '../testing/api.ts';
import { goodPassword, goodPayPassword } from '../testing/api.ts';
import type { World } from './base-requests.ts';

/** Two people with money, a transfer between them, and what every base request may need. */
export async function createWorld(api: TestApi): Promise<World> {
  const owner = await api.person('ownerone');
  const other = await api.person('otherone');
  await api.credit(owner, 'USDT', '1000');
  await api.credit(other, 'USDT', '1000');
  const sent = await api.call(
    'transfer/internal',
    { to: other.username, currency: 'USDT', amount: '1', amountConfirm: '1', payPassword: goodPayPassword },
    { token: owner.token },
  );
  if (!sent.ok) throw new Error(`the world has no transfer: ${sent.msg}`);

  let counter = 0;
  // Logging out ends a session, so each call that may do so gets one of its own.
  async function tokenOf(person: Person, path: Path): Promise<string> {
    if (path !== 'user/logout') return person.token;
    const device = { id: 'device-world', name: 'world' };
    const session = { userId: person.id, device, remember: false, now: api.clock.now() };
    return (await openSession(api.databases.main, session)).token;
  }
  return {
    owner: { ...owner, billId: sent.data.billId },
    other,
    // A transfer goes to somebody else, whoever sends it.
    payee: (await api.person('payeeone')).username,
    password: goodPassword,
    payPassword: goodPayPassword,
    fresh: (prefix) => `${prefix}${String((counter += 1)).padStart(6, '0')}`,
    codeFor: async (email) => await api.codeFor(email),
    ownerToken: async (path) => await tokenOf(owner, path),
    otherToken: async (path) => await tokenOf(other, path),
  };
}
