import { type ReactElement, useState } from 'react';

import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { useLicences } from './use-licences.ts';

/** Whose work the app is built on; opened by whoever wants to know. */
export function Licences(): ReactElement {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useLicences(isOpen);
  return (
    <Card>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="type-body-b min-h-6 cursor-pointer">{t('about.licences')}</summary>
        <p className="type-sm text-ink-2 mt-3">{t('about.licencesText')}</p>
        {isError ? (
          <div className="mt-3" role="alert">
            <p className="type-sm text-ink-2 mb-3">{t('about.licencesFailed')}</p>
            <Button size="small" onPress={refetch}>
              {t('shell.tapToRetry')}
            </Button>
          </div>
        ) : null}
        {isOpen && data === undefined && !isError ? <SkeletonBar width={240} /> : null}
        {data?.map(({ licence, names }) => (
          <div key={licence} className="mt-4">
            <h3 className="type-sm-b">{licence}</h3>
            <p className="type-cap text-ink-2 wrap-anywhere" translate="no">
              {names.join(', ')}
            </p>
          </div>
        ))}
      </details>
    </Card>
  );
}
