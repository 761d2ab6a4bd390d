import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import type { Limits } from '../../platform/limits.ts';
import { createCheckLoginPassword } from '../identity/login.ts';
import { createPasswords } from '../identity/passwords.ts';
import { createConfirmTrading } from './confirm-trading.ts';
import { createSetPassword } from './login-password.ts';
import { createResetPaymentPassword } from './payment-password-reset.ts';
import type { CheckPaymentPassword } from './payment-password.ts';
import {
  createCheckPaymentPassword,
  createSetPaymentPassword,
  storePaymentPassword,
} from './payment-password.ts';
import type { Quotes } from './quotes.ts';
import type { NeedsVerification } from './secondary-limits.ts';
import { needsVerification } from './secondary-limits.ts';
import type { CheckVerification } from './verification.ts';
import { createCheckVerification, createStartVerification } from './verification.ts';

export type SecurityDependencies = {
  /** Peppers payment passwords and keys the digests of codes. */
  readonly secretKey: string;
  readonly limits: Limits;
  /** The terms of on-chain transfers that codes are asked for. */
  readonly quotes: Quotes;
};

export type Security = {
  readonly handlers: Pick<
    Handlers,
    'user/paypwd/set' | 'user/paypwd/reset' | 'user/password/set' | 'verify/start' | 'trade/confirm'
  >;
  /** Undefined when right; wrong ones are counted, the fifth locks for 24 hours. */
  readonly checkPaymentPassword: CheckPaymentPassword;
  /** Undefined when the code fits the operation; then it is used up in the call's own transaction. */
  readonly checkVerification: CheckVerification;
  /** Undefined when a payment may go without a code. */
  readonly needsVerification: NeedsVerification;
  /** Sets a payment password without asking for anything, for demo people. */
  setPaymentPassword(db: Database, userId: string, digits: string, now: number): Promise<void>;
};

export function createSecurity({ secretKey, limits, quotes }: SecurityDependencies): Security {
  const passwords = createPasswords(secretKey);
  const checkPaymentPassword = createCheckPaymentPassword(passwords);
  const checkLoginPassword = createCheckLoginPassword(passwords);
  const checkVerification = createCheckVerification(secretKey);
  return {
    handlers: {
      'user/paypwd/set': createSetPaymentPassword({ passwords, checkLoginPassword, checkPaymentPassword }),
      'user/paypwd/reset': createResetPaymentPassword({ passwords, checkLoginPassword, checkVerification }),
      'user/password/set': createSetPassword({ passwords, checkLoginPassword, checkVerification }),
      'trade/confirm': createConfirmTrading(checkPaymentPassword),
      'verify/start': createStartVerification({ secretKey, limits, quotes }),
    },
    checkPaymentPassword,
    checkVerification,
    needsVerification,
    async setPaymentPassword(db, userId, digits, now) {
      await storePaymentPassword(db, userId, await passwords.hash(digits), now);
    },
  };
}
