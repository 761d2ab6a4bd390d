import { WindowVirtualizer } from 'virtua';

import { dayText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { listEnd } from '../../lib/list-end.ts';
import { type MessagesSearch, paths } from '../../lib/paths.ts';
import type { useMessages } from '../../lib/queries.ts';
import { useToday } from '../../lib/today.ts';
import { ListEnd } from '../../ui/list-end.tsx';
import { List } from '../../ui/list.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { groupMessages, type MessageGroup } from './message-groups.ts';
import { MessageRow, pageOf } from './message-row.tsx';

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
                : pageOf(message)
            }
            isReplacing={isWide}
          />
        ))}
      </List>
    </>
  );
}
