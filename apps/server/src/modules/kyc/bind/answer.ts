/** What the owner of an identity answers to somebody who wants to use it; persons of the house may in their place. */
import type { answerKycBinding } from '@marigold/contract/calls/kyc/bind';
import type { InputOf, OutputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import type { Call } from '../../../platform/http/call.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { notify } from '../../message/notify.ts';
import { maskedName } from '../../person/views.ts';
import { checkFreeze } from '../../spending/freeze.ts';
import type { CheckPaymentPassword } from '../../spending/port.ts';
import { type KycRecordRow, lockRecord } from '../record/store.ts';
import { bindRecord, whyNotBindable } from './bindable.ts';
import { type BindingRow, findBinding, lockBinding, updateBinding } from './store.ts';

type Answer = OutputOf<typeof answerKycBinding> | Refusal<RefusalOf<typeof answerKycBinding>>;

export async function answerBinding(
  checkPaymentPassword: CheckPaymentPassword,
  { bindingId, accept, payPassword }: InputOf<typeof answerKycBinding>,
  call: Call<'user'>,
): Promise<Answer> {
  const { db, session, now } = call;
  const { userId } = session;
  const recordId = (await findBinding(db, bindingId))?.recordId ?? null;
  const record = recordId === null ? undefined : await lockRecord(db, recordId);
  if (record?.userId !== userId) throw notFound();
  const binding = await lockBinding(db, bindingId);
  // What is bound at once is no question to its owner.
  if (binding === undefined || binding.userId === userId) throw notFound();
  const no =
    isOver(binding, now) ??
    (await checkFreeze(call, 'card')) ??
    (await checkPaymentPassword(call, payPassword)) ??
    (await checkFreeze(call, 'card', { isLocking: true }));
  if (no !== undefined) return no;
  return (await decideBinding(db, { record, binding }, { accept, now })) ?? { status: answerStatus(accept) };
}

/** The clock counts, whether or not a job has written down what it says. */
export function isOver(
  { state, expiresAt }: Pick<BindingRow, 'state' | 'expiresAt'>,
  now: number,
): Refusal<'binding_over'> | undefined {
  return state === 'open' && expiresAt > now ? undefined : new Refusal('binding_over');
}

function answerStatus(accept: boolean) {
  return accept ? 'accepted' : 'refused';
}

type Both = { readonly record: KycRecordRow; readonly binding: BindingRow };

/** Of an open one, with its record, both locked by the caller. Whoever asked hears of a "yes" alone. */
export async function decideBinding(
  db: Database,
  { record, binding }: Both,
  { accept, now }: { readonly accept: boolean; readonly now: number },
): Promise<Refusal<'binding_over' | 'record_used' | 'record_disabled'> | undefined> {
  if (accept) {
    const no = whyNotBindable(record);
    // An approved identity never goes back to its check.
    if (no !== undefined) return no.code === 'record_unready' ? new Refusal('binding_over') : asNo(no.code);
    await bindRecord(db, record, { use: binding.use, now });
  }
  await updateBinding(db, binding, { to: answerStatus(accept), now });
  if (accept) await announce(db, { userId: binding.userId, event: 'kyc', data: {} });
  await announce(db, { userId: record.userId, event: 'kyc', data: { authNo: record.authNo } });
  return undefined;
}

function asNo(code: 'record_used' | 'record_disabled') {
  return new Refusal(code);
}

/** By persons of the house, in the place of the owner, who hears what was answered without their payment password. */
export async function decideForOwner(
  db: Database,
  { record, binding }: Both,
  { accept, now }: { readonly accept: boolean; readonly now: number },
): ReturnType<typeof decideBinding> {
  const no = await decideBinding(db, { record, binding }, { accept, now });
  if (no !== undefined) return no;
  const { userId, authNo } = record;
  const from = await maskedName(db, binding.userId);
  const facts = { from, authNo, answer: answerStatus(accept) } as const;
  await notify(db, { userId, kind: 'kycBindAnswered', facts, now });
  return undefined;
}
