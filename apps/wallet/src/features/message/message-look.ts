/** How a message looks by its kind; an announcement, and a kind that this app does not know, looks like its topic. */
import type { NoticeKind } from '@marigold/contract/notices';

import type { MessageItem } from '../../domain/content/message-queries.ts';
import type { IconName } from '../../ui/base/icon-names.ts';

type Look = { readonly icon: IconName; readonly tone: 'plain' | 'brand' | 'ok' | 'bad' };

const byTopic: Readonly<Record<MessageItem['topic'], Look>> = {
  money: { icon: 'wallet', tone: 'plain' },
  security: { icon: 'shield-check', tone: 'plain' },
  service: { icon: 'bell', tone: 'plain' },
  announcement: { icon: 'megaphone', tone: 'brand' },
};

/** Undefined: like its topic. */
const byKind: Readonly<Record<NoticeKind, Look | undefined>> = {
  received: { icon: 'arrow-down-left', tone: 'ok' },
  cameIn: { icon: 'arrow-down-left', tone: 'ok' },
  payoutCompleted: undefined,
  payoutRefunded: undefined,
  payoutBurnt: undefined,
  depositTaken: undefined,
  payoutWaits: undefined,
  depositTooSmall: undefined,
  depositUnlisted: undefined,
  orderEnded: undefined,
  ordersEnded: undefined,
  newDevice: { icon: 'shield-warning', tone: 'bad' },
  sessionCopied: undefined,
  sessionsEnded: undefined,
  passwordChanged: { icon: 'password', tone: 'plain' },
  passwordReset: { icon: 'password', tone: 'plain' },
  passwordResetStrong: { icon: 'password', tone: 'plain' },
  payPasswordSet: undefined,
  payPasswordChanged: undefined,
  payPasswordReset: undefined,
  payPasswordLocked: { icon: 'shield-warning', tone: 'bad' },
  payeeAdded: { icon: 'address-book', tone: 'plain' },
  lockedByOwner: { icon: 'shield-warning', tone: 'bad' },
  lockLifted: { icon: 'shield-check', tone: 'plain' },
  recoveryCodeUsed: { icon: 'shield-warning', tone: 'bad' },
  lockLiftedAtOnce: { icon: 'shield-check', tone: 'plain' },
  limitsChanged: { icon: 'sliders-horizontal', tone: 'plain' },
  limitsRaised: { icon: 'sliders-horizontal', tone: 'bad' },
  limitsInForce: { icon: 'sliders-horizontal', tone: 'plain' },
  googleBound: { icon: 'shield-check', tone: 'plain' },
  googleUnbound: { icon: 'shield-warning', tone: 'bad' },
  recoveryCodesMade: undefined,
  passkeyAdded: undefined,
  passkeyRemoved: undefined,
  passkeyDoubtful: { icon: 'shield-warning', tone: 'bad' },
  exportReady: { icon: 'export', tone: 'plain' },
  exportFailed: { icon: 'export', tone: 'bad' },
  friendJoined: { icon: 'user-plus', tone: 'ok' },
  ticketAnswered: { icon: 'lifebuoy', tone: 'brand' },
  kycPaid: { icon: 'shield-check', tone: 'plain' },
  kycAgain: { icon: 'shield-warning', tone: 'brand' },
  kycApproved: { icon: 'shield-check', tone: 'ok' },
  kycFinal: { icon: 'shield-warning', tone: 'bad' },
  kycRefunded: undefined,
  kycExpiring: { icon: 'shield-warning', tone: 'brand' },
  kycDisabled: { icon: 'shield-warning', tone: 'bad' },
  kycBindRequested: { icon: 'shield-warning', tone: 'brand' },
  kycBindAnswered: { icon: 'shield-warning', tone: 'brand' },
  cardPaid: { icon: 'credit-card', tone: 'plain' },
  cardRefunded: undefined,
  cardAgain: { icon: 'credit-card', tone: 'brand' },
  cardOpened: { icon: 'credit-card', tone: 'ok' },
  cardShipped: { icon: 'credit-card', tone: 'plain' },
  cardDelivered: { icon: 'credit-card', tone: 'ok' },
  cardLate: { icon: 'credit-card', tone: 'brand' },
  riskAsked: { icon: 'question', tone: 'brand' },
  riskDecided: { icon: 'scales', tone: 'plain' },
};

export function lookOf({ kind, topic }: MessageItem): Look {
  return (isKnown(kind) ? byKind[kind] : undefined) ?? byTopic[topic];
}

function isKnown(kind: string): kind is NoticeKind {
  return Object.hasOwn(byKind, kind);
}
