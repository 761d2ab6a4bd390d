import { describe } from 'vitest';

import { itKeeps } from '../../../testing/step-promises.ts';
import { approvalSteps } from './approval-steps.ts';

describe('the round of an order that may need a code', () => {
  itKeeps(approvalSteps, 'form', [
    {
      name: 'is over with any answer that is not about the code',
      on: 'settled',
      to: 'form',
      does: ['handOver'],
    },
    { name: 'asks for a code where one is needed', on: 'codeNeeded', to: 'code', does: ['offerCode'] },
    {
      name: 'hands a lost answer to the form while no code stands there',
      from: ['form'],
      on: 'unanswered',
      to: 'stays',
      does: ['handOver'],
    },
    {
      name: 'keeps the code when an answer is lost, so that the same may be sent again',
      from: ['code', 'sending'],
      on: 'unanswered',
      to: 'code',
    },
    { name: 'keeps the code when the server is not reached', from: ['sending'], on: 'unreached', to: 'code' },
    { name: 'reaches nobody unless it sends', from: ['form', 'code'], on: 'unreached', to: 'ignored' },
    { name: 'asks again after a wrong code', from: ['code', 'sending'], on: 'codeWrong', to: 'code' },
    { name: 'asks for no code by saying that one was wrong', from: ['form'], on: 'codeWrong', to: 'ignored' },
    {
      name: 'drops a code that can no longer be right',
      from: ['code', 'sending'],
      on: 'codeVoid',
      to: 'code',
      does: ['dropCode'],
    },
    {
      name: 'drops it as well where none is asked for',
      from: ['form'],
      on: 'codeVoid',
      to: 'stays',
      does: ['dropCode'],
    },
    {
      name: 'says what came of asking for a code',
      from: ['code', 'sending'],
      on: 'codeRequested',
      to: 'stays',
    },
    { name: 'says nothing of a code once it is closed', from: ['form'], on: 'codeRequested', to: 'ignored' },
    { name: 'sends with the code', from: ['code'], on: 'codeEntered', to: 'sending' },
    {
      name: 'takes no second code while it sends',
      from: ['form', 'sending'],
      on: 'codeEntered',
      to: 'ignored',
    },
    { name: 'takes a code again when sending broke off', from: ['sending'], on: 'ended', to: 'code' },
    { name: 'has ended where an answer came', from: ['form', 'code'], on: 'ended', to: 'ignored' },
    { name: 'can be given up', from: ['code'], on: 'closed', to: 'form' },
    { name: 'is not given up while it sends', from: ['form', 'sending'], on: 'closed', to: 'ignored' },
  ]);
});
