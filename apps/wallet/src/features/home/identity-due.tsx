import type { ReactElement } from 'react';

import type { KycStep } from '../../domain/kyc/kyc-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';

/** What is to be done or under way about the identity of the reader; it leads to the home of identity. */
export function IdentityDue({ step }: { readonly step: KycStep }): ReactElement {
  const t = useText();
  // Waiting for somebody else is quiet; what waits for the reader has a colour.
  const isOthersTurn = step === 'wait' || step === 'person';
  return (
    <List className="mb-4" label={t('shell.title.kyc')}>
      <ListRow
        glyph={<ListGlyph icon="user-circle" tone={isOthersTurn ? 'plain' : 'brand'} />}
        title={t('shell.title.kyc')}
        detail={<span className="whitespace-normal">{t(`kyc.step.${step}.title`)}</span>}
        hasCaret
        link={linkTo(paths.kyc())}
      />
    </List>
  );
}
