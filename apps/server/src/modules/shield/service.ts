import { id } from '@marigold/contract/fields';
import * as z from 'zod';

import type { Handlers } from '../../platform/http/call.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { createCheckLoginPassword } from '../identity/login.ts';
import { createPasswords } from '../identity/passwords.ts';
import type { CheckVerification } from '../spending/port.ts';
import { createLift } from './lift.ts';
import type { LockDependencies } from './lock.ts';
import { createLock, ordersBackTask } from './lock.ts';
import { createNotMe } from './not-me.ts';

export type ShieldDependencies = LockDependencies & {
  /** Peppers passwords. */
  readonly secretKey: string;
  readonly checkVerification: CheckVerification;
  /** Takes every open order of a person off the books; throws while whoever runs one of them is away. Safe to run twice. */
  readonly takeOrdersBack: (userId: string) => Promise<void>;
};

export type Shield = {
  readonly handlers: Pick<Handlers, 'user/notme' | 'user/freeze/lift'>;
  /** The task `orders-back`. */
  readonly jobs: JobHandlers;
};

const OrdersBack = z.strictObject({ userId: id });

export function createShield(dependencies: ShieldDependencies): Shield {
  const { secretKey, checkVerification, takeOrdersBack } = dependencies;
  const passwords = createPasswords(secretKey);
  const checkLoginPassword = createCheckLoginPassword(passwords);
  return {
    handlers: {
      'user/notme': createNotMe(createLock(dependencies)),
      'user/freeze/lift': createLift({ passwords, checkLoginPassword, checkVerification }),
    },
    jobs: {
      async [ordersBackTask](payload) {
        await takeOrdersBack(OrdersBack.parse(payload).userId);
      },
    },
  };
}
