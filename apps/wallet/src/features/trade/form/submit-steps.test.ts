import { describe } from 'vitest';

import { itKeeps } from '../../../../testing/step-promises.ts';
import { submitSteps } from './submit-steps.ts';

describe('an order that is asked for', () => {
  itKeeps(submitSteps, 'form', [
    {
      name: 'leaves an empty form once it is placed',
      on: 'placed',
      to: 'form',
      does: ['sayPlaced', 'readAgain'],
    },
    { name: 'waits for the payment password where one is asked for', on: 'passwordNeeded', to: 'confirming' },
    { name: 'is refused with a reason', on: 'refused', to: 'refused' },
    { name: 'without an answer may be sent again', on: 'unanswered', to: 'unanswered' },
    {
      name: 'takes back what was said when it is sent again',
      from: ['refused', 'confirming'],
      on: 'sent',
      to: 'form',
    },
    { name: 'says nothing while it is sent for the first time', from: ['form'], on: 'sent', to: 'ignored' },
    {
      name: 'is without an answer until one comes, whatever is sent or typed',
      from: ['unanswered'],
      on: 'sent',
      to: 'stays',
    },
    {
      name: 'is not forgotten by typing while it has no answer',
      from: ['unanswered'],
      on: 'edited',
      to: 'stays',
    },
    {
      name: 'is forgotten with its reason once the form is changed',
      from: ['refused'],
      on: 'edited',
      to: 'form',
    },
    {
      name: 'waits for the password whatever the form says',
      from: ['form', 'confirming'],
      on: 'edited',
      to: 'ignored',
    },
    { name: 'is given up without the payment password', from: ['confirming'], on: 'stopped', to: 'form' },
    {
      name: 'is given up nowhere else',
      from: ['form', 'refused', 'unanswered'],
      on: 'stopped',
      to: 'ignored',
    },
  ]);
});
