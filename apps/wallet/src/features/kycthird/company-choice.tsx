import { type KycLink, type KycRecordDetail, useKycConfig } from '../../domain/kyc/kyc-queries.ts';
import { useIsOwnKyc } from '../../domain/kyc/own-kyc.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { CompanyForm } from './company-form.tsx';

type ChoiceProps = {
  readonly record: KycRecordDetail;
  readonly link: KycLink;
  /** What was begun is over without a result. */
  readonly isExpired: boolean;
};

/** Who may check, or that nobody can now. */
export function CompanyChoice({ record, link, isExpired }: ChoiceProps) {
  const t = useText();
  const config = useKycConfig();
  // What was given to the house is a draft, which nothing ends.
  const isOwn = useIsOwnKyc(record);
  const providers = config.data?.providers;
  if (providers !== undefined && providers.length > 0)
    return (
      <CompanyForm
        record={record}
        providers={providers}
        silentSince={link.silentSince ?? record.silentSince}
        isExpired={isExpired && !isOwn}
      />
    );
  return (
    <Screen back={paths.kyc()} width="480">
      <WhenRead read={config} rows={3} failed={t('kycreview.failed')}>
        {() => <EmptyState title={t('kycreview.noCompany.title')} reason={t('kycreview.noCompany.text')} />}
      </WhenRead>
    </Screen>
  );
}
