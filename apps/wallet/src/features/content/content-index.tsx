import type { ReactElement } from 'react';

import { useNews } from '../../domain/content/message-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { agreementIds, helpIds } from './content-ids.ts';

/** What there is to read: help, agreements, news. */
export function ContentIndex(): ReactElement {
  const t = useText();
  const news = useNews();
  const page = (id: (typeof helpIds | typeof agreementIds)[number]) => ({
    id,
    title: t(`content.page.${id}`),
  });
  return (
    <>
      <Section title={t('content.help')} icon="question" rows={helpIds.map(page)} />
      <Section title={t('content.agreements')} icon="file-text" rows={agreementIds.map(page)} />
      {news.length === 0 ? null : <Section title={t('content.news')} icon="megaphone" rows={news} />}
    </>
  );
}

type SectionProps = {
  readonly title: string;
  readonly icon: 'question' | 'file-text' | 'megaphone';
  readonly rows: readonly { readonly id: string; readonly title: string }[];
};

function Section({ title, icon, rows }: SectionProps): ReactElement {
  return (
    <>
      <SectionHead isQuiet title={title} />
      <List label={title}>
        {rows.map((row) => (
          <ListRow
            key={row.id}
            isShort
            hasCaret
            glyph={<Icon name={icon} />}
            title={row.title}
            link={linkTo(paths.content({ id: row.id }))}
          />
        ))}
      </List>
    </>
  );
}
