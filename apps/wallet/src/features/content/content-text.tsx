import { type ReactElement, useEffect } from 'react';

import { ContentBlocks } from '../../domain/content/content-blocks.tsx';
import { markMessagesRead, useContent } from '../../domain/content/message-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { languages, useText } from '../../lib/text/i18n.ts';
import { ReadFailed } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

type TextProps = { readonly id: string; readonly content: ReturnType<typeof useContent> };

/** The words of a page, or why there are none. */
export function ContentText({ id, content }: TextProps): ReactElement {
  const t = useText();
  const { data, error, isPending, refetch } = content;
  useReadNews(id, data?.kind === 'announcement');
  if (data !== undefined) {
    const { lang } = languages[data.language];
    return (
      <Card>
        <p className="type-cap num text-ink-3 mb-3">
          {`${t('content.version', { version: data.version })} · ${dateTimeText(data.time)}`}
        </p>
        <div lang={lang}>
          <ContentBlocks blocks={data.blocks} />
        </div>
      </Card>
    );
  }
  if (isPending) return <ContentSkeleton label={t('shell.loading')} />;
  if (error instanceof ReadFailure && error.failure.kind === 'status' && error.failure.status === 404) {
    return (
      <EmptyState
        title={t('content.missing.title')}
        reason={t('content.missing.text')}
        action={
          <Button size="small" link={linkTo(paths.content(), { isReplacing: true })}>
            {t('content.toHelp')}
          </Button>
        }
      />
    );
  }
  return <ReadFailed error={error} reason={t('content.failed')} onRetry={refetch} />;
}

/** Whoever has an announcement before their eyes has read it. */
function useReadNews(id: string, isNews: boolean): void {
  const { hasLogin } = useSession();
  useEffect(() => {
    if (isNews && hasLogin) void markMessagesRead([id]);
  }, [id, isNews, hasLogin]);
}

function ContentSkeleton({ label }: { readonly label: string }): ReactElement {
  return (
    <Card>
      <div className="grid gap-3" role="status">
        <span className="visually-hidden">{label}</span>
        {[160, 300, 280, 310, 200].map((width) => (
          <SkeletonBar key={width} width={width} />
        ))}
      </div>
    </Card>
  );
}
