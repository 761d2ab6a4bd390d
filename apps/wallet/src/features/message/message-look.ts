/** How a message looks by its kind; a kind that this app does not know looks like its topic. */
import type { MessageItem } from '../../lib/queries.ts';
import type { IconName } from '../../ui/icon-names.ts';

type Look = { readonly icon: IconName; readonly tone: 'plain' | 'brand' | 'ok' | 'bad' };

const byTopic: Readonly<Record<MessageItem['topic'], Look>> = {
  money: { icon: 'wallet', tone: 'plain' },
  security: { icon: 'shield-check', tone: 'plain' },
  service: { icon: 'bell', tone: 'plain' },
  announcement: { icon: 'megaphone', tone: 'brand' },
};

const byKind: Readonly<Record<string, Look>> = {
  received: { icon: 'arrow-down-left', tone: 'ok' },
  cameIn: { icon: 'arrow-down-left', tone: 'ok' },
  newDevice: { icon: 'shield-warning', tone: 'bad' },
  payPasswordLocked: { icon: 'shield-warning', tone: 'bad' },
  passwordReset: { icon: 'password', tone: 'plain' },
  passwordChanged: { icon: 'password', tone: 'plain' },
  exportReady: { icon: 'export', tone: 'plain' },
  exportFailed: { icon: 'export', tone: 'bad' },
  friendJoined: { icon: 'user-plus', tone: 'ok' },
  ticketAnswered: { icon: 'lifebuoy', tone: 'brand' },
  riskAsked: { icon: 'question', tone: 'brand' },
  riskDecided: { icon: 'scales', tone: 'plain' },
};

export function lookOf({ kind, topic }: MessageItem): Look {
  return (Object.hasOwn(byKind, kind) ? byKind[kind] : undefined) ?? byTopic[topic];
}
