import '../../ui/list/list.css';
import { WindowVirtualizer } from 'virtua';

import type { useMessages } from '../../domain/content/message-queries.ts';
import { listEnd } from '../../lib/query/list-end.ts';
import { type MessagesSearch, paths } from '../../lib/route/paths.ts';
import { dayText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { useToday } from '../../lib/text/today.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { List } from '../../ui/list/list.tsx';
import { groupMessages, type MessageGroup } from './message-groups.ts';
import { MessageRow, pageOfMessage } from './message-row.tsx';

type ListProps = {
  readonly messages: ReturnType<typeof useMessages>;
  readonly search: MessagesSearch;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

/** Pixels drawn before and after what is seen, so that a quick thumb meets rows and no gap. */
const bufferPx = 1600;

/** The endless list by days. Only what is near the reader is in the document. */
export function MessageList({ messages, search, selected, isWide }: ListProps) {
  const t = useText();
  const groups = groupMessages(messages.data?.pages.flatMap(({ list }) => list) ?? []);
  const { topic } = search;
  return (
    <>
      <WindowVirtualizer key={topic ?? ''} bufferSize={bufferPx}>
        {groups.map((group) => (
          <Group key={group.key} group={group} topic={topic} selected={selected} isWide={isWide} />
        ))}
      </WindowVirtualizer>
      <ListEnd {...listEnd(messages, t)} />
    </>
  );
}

type GroupProps = {
  readonly group: MessageGroup;
  readonly topic: string | undefined;
  readonly selected: string | undefined;
  readonly isWide: boolean;
};

/** One day, or a piece of a long one. */
function Group({ group: { messages, startsDay, endsDay }, topic, selected, isWide }: GroupProps) {
  const day = dayText(messages[0]?.time ?? 0, useToday());
  return (
    <>
      {startsDay ? <SectionHead title={day} isQuiet /> : null}
      <List label={day} className={`${startsDay ? '' : 'list-goes-on'} ${endsDay ? '' : 'list-to-go-on'}`}>
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            isSelected={message.id === selected}
            address={
              isWide
                ? paths.messages({ id: message.id, ...(topic === undefined ? {} : { topic }) })
                : pageOfMessage(message)
            }
            isReplacing={isWide}
          />
        ))}
      </List>
    </>
  );
}
