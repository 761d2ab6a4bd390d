/** What screens read of notices, news and content. */
import { useSession } from '../../lib/device/session.ts';
import { call } from '../../lib/http/call.ts';
import {
  type Input,
  type Output,
  useReadList,
  useRead,
  queryClient,
  queryKey,
} from '../../lib/query/queries.ts';

export type MessageTopic = NonNullable<Input<'message/list'>['topic']>;

export type MessageItem = Output<'message/list'>['list'][number];

/** Notices and news, the newest first; of one topic or all. */
export function useMessages(topic: MessageTopic | undefined) {
  return useReadList('message/list', topic === undefined ? { size: 50 } : { topic, size: 50 });
}

/** How much is unread, by topic. */
export function useUnread(isEnabled = true): Output<'message/summary'>['unread'] | undefined {
  const { hasLogin } = useSession();
  return useRead('message/summary', {}, { isEnabled: isEnabled && hasLogin }).data?.unread;
}

/** All of them together. */
export function totalUnread(unread: ReturnType<typeof useUnread>): number {
  return unread === undefined ? 0 : Object.values(unread).reduce((sum, one) => sum + one, 0);
}

/** Among so many of the newest announcements an unread one is looked for: the very newest may be a read one. */
const newsLooked = 20;

/** The newest announcement that this person has not read; nothing is asked for while there is none. */
export function useUnreadNews(isEnabled: boolean): MessageItem | undefined {
  const { data } = useRead('message/list', { topic: 'announcement', size: newsLooked }, { isEnabled });
  return data?.list.find(({ isRead }) => !isRead);
}

/**
 * Marks messages as read, and shows at once what is left. Without a network they stay unread, which is said where all
 * were meant.
 */
export async function markMessagesRead(which: readonly string[] | 'all'): Promise<boolean> {
  const input = which === 'all' ? { all: true as const } : { ids: [...which] };
  try {
    const result = await call('message/read', input, { disableLoading: true, showErrors: which === 'all' });
    if (!result.ok) return false;
    queryClient.setQueryData(queryKey('message/summary', {}), { unread: result.data.unread });
    await queryClient.invalidateQueries({ queryKey: ['message/list'] });
    return true;
  } catch {
    return false;
  }
}

/** The newest announcements, for anybody. */
export function useNews(): Output<'announcement/list'>['list'] {
  return useRead('announcement/list', {}).data?.list ?? [];
}

/** An agreement, a help page or an announcement; nothing is asked for while the id is ''. */
export function useContent(id: string) {
  return useRead('app/content', { id }, { isEnabled: id !== '' });
}
