import type { bindKyc, unbindKyc } from '@marigold/contract/calls/kyc/bind';
/**
 * Binding by number. One's own is bound at once. Of any other the call only writes down who wants it: whether it exists is
 * looked for later, by the clock and apart from the call, so neither its answer nor its time can tell.
 */
import { kycBindingForMs } from '@marigold/contract/durations';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { isAuthNo } from '@marigold/partners/auth-no';

import { announce } from '../../../platform/database/outbox.ts';
import type { Call, Handlers } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { guess } from '../../identity/attempts.ts';
import { kycNumberRule } from '../../identity/rules.ts';
import { checkFreeze } from '../../spending/freeze.ts';
import type { CheckPaymentPassword } from '../../spending/port.ts';
import { changeRecord } from '../record/change.ts';
import { type KycRecordRow, lockRecord, lockRecordOf } from '../record/store.ts';
import { answerBinding } from './answer.ts';
import { bindRecord, whyNotBindable } from './bindable.ts';
import { listBindings } from './read.ts';
import { findOwnRecordId, findWaiting, insertBinding } from './store.ts';
import { createTextSeal, type TextSeal } from './texts.ts';

export type BindDependencies = {
  readonly secretKey: string;
  readonly checkPaymentPassword: CheckPaymentPassword;
};

type BindHandlers = Pick<Handlers, 'kyc/bind' | 'kyc/unbind' | 'kyc/bind/answer' | 'kyc/bind/list'>;

export function createBindHandlers({ secretKey, checkPaymentPassword }: BindDependencies): BindHandlers {
  const seal = createTextSeal(secretKey);
  return {
    'kyc/bind': async (input, call) => await bind({ seal, checkPaymentPassword }, input, call),
    'kyc/unbind': async (input, call) => await unbind(checkPaymentPassword, input, call),
    'kyc/bind/answer': async (input, call) => await answerBinding(checkPaymentPassword, input, call),
    'kyc/bind/list': async (_input, call) => await listBindings(seal, call),
  };
}

type Input = InputOf<typeof bindKyc>;
type Answer = OutputOf<typeof bindKyc> | Refusal<RefusalOf<typeof bindKyc>>;
type Tools = { readonly seal: TextSeal; readonly checkPaymentPassword: CheckPaymentPassword };

async function bind(
  { seal, checkPaymentPassword }: Tools,
  input: Input,
  call: Call<'user'>,
): Promise<Answer> {
  const { db, session } = call;
  const ownId = await findOwnRecordId(db, { authNo: input.authNo, userId: session.userId });
  // Before the freeze, as whoever ends a record locks them.
  const own = ownId === undefined ? undefined : await lockRecord(db, ownId);
  const no =
    (await checkFreeze(call, 'card')) ??
    (own === undefined ? undefined : whyNotBindable(own)) ??
    (await checkPaymentPassword(call, input.payPassword)) ??
    (await checkFreeze(call, 'card', { isLocking: true }));
  if (no !== undefined) return no;
  return own === undefined ? await askOwner(seal, input, call) : await bindOwn(seal, { input, own }, call);
}

async function bindOwn(
  seal: TextSeal,
  { input, own }: { readonly input: Input; readonly own: KycRecordRow },
  { db, session, now }: Call<'user'>,
): Promise<Answer> {
  const { authNo, use } = input;
  const id = newRowId();
  await bindRecord(db, own, { use, now });
  const row = { id, userId: session.userId, authNo, use, recordId: own.id, expiresAt: now + kycBindingForMs };
  await insertBinding(db, { ...row, texts: seal.seal(textsOf(input), id), now });
  return { status: 'normal', use, needsOwner: false, bindingId: null, expires: null };
}

/** Reads and writes the same for a number that somebody has and for one that nobody has. */
async function askOwner(seal: TextSeal, input: Input, call: Call<'user'>): Promise<Answer> {
  const { db, session, now } = call;
  const { userId } = session;
  const { authNo, use } = input;
  // Each is a try: none of them is ever right, so the count is cleared by time alone.
  const tried = await guess(call, kycNumberRule, userId, async () => await Promise.resolve(false));
  if (tried.kind === 'locked' && !tried.isNew) return new Refusal('try_later', { until: tried.until });
  const left = tried.kind === 'wrong' ? tried.left : 0;
  // The last character checks the others: whoever has the number can work that out.
  if (!isAuthNo(authNo)) return new Refusal('record_unknown', { left }, 'authNo');
  // Spec 2.4: one person verifies one account.
  if (use === 'system') return new Refusal('not_agent', {}, 'use');
  const waiting = await findWaiting(db, { authNo, userId, now });
  if (waiting !== undefined) return waits(waiting);
  const row = { id: newRowId(), userId, authNo, use, recordId: null, expiresAt: now + kycBindingForMs };
  await insertBinding(db, { ...row, texts: seal.seal(textsOf(input), row.id), now });
  await announce(db, { userId, event: 'kyc', data: {} });
  return waits(row);
}

function waits({ id, expiresAt }: { readonly id: string; readonly expiresAt: number }): Answer {
  return { status: 'notBound', use: 'notUsed', needsOwner: true, bindingId: id, expires: expiresAt };
}

function textsOf({ purpose, contact, description = '' }: Input) {
  return { purpose, contact, description: description.trim() === '' ? null : description };
}

async function unbind(
  checkPaymentPassword: CheckPaymentPassword,
  { authNo, payPassword }: InputOf<typeof unbindKyc>,
  call: Call<'user'>,
): Promise<OutputOf<typeof unbindKyc> | Refusal<RefusalOf<typeof unbindKyc>>> {
  const { db, session, now } = call;
  const record = await lockRecordOf(db, { authNo, userId: session.userId });
  if (record === undefined) throw notFound();
  if (record.status !== 'normal') return new Refusal('record_unbound');
  const no = await checkPaymentPassword(call, payPassword);
  if (no !== undefined) return no;
  const unbound = { status: 'notBound', use: 'unusable' } as const;
  await changeRecord(db, record, { ...unbound, now });
  return unbound;
}
