import { useKycCompany } from '../../domain/kyc/kyc-queries.ts';
import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type KycCompanySearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { AgreementText } from './agreement-text.tsx';
import { CompanyFacts } from './company-facts.tsx';

/** What a company does, what it asks for, what it costs, and the agreement with it, to be read before it is accepted. */
export function KycCompanyPage({ record, company = '' }: KycCompanySearch) {
  const t = useText();
  const read = useKycCompany(company);
  const back = record === undefined ? paths.kyc() : paths.kycThird({ record });
  const foot = <Button link={linkTo(back, { isReplacing: true })}>{t('kycreview.toChoice')}</Button>;
  return (
    <Screen back={back} width="480" subject={read.data?.name} foot={foot}>
      {company === '' || isUnknownCompany(read.error) ? (
        <EmptyState title={t('kycreview.noSuch.title')} reason={t('kycreview.noSuch.text')} />
      ) : (
        <WhenRead read={read} rows={4} failed={t('kycreview.failed')}>
          {(found) => (
            <>
              <CompanyFacts company={found} />
              <AgreementText id={found.contentId} />
            </>
          )}
        </WhenRead>
      )}
    </Screen>
  );
}

function isUnknownCompany(error: Error | null): boolean {
  return error instanceof ReadFailure && error.failure.kind === 'status' && error.failure.status === 404;
}
