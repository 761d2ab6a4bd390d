/** How far an account is protected (spec 2, "Account & Security"): a table of what protects it. Pure. */
import { recoveryCodesFew } from '@marigold/contract/limits';

import type { User } from '../../lib/device/session.ts';

type ProtectedUser = Pick<User, 'email' | 'phone' | 'hasPayPassword' | 'hasGoogle' | 'codesLeft'>;

/** What protects an account, the most urgent first: the first that is missing is the next step. */
const steps = [
  { id: 'password', isDone: () => true },
  { id: 'contact', isDone: ({ email, phone }: ProtectedUser) => email !== null || phone !== null },
  { id: 'payPassword', isDone: ({ hasPayPassword }: ProtectedUser) => hasPayPassword },
  { id: 'twoStep', isDone: ({ hasGoogle }: ProtectedUser) => hasGoogle },
  // Without two-step there is nothing for them to stand in for.
  {
    id: 'codes',
    isDone: ({ hasGoogle, codesLeft }: ProtectedUser) => hasGoogle && codesLeft > recoveryCodesFew,
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
