import { ContentBlocks } from '../../domain/content/content-blocks.tsx';
import { type MessageItem, useContent } from '../../domain/content/message-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { ListGlyph } from '../../ui/list/list.tsx';
import { lookOf } from './message-look.ts';
import { NotMe, pageOfMessage } from './message-row.tsx';

/** The message beside the list on wide screens; news are there in full. */
export function MessagePane({ message }: { readonly message: MessageItem }) {
  const t = useText();
  const { icon, tone } = lookOf(message);
  const address = pageOfMessage(message);
  const isNews = message.topic === 'announcement';
  return (
    <Card>
      <div className="grid gap-3">
        <ListGlyph icon={icon} tone={tone} />
        <h2 className="type-2 wrap-anywhere">{message.title}</h2>
        <p className="type-cap num text-ink-3">{dateTimeText(message.time)}</p>
        {isNews ? (
          <News id={message.id} summary={message.body} />
        ) : (
          <p className="type-body text-ink-2 whitespace-pre-line wrap-anywhere">{message.body}</p>
        )}
        {address === undefined ? null : <Button link={linkTo(address)}>{t('message.open')}</Button>}
        <NotMe message={message} />
      </div>
    </Card>
  );
}

function News({ id, summary }: { readonly id: string; readonly summary: string }) {
  const { data, isError } = useContent(id);
  if (data !== undefined) return <ContentBlocks blocks={data.blocks} />;
  return isError ? <p className="type-body text-ink-2">{summary}</p> : <SkeletonBar width={240} />;
}
