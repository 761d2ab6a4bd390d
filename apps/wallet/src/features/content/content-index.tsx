import type { ReactElement } from 'react';

import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useNews } from '../../lib/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
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
