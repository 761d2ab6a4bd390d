import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';

import {
  markMessagesRead,
  totalUnread,
  useMessages,
  useUnread,
} from '../../domain/content/message-queries.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useText } from '../../lib/text/i18n.ts';
import { markRead } from './message-row.tsx';

/** A message that is opened beside the list by its address counts as read like one that was tapped. */
export function ReadWhenOpen({
  id,
  messages,
}: {
  readonly id: string | undefined;
  readonly messages: ReturnType<typeof useMessages>;
}): null {
  const open =
    id === undefined
      ? undefined
      : messages.data?.pages.flatMap(({ list }) => list).find((message) => message.id === id);
  const see = useEffectEvent(() => {
    if (open !== undefined) markRead(open);
  });
  const openId = open?.id;
  useEffect(() => see(), [openId]);
  return null;
}

/** Everything counts as read; there while anything does not. */
export function MarkAll(): ReactElement | null {
  const t = useText();
  const count = totalUnread(useUnread());
  const [isMarking, setMarking] = useState(false);
  if (count === 0) return null;
  async function markAll(): Promise<void> {
    if (isMarking) return;
    setMarking(true);
    const isDone = await markMessagesRead('all');
    setMarking(false);
    if (isDone) showToast({ text: t('message.markedAll') });
  }
  return (
    <button
      type="button"
      className="text-action my-0 text-ink-2 px-2"
      aria-busy={isMarking || undefined}
      onClick={() => void markAll()}
    >
      {t('message.markAll')}
    </button>
  );
}
