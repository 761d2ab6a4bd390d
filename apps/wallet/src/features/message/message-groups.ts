import type { MessageItem } from '../../domain/content/message-queries.ts';

export type MessageGroup = {
  readonly key: string;
  readonly messages: readonly MessageItem[];
  /** The first piece of its day has the day's head. */
  readonly startsDay: boolean;
  readonly endsDay: boolean;
};

export const messagesPerGroup = 20;

/** Messages newest first, in the reader's own days. */
export function groupMessages(messages: readonly MessageItem[]): MessageGroup[] {
  const pieces: MessageItem[][] = [];
  for (const message of messages) {
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    const fits = piece !== undefined && last !== undefined && piece.length < messagesPerGroup;
    if (fits && dayOf(last) === dayOf(message)) piece.push(message);
    else pieces.push([message]);
  }
  return pieces.map((piece, index) => {
    const day = dayOf(piece[0]);
    return {
      key: piece[0]?.id ?? '',
      messages: piece,
      startsDay: index === 0 || dayOf(pieces[index - 1]?.[0]) !== day,
      endsDay: dayOf(pieces[index + 1]?.[0]) !== day,
    };
  });
}

function dayOf(message: MessageItem | undefined): number {
  return message === undefined ? -1 : new Date(message.time).setHours(0, 0, 0, 0);
}
