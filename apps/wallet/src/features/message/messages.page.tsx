import type { ReactElement } from 'react';

import { useMessages } from '../../domain/content/message-queries.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { type MessagesSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Screen } from '../../screen/screen.tsx';
import { WaitingRows, WhenRead } from '../../screen/when-read.tsx';
import { MarkAll, ReadWhenOpen } from './mark-read.tsx';
import { MessageList } from './message-list.tsx';
import { MessagePane } from './message-pane.tsx';
import { Topics, topics } from './message-topics.tsx';
import { NoMessages } from './no-messages.tsx';

/** What happened to the person's account and money, and news for everybody, newest first. */
export function MessagesPage(search: MessagesSearch): ReactElement {
  const isWide = useWideLayout();
  const topic = topics.find((one) => one === search.topic);
  const messages = useMessages(topic);
  const list = messages.data?.pages.flatMap((page) => page.list);
  const selected = isWide ? (list?.find(({ id }) => id === search.id) ?? list?.[0]) : undefined;
  return (
    <Screen
      back={paths.me()}
      actions={<MarkAll />}
      head={<Topics topic={topic} />}
      detail={selected === undefined ? null : <MessagePane key={selected.id} message={selected} />}
    >
      <FreezeNote className="pt-4" />
      <Messages messages={messages} search={search} selected={selected?.id} isWide={isWide} />
      <ReadWhenOpen id={search.id} messages={messages} />
    </Screen>
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
      <WaitingRows rows={6} />
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
