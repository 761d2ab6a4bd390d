import type { ReactElement } from 'react';

import { type MessageTopic, useUnread } from '../../domain/content/message-queries.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText, type WalletTextId } from '../../lib/text/i18n.ts';
import { Chip, Chips } from '../../ui/field/chip.tsx';

/** Every topic that a message can have, by its chip; one without a text does not compile. */
const labels: Readonly<Record<MessageTopic, WalletTextId>> = {
  money: 'message.money',
  security: 'message.security',
  service: 'message.service',
  announcement: 'message.news',
};
/** In the order of their chips. */
export const topics = Object.keys(labels) as MessageTopic[];

/** A chip for each topic, with how many of it are unread. */
export function Topics({ topic }: { readonly topic: MessageTopic | undefined }): ReactElement {
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
