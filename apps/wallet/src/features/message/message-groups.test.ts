import { expect, it } from 'vitest';

import type { MessageItem } from '../../domain/content/message-queries.ts';
import { groupMessages, messagesPerGroup } from './message-groups.ts';

function at(...time: [number, number, number, number]): MessageItem {
  const moment = new Date(...time).getTime();
  const words = { title: '', body: '', isRead: true, path: null };
  return { id: `${moment}`, topic: 'money', kind: 'received', time: moment, ...words };
}

it('puts each day under one head, however long it is, and loses no message', () => {
  const busy = Array.from({ length: 2 * messagesPerGroup + 1 }, () => at(2026, 10, 21, 9));
  const messages = [...busy, at(2026, 10, 20, 23), at(2025, 10, 20, 23)];
  const groups = groupMessages(messages);
  expect(groups.flatMap((group) => group.messages)).toEqual(messages);
  expect(groups.map(({ startsDay, endsDay }) => [startsDay, endsDay])).toEqual([
    [true, false],
    [false, false],
    [false, true],
    [true, true],
    [true, true],
  ]);
  expect(groupMessages([])).toEqual([]);
});
