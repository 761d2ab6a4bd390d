/** How far an account is protected (spec 2, "Account & Security"): a table of what protects it. Pure. */
import { recoveryCodesFew } from '@marigold/contract/limits';

import type { User } from '../../lib/device/session.ts';

type ProtectedUser = Pick<
  User,
  'isPasswordCommon' | 'email' | 'phone' | 'hasPayPassword' | 'hasGoogle' | 'codesLeft' | 'passkeys'
>;

/** What protects an account, the most urgent first: the first that is missing is the next step. */
const steps = [
  { id: 'password', isDone: ({ isPasswordCommon }: ProtectedUser) => !isPasswordCommon },
  { id: 'contact', isDone: ({ email, phone }: ProtectedUser) => email !== null || phone !== null },
  { id: 'payPassword', isDone: ({ hasPayPassword }: ProtectedUser) => hasPayPassword },
  { id: 'twoStep', isDone: ({ hasGoogle, passkeys }: ProtectedUser) => hasGoogle || passkeys > 0 },
  // What stands in for a lost phone: codes on paper, or a second key.
  {
    id: 'codes',
    isDone: ({ hasGoogle, codesLeft, passkeys }: ProtectedUser) =>
      (hasGoogle && codesLeft > recoveryCodesFew) || passkeys > 1,
  },
] as const;

type ProtectionStep = (typeof steps)[number]['id'];

type Protection = {
  readonly done: number;
  readonly all: number;
  /** What would protect it better; undefined when nothing is missing. */
  readonly next: ProtectionStep | undefined;
};

export function protectionOf(user: ProtectedUser): Protection {
  const missing = steps.filter(({ isDone }) => !isDone(user));
  return { done: steps.length - missing.length, all: steps.length, next: missing[0]?.id };
}
