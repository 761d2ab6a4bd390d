import { type ReactElement, useEffect } from 'react';

import { ContentBlocks } from '../../lib/content-blocks.tsx';
import { dateTimeText } from '../../lib/format.ts';
import { languages, useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { type ContentSearch, paths } from '../../lib/paths.ts';
import { ReadFailure, readMessages, useContent } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { Screen } from '../../screen/screen.tsx';
import { ReadFailed } from '../../screen/when-read.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { ContentIndex } from './content-index.tsx';

/** A page of words by its id: help, an agreement, an announcement. Without an id, what there is to read. */
export function ContentPage({ id = '' }: ContentSearch): ReactElement {
  const t = useText();
  const content = useContent(id);
  return (
    <Screen subject={content.data?.title ?? (id === '' ? t('content.help') : undefined)} back={paths.home()}>
      <div className="wide:max-w-160">
        {id === '' ? <ContentIndex /> : <ContentText id={id} content={content} />}
      </div>
    </Screen>
  );
}

type TextProps = { readonly id: string; readonly content: ReturnType<typeof useContent> };

function ContentText({ id, content }: TextProps): ReactElement {
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
    if (isNews && hasLogin) void readMessages([id]);
  }, [id, isNews, hasLogin]);
}

function ContentSkeleton({ label }: { readonly label: string }): ReactElement {
  return (
    <Card>
      <div className="grid gap-3" role="status">
        <span className="vh">{label}</span>
        {[160, 300, 280, 310, 200].map((width) => (
          <SkeletonBar key={width} width={width} />
        ))}
      </div>
    </Card>
  );
}
