import type { Export, mailExport } from '@marigold/contract/calls/export';
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { assert } from '@marigold/money/assert';

import { enqueue } from '../../platform/database/outbox.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { notFound } from '../../platform/http/transport-error.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { countBills } from '../bill/views.ts';
import type { Mailer } from '../message/port.ts';
import type { Security } from '../security/service.ts';
import { addressList } from '../security/verification.ts';
import { checkFreeze } from '../spending/freeze.ts';
import { verificationRequired } from '../spending/verification.ts';
import type { BuilderDependencies } from './build.ts';
import { createBuilder, rowsMax } from './build.ts';
import { linkMailOf } from './link-mail.ts';
import type { ExportOrder } from './request.ts';
import { hasMailedEnough, isTooLong, readAddresses, readExportOrder } from './request.ts';
import { lockExports } from './store.ts';
import { addExport, findExport, recentExports } from './task.ts';

type ExportHandlers = Pick<
  Handlers,
  'bill/export/preview' | 'bill/export' | 'bill/export/status' | 'bill/export/list' | 'bill/export/email'
>;

export type ExportsDependencies = BuilderDependencies & {
  readonly security: Security;
  readonly mailer: Mailer;
};

export type Exports = {
  readonly handlers: ExportHandlers;
  /** The tasks `export` and `exportMail`. */
  readonly jobs: JobHandlers;
  /** Gives back what is being built, so that the next start begins with it. */
  stop(): Promise<void>;
};

export function createExports(dependencies: ExportsDependencies): Exports {
  const { files, mailer, security } = dependencies;
  const builder = createBuilder(dependencies);
  const ownerOf = ({ session, now }: Call<'user'>) => ({ userId: session.userId, now, files });

  async function begin(order: ExportOrder, emails: readonly string[], call: Call<'user'>): Promise<Export> {
    const { db, session, now } = call;
    const taskId = await addExport(db, { ...order, userId: session.userId, emails, now });
    assert(taskId !== undefined, 'whoever waits for the lock sees the export that runs');
    await enqueue(db, 'export', {});
    const made = await findExport(db, taskId, ownerOf(call));
    assert(made !== undefined, 'what was added is there');
    return made;
  }

  return {
    handlers: {
      async 'bill/export/preview'(input, { db, session, now }) {
        if (isTooLong(input)) return new Refusal('export_range_too_long', {}, 'from');
        const which = { ...input, to: Math.min(input.to, now) };
        return { rows: await countBills(db, session.userId, which, rowsMax), max: rowsMax };
      },

      async 'bill/export'(input, call) {
        await lockExports(call.db, call.session.userId);
        const order = await readExportOrder(input, call);
        return order instanceof Refusal ? order : await begin(order, [], call);
      },

      async 'bill/export/email'(input, call) {
        await lockExports(call.db, call.session.userId);
        const addresses = await readAddresses(input, call);
        if (addresses instanceof Refusal) return addresses;
        // Whoever may read the bills here may have them at their own address, too.
        const frozen = addresses.isOwnOnly
          ? undefined
          : await checkFreeze(call, 'payout', { isLocking: true });
        if (frozen !== undefined) return frozen;
        if (await hasMailedEnough(call)) return new Refusal('export_mail_limit');
        const order = await readExportOrder(input, call);
        if (order instanceof Refusal) return order;
        const no = addresses.isOwnOnly ? undefined : await approval(security, input, call);
        return no ?? (await begin(order, addresses.all, call));
      },

      async 'bill/export/status'({ taskId }, call) {
        const found = await findExport(call.db, taskId, ownerOf(call));
        if (found === undefined) throw notFound();
        return found;
      },

      async 'bill/export/list'(_input, call) {
        return { list: await recentExports(call.db, ownerOf(call)) };
      },
    },
    jobs: {
      export: async () => await builder.work(),
      exportMail: async (payload) => await mailer.send(linkMailOf(payload)),
    },
    stop: async () => await builder.stop(),
  };
}

/** reliability.md 6, row 16: other people's addresses need a code that was made for exactly these. */
async function approval(
  security: Security,
  { emails, verify }: InputOf<typeof mailExport>,
  call: Call<'user'>,
): Promise<Refusal<RefusalOf<typeof mailExport>> | undefined> {
  const kind = 'bill/export/email';
  if (verify === undefined) return await verificationRequired(call, kind);
  const nothingMoves = { asset: null, amount: null, fee: null, chain: null };
  return await security.checkVerification(
    call,
    { ...nothingMoves, kind, payee: addressList(emails) },
    verify,
  );
}
