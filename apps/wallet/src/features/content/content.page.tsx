import type { ReactElement } from 'react';

import { useContent } from '../../domain/content/message-queries.ts';
import { type ContentSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { ContentIndex } from './content-index.tsx';
import { ContentText } from './content-text.tsx';

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
