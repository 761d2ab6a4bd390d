import { Refusal } from '@marigold/contract/endpoint';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import { findPayee } from '../identity/payee.ts';
import { findAsset } from '../rate/asset.ts';
import { formatCents } from '../rate/worth.ts';
import type { Security } from '../security/service.ts';
import { leftToPayOut } from './limits.ts';
import { createSend } from './send.ts';

type TransferHandlers = Pick<Handlers, 'payee/lookup' | 'transfer/config' | 'transfer/internal'>;

export function createTransfers({ security }: { readonly security: Security }): TransferHandlers {
  return {
    // Answers only a masked nickname: enough to recognise a friend, too little to learn who somebody is.
    async 'payee/lookup'({ to }, { db, session }) {
      const payee = await findPayee(db, to);
      if (payee === undefined) return new Refusal('payee_not_found', {}, 'to');
      if (payee.userId === session.userId) return new Refusal('payee_is_self', {}, 'to');
      return { masked: payee.masked, kind: payee.kind };
    },

    async 'transfer/config'({ currency }, { db, session, now }) {
      const asset = await findAsset(db, currency);
      if (asset === undefined) return new Refusal('asset_unknown', { currency }, 'currency');
      const found = await sql<{
        available: string;
        has_password: boolean;
        email: string | null;
        phone: string | null;
      }>`
        select coalesce(c.balance, 0) as available, w.user_id is not null as has_password, p.email, p.phone
        from app.person p
        left join app.payment_password w on w.user_id = p.id
        left join ledger.account c on c.owner_id = p.id and c.asset_id = ${asset.ledgerId} and c.kind = 'available'
        where p.id = ${session.userId}`.execute(db);
      const row = found.rows[0];
      const methods: ('email' | 'sms')[] = [];
      if (row?.email != null) methods.push('email');
      if (row?.phone != null) methods.push('sms');
      const write = (units: bigint) => formatUnits(units, asset.scale);
      return {
        currency: asset.code,
        scale: asset.scale,
        fee: write(0n),
        min: write(asset.transferMin),
        max: asset.transferMax === null ? null : write(asset.transferMax),
        available: write(BigInt(row?.available ?? '0')),
        leftToday: formatCents(await leftToPayOut(db, session.userId, now)),
        hasPayPassword: row?.has_password ?? false,
        methods,
      };
    },

    'transfer/internal': createSend(security),
  };
}
