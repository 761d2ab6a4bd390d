import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { createRelyingParty, type PasskeySites } from '../factor/passkey/relying-party.ts';
import { createCheckGoogleCode } from '../identity/google-code.ts';
import { createCheckLoginPassword } from '../identity/login.ts';
import { createPasswords } from '../identity/passwords.ts';
import { createUseRecoveryCode } from '../identity/second-step/recovery-code.ts';
import type { SmsBudget } from '../identity/sms-budget.ts';
import type { CheckPaymentPassword, CheckVerification } from '../spending/port.ts';
import { createConfirmTrading } from './confirm-trading.ts';
import { createBindGoogle } from './google/bind.ts';
import { createRenewCodes } from './google/codes.ts';
import { type CheckDigits, createCheckDigits } from './google/digits.ts';
import { createOfferGoogle } from './google/offer.ts';
import { createUnbindGoogle } from './google/unbind.ts';
import { createSetPassword } from './login-password.ts';
import { createResetPaymentPassword } from './payment-password-reset.ts';
import {
  createCheckPaymentPassword,
  createSetPaymentPassword,
  storePaymentPassword,
} from './payment-password.ts';
import { createProofs } from './proof.ts';
import type { PaymentSubjects } from './subject.ts';
import { createCheckVerification, createStartVerification } from './verification.ts';

export type SecurityDependencies = PasskeySites & {
  /** Peppers payment passwords and keys the digests of codes. */
  readonly secretKey: string;
  readonly limits: Limits;
  readonly smsBudget: SmsBudget;
  /** How the operations of payments are read that codes are asked for. */
  readonly payments: PaymentSubjects;
};

export type Security = {
  readonly handlers: Pick<
    Handlers,
    | 'user/paypwd/set'
    | 'user/paypwd/reset'
    | 'user/password/set'
    | 'user/google/new'
    | 'user/google/bind'
    | 'user/google/unbind'
    | 'user/google/codes'
    | 'verify/start'
    | 'trade/confirm'
  >;
  readonly checkPaymentPassword: CheckPaymentPassword;
  readonly checkVerification: CheckVerification;
  readonly checkDigits: CheckDigits;
  /** Sets a payment password without asking for anything, for demo people. */
  setPaymentPassword(db: Database, userId: string, digits: string, now: number): Promise<void>;
};

export function createSecurity(dependencies: SecurityDependencies): Security {
  const { secretKey, limits, smsBudget, payments } = dependencies;
  const relyingParty = createRelyingParty(dependencies);
  const passwords = createPasswords(secretKey);
  const checkPaymentPassword = createCheckPaymentPassword(passwords);
  const checkLoginPassword = createCheckLoginPassword(passwords);
  const checkGoogleCode = createCheckGoogleCode(secretKey);
  const checkVerification = createCheckVerification(
    createProofs({ secretKey, checkGoogleCode, relyingParty }),
  );
  return {
    handlers: {
      'user/paypwd/set': createSetPaymentPassword({ passwords, checkLoginPassword, checkPaymentPassword }),
      'user/paypwd/reset': createResetPaymentPassword({ passwords, checkLoginPassword, checkVerification }),
      'user/password/set': createSetPassword({ passwords, checkLoginPassword, checkVerification }),
      'user/google/new': createOfferGoogle(secretKey),
      'user/google/bind': createBindGoogle({ secretKey, checkLoginPassword, checkVerification }),
      'user/google/unbind': createUnbindGoogle({
        checkLoginPassword,
        checkVerification,
        useRecoveryCode: createUseRecoveryCode(secretKey),
      }),
      'user/google/codes': createRenewCodes({ secretKey, checkVerification }),
      'trade/confirm': createConfirmTrading(checkPaymentPassword),
      'verify/start': createStartVerification({ secretKey, limits, smsBudget, payments, relyingParty }),
    },
    checkPaymentPassword,
    checkVerification,
    checkDigits: createCheckDigits(checkGoogleCode),
    async setPaymentPassword(db, userId, digits, now) {
      await storePaymentPassword(db, userId, await passwords.hash(digits), now);
    },
  };
}
