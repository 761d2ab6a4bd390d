/** Before its first order a session shows that it knows the payment password: a stolen bearer alone moves nothing. */
import type { Handlers } from '../../platform/http/call.ts';
import { allowTrading } from '../../platform/http/session.ts';
import { checkFreeze } from '../spending/freeze.ts';
import type { CheckPaymentPassword } from '../spending/port.ts';

export function createConfirmTrading(checkPaymentPassword: CheckPaymentPassword): Handlers['trade/confirm'] {
  return async ({ payPassword }, call) => {
    const no = await checkFreeze(call, 'trade');
    if (no !== undefined) return no;
    return await call.db.transaction().execute(async (db) => {
      const held = { ...call, db };
      const refused =
        (await checkPaymentPassword(held, payPassword)) ??
        (await checkFreeze(held, 'trade', { isLocking: true }));
      if (refused !== undefined) return refused;
      await allowTrading(db, call.session.id, call.now);
      return {};
    });
  };
}
