import type { ReactElement } from 'react';

import { useRead } from '../../lib/query/queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';

/** The notes of the newest version. */
export function WhatIsNew(): ReactElement {
  const t = useText();
  const { data, isPending, refetch } = useRead('app/version', {});
  return (
    <>
      <SectionHead isQuiet title={t('about.whatIsNew')} />
      <Card>
        {isPending ? <SkeletonBar width={240} /> : null}
        {data === undefined && !isPending ? (
          <>
            <p className="type-sm text-ink-2 mb-3">{t('about.notesFailed')}</p>
            <Button size="small" onPress={refetch}>
              {t('shell.tapToRetry')}
            </Button>
          </>
        ) : null}
        {data === undefined ? null : (
          <ul className="grid gap-2 ps-5 list-disc type-sm text-ink-2">
            {data.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
