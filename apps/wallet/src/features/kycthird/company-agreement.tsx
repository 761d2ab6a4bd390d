import type { KycProvider } from '@marigold/contract/calls/kyc';
import { useId } from 'react';

import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Checkbox } from '../../ui/field/choice-rows.tsx';

type AgreementProps = {
  readonly company: KycProvider;
  readonly record: string;
  readonly isAgreed: boolean;
  readonly error: string | undefined;
  readonly onAgree: (isOn: boolean) => void;
};

const place = '\uE000';

/** "I agree to the agreement of …", unticked; its words lead to what is agreed to. */
export function CompanyAgreement({ company, record, isAgreed, error, onAgree }: AgreementProps) {
  const t = useText();
  const errorId = useId();
  const [before = '', after = ''] = t('kycreview.agree', { agreement: place }).split(place);
  return (
    <div>
      <div
        aria-describedby={error === undefined ? undefined : errorId}
        role="group"
        aria-label={company.name}
      >
        <Checkbox isOn={isAgreed} onChange={onAgree}>
          {before}
          <PageLink className="link" to={paths.kycCompany({ record, company: company.id })}>
            {t('kycreview.agreementOf', { company: company.name })}
          </PageLink>
          {after}
        </Checkbox>
      </div>
      {error === undefined ? null : (
        <p id={errorId} role="alert" className="type-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
