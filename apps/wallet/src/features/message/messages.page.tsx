import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';

import { useText, type WalletTextId } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { go } from '../../lib/navigation.ts';
import { type MessagesSearch, paths } from '../../lib/paths.ts';
import { type MessageTopic, readMessages, totalUnread, useMessages, useUnread } from '../../lib/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { useWide } from '../../lib/wide.ts';
import { Screen } from '../../screen/screen.tsx';
import { Waiting, WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, Chips } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MessageList } from './message-list.tsx';
import { MessagePane } from './message-pane.tsx';
import { markRead } from './message-row.tsx';

/** Every topic that a message can have, by its chip; one without a text does not compile. */
const labels: Readonly<Record<MessageTopic, WalletTextId>> = {
  money: 'message.money',
  security: 'message.security',
  service: 'message.service',
  announcement: 'message.news',
};
const topics = Object.keys(labels) as MessageTopic[];

/** What happened to the person's account and money, and news for everybody, newest first. */
export function MessagesPage(search: MessagesSearch): ReactElement {
  const isWide = useWide();
  const topic = topics.find((one) => one === search.topic);
  const messages = useMessages(topic);
  const list = messages.data?.pages.flatMap((page) => page.list);
  const shown = isWide ? (list?.find(({ id }) => id === search.id) ?? list?.[0]) : undefined;
  return (
    <Screen
      back={paths.me()}
      actions={<MarkAll />}
      head={<Topics topic={topic} />}
      detail={shown === undefined ? null : <MessagePane key={shown.id} message={shown} />}
    >
      <Messages messages={messages} search={search} selected={shown?.id} isWide={isWide} />
      <ReadWhenOpen id={search.id} messages={messages} />
    </Screen>
  );
}

/** A message that is opened beside the list by its address counts as read like one that was tapped. */
function ReadWhenOpen({
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

function MarkAll(): ReactElement | null {
  const t = useText();
  const count = totalUnread(useUnread());
  const [isMarking, setMarking] = useState(false);
  if (count === 0) return null;
  async function markAll(): Promise<void> {
    if (isMarking) return;
    setMarking(true);
    const isDone = await readMessages('all');
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

function Topics({ topic }: { readonly topic: MessageTopic | undefined }): ReactElement {
  const t = useText();
  const unread = useUnread();
  return (
    <Chips label={t('message.filter')}>
      <Chip isSelected={topic === undefined} onPress={() => go(paths.messages(), { isReplacing: true })}>
        {t('message.all')}
      </Chip>
      {topics.map((one) => {
        const count = unread?.[one] ?? 0;
        return (
          <Chip
            key={one}
            isSelected={topic === one}
            onPress={() => go(paths.messages({ topic: one }), { isReplacing: true })}
          >
            {t(labels[one])}
            {count > 0 ? <span className="num">{count > 99 ? '99+' : count}</span> : null}
          </Chip>
        );
      })}
    </Chips>
  );
}

type MessagesProps = {
  readonly messages: ReturnType<typeof useMessages>;
  readonly search: MessagesSearch;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

function Messages({ messages, search, selected, isWide }: MessagesProps): ReactElement {
  const t = useText();
  const waiting = (
    <div className="pt-5">
      <Waiting rows={6} />
    </div>
  );
  return (
    <WhenRead read={messages} waiting={waiting} failed={t('message.failed')}>
      {({ pages }) =>
        pages[0]?.list.length === 0 ? (
          <NoMessages isFiltered={search.topic !== undefined} />
        ) : (
          <MessageList messages={messages} search={search} selected={selected} isWide={isWide} />
        )
      }
    </WhenRead>
  );
}

function NoMessages({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  const t = useText();
  return isFiltered ? (
    <EmptyState
      title={t('message.filtered.title')}
      reason={t('message.filtered.text')}
      action={
        <Button size="small" link={linkTo(paths.messages(), { isReplacing: true })}>
          {t('message.all')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t('message.empty.title')}
      reason={t('message.empty.text')}
      action={
        <Button size="small" link={linkTo(paths.home())}>
          {t('shell.goHome')}
        </Button>
      }
    />
  );
}
