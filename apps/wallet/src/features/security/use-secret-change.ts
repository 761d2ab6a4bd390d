import { freezes, type FreezeReason } from '@marigold/guard/freezes';
import { useState } from 'react';

import { withReason } from '../../domain/account/freezes.ts';
import {
  type Approval,
  type CodeProof,
  useApproval,
  type VerifyRequest,
} from '../../domain/verification/use-verification.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { session, type User } from '../../lib/device/session.ts';
import type { Failure, Result } from '../../lib/http/api.ts';
import { wasApplied } from '../../lib/intents/once.ts';

type SecretPath = 'user/password/set' | 'user/paypwd/reset';

type ChangeOptions<Fields, P extends SecretPath> = {
  readonly user: User;
  readonly kind: VerifyRequest['kind'] & P;
  readonly send: (fields: Fields, verify: CodeProof | undefined) => Promise<Result<P>>;
  /** Says a "no" at the form. */
  readonly onNo: (failure: Failure) => void;
};

export type SecretChange<Fields> = {
  readonly approval: Approval<Fields>;
  /** Set once it is done: sending is paused until then. */
  readonly freezeUntil: number | undefined;
};

/** A secret that changes with a code only, and freezes payouts. */
export function useSecretChange<Fields, P extends SecretPath>({
  user,
  kind,
  send,
  onNo,
}: ChangeOptions<Fields, P>): SecretChange<Fields> {
  const [freezeUntil, setFreezeUntil] = useState<number>();
  const approval = useApproval<Fields, P>({
    request: () => ({ kind }),
    send,
    onResult(result) {
      const until = freezeOf(kind, result);
      if (until === undefined) return result.ok ? undefined : onNo(result);
      const isPasswordCommon = user.isPasswordCommon && kind !== 'user/password/set';
      session.setUser({ ...user, isPasswordCommon, freezes: freezesAfter(user, kind, until) });
      setFreezeUntil(until);
    },
  });
  return { approval, freezeUntil };
}

/** Which freeze each of them brings. */
const reasons = {
  'user/password/set': 'passwordChanged',
  'user/paypwd/reset': 'payPasswordReset',
} as const satisfies Record<SecretPath, FreezeReason>;

/** `until`: the end of payouts, as the server says it. A longer freeze than this one says nothing of when this one began. */
function freezesAfter({ freezes: before }: User, path: SecretPath, until: number): User['freezes'] {
  const reason = reasons[path];
  const begun = Math.min(serverClock.now(), until - freezes[reason].spans.payout);
  return [...withReason(before, reason, begun)];
}

/** Undefined for a "no"; told by the rule where the server's own moment was lost with its answer. */
function freezeOf(path: SecretPath, result: Result<SecretPath>): number | undefined {
  if (result.ok) return result.data.freezeUntil;
  return wasApplied(result) ? serverClock.now() + freezes[reasons[path]].spans.payout : undefined;
}
