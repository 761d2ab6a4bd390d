import { describe, expect, it } from 'vitest';

import { itKeeps } from '../../../../testing/step-promises.ts';
import { paymentSteps, refusalEvent, sheetSteps } from './payment-steps.ts';

describe('a payment', () => {
  itKeeps(paymentSteps, 'none', [
    {
      name: 'is taken up where a visit left it without an answer',
      from: ['none'],
      on: 'found',
      to: 'unknown',
    },
    {
      name: 'of this visit is never replaced by one that was left',
      from: ['sending', 'unknown', 'done'],
      on: 'found',
      to: 'ignored',
    },
    {
      name: 'is stored before it is sent',
      from: ['none', 'unknown', 'done'],
      on: 'paid',
      to: 'sending',
      does: ['keepOrder'],
    },
    {
      name: 'is not sent a second time while it is being sent',
      from: ['sending'],
      on: 'paid',
      to: 'ignored',
    },
    {
      name: 'that was applied is done, and then told',
      on: 'applied',
      to: 'done',
      does: ['forgetProofs', 'forgetOrder', 'reportDone'],
    },
    { name: 'without an answer is unknown, and stays stored', on: 'unanswered', to: 'unknown' },
    {
      name: 'that was refused leaves nothing',
      on: 'refused',
      to: 'none',
      does: ['forgetProofs', 'forgetOrder'],
    },
    {
      name: 'that the person is through with leaves nothing',
      on: 'forgotten',
      to: 'none',
      does: ['forgetProofs', 'forgetOrder'],
    },
    {
      name: 'of whoever leaves waits in the store without its proofs',
      on: 'left',
      to: 'none',
      does: ['forgetProofs'],
    },
  ]);
});

describe('the sheet of a payment', () => {
  itKeeps(sheetSteps, 'closed', [
    { name: 'asks for the payment password of whatever is ordered', on: 'ordered', to: 'password' },
    {
      name: 'stays while its order is being sent',
      from: ['password', 'code'],
      on: 'approved',
      to: 'stays',
    },
    {
      name: 'takes no approval where none is asked for',
      from: ['closed', 'locked', 'expired'],
      on: 'approved',
      to: 'ignored',
    },
    { name: 'closes once the order is sent', on: 'sent', to: 'closed' },
    { name: 'asks again after a wrong password', on: 'passwordWrong', to: 'password' },
    { name: 'takes no password any more once it is locked', on: 'passwordLocked', to: 'locked' },
    { name: 'offers a new quote where the server says the old one is over', on: 'quoteOver', to: 'expired' },
    { name: 'asks for a code where one is needed', on: 'codeNeeded', to: 'code', does: ['offerCode'] },
    { name: 'asks again after a wrong code', on: 'codeWrong', to: 'code' },
    { name: 'drops a code that can no longer be right', on: 'codeVoid', to: 'code', does: ['dropCode'] },
    { name: 'gives any other "no" to the form', on: 'refused', to: 'closed', does: ['sayAtForm'] },
    { name: 'says what came of asking for a code', from: ['code'], on: 'codeRequested', to: 'stays' },
    {
      name: 'says nothing of a code that it does not ask for any more',
      from: ['closed', 'password', 'locked', 'expired'],
      on: 'codeRequested',
      to: 'ignored',
    },
    {
      name: 'ends with the minute of its quote',
      from: ['password', 'locked', 'code'],
      on: 'timeUp',
      to: 'expired',
    },
    { name: 'ends once', from: ['closed', 'expired'], on: 'timeUp', to: 'ignored' },
    { name: 'begins again on a new quote', from: ['expired'], on: 'requoted', to: 'password' },
    {
      name: 'goes on with the code where the new quote says the same',
      from: ['expired'],
      on: 'requotedAlike',
      to: 'code',
    },
    {
      name: 'waits where no new quote could be fetched',
      from: ['expired'],
      on: 'quoteUnanswered',
      to: 'stays',
    },
    {
      name: 'leads back to the form where there is no new quote',
      from: ['expired'],
      on: 'quoteRefused',
      to: 'closed',
      does: ['sayAtForm'],
    },
    ...(['requoted', 'requotedAlike', 'quoteUnanswered', 'quoteRefused'] as const).map((on) => ({
      name: `takes no new quote unless its own is over: ${on}`,
      from: ['closed', 'password', 'locked', 'code'] as const,
      on,
      to: 'ignored' as const,
    })),
    {
      name: 'can be closed on each step',
      from: ['password', 'locked', 'code', 'expired'],
      on: 'closed',
      to: 'closed',
    },
  ]);

  it.each([
    ['payment_password_incorrect', 'passwordWrong'],
    ['payment_password_locked', 'passwordLocked'],
    ['payment_password_disabled', 'passwordLocked'],
    ['quote_expired', 'quoteOver'],
    ['quote_changed', 'quoteOver'],
    ['verification_required', 'codeNeeded'],
    ['verification_incorrect', 'codeWrong'],
    ['verification_void', 'codeVoid'],
    ['verification_expired', 'codeVoid'],
    ['insufficient_balance', 'refused'],
  ])('%s is %s', (refusal, event) => {
    expect(refusalEvent(refusal, false)).toBe(event);
  });

  it('a wrong code with no try left is void', () => {
    expect(refusalEvent('verification_incorrect', true)).toBe('codeVoid');
  });
});
