import type { FreezeArea, FreezeReason } from '@marigold/contract/user';
import { dayMs } from '@marigold/money/spans';
import { useState } from 'react';

import type { Failure, Result } from '../../lib/api.ts';
import { serverClock } from '../../lib/clock.ts';
import { session, type User } from '../../lib/session.ts';
import { type Approval, type Proof, useApproval, type VerifyRequest } from '../../lib/use-verification.ts';

type SecretPath = 'user/password/set' | 'user/paypwd/reset';

type ChangeOptions<Fields, P extends SecretPath> = {
  readonly user: User;
  readonly kind: VerifyRequest['kind'] & P;
  readonly send: (fields: Fields, verify: Proof | undefined) => Promise<Result<P>>;
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
      const until = freezeOf(result);
      if (until === undefined) return result.ok ? undefined : onNo(result);
      session.setUser({ ...user, freezes: freezesAfter(user, kind, until) });
      setFreezeUntil(until);
    },
  });
  return { approval, freezeUntil };
}

/** As the server has it: a reset freezes trading as well, a change by somebody who knew the old one does not. */
const frozenBy = {
  'user/password/set': { reason: 'passwordChanged', areas: ['payout'] },
  'user/paypwd/reset': { reason: 'payPasswordReset', areas: ['payout', 'trade'] },
} as const satisfies Record<
  SecretPath,
  { readonly reason: FreezeReason; readonly areas: readonly FreezeArea[] }
>;

function freezesAfter({ freezes }: User, path: SecretPath, until: number): User['freezes'] {
  const { reason, areas } = frozenBy[path];
  const isNew = (area: FreezeArea) => areas.some((one) => one === area);
  return [...freezes.filter(({ area }) => !isNew(area)), ...areas.map((area) => ({ area, reason, until }))];
}

/** domain.md B.2: a day. Said where the server's own moment was lost with its answer. */
const freezeMs = dayMs;

/** Undefined for a "no". */
function freezeOf(result: Result<SecretPath>): number | undefined {
  if (result.ok) return result.data.freezeUntil;
  const wasApplied = result.kind === 'refusal' && result.refusal === 'already_applied';
  return wasApplied ? serverClock.now() + freezeMs : undefined;
}
