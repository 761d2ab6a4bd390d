import { regionName } from '../../domain/account/countries.ts';
import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { KeyValues } from '../../ui/list/key-values.tsx';

type FactsProps = { readonly document: KycRecordDetail['document']; readonly className: string };

/** What was read off the document, as far as it is shown; nothing until something was. */
export function DocumentFacts({ document, className }: FactsProps) {
  const t = useText();
  if (document === null) return null;
  const { idType, maskedNumber, issuingRegion, nationality, birthYear, expiry } = document;
  return (
    <section className={className}>
      <h2 className="mb-1 type-3">{t('kycreview.document')}</h2>
      <KeyValues
        rows={[
          { key: t('kycreview.idType'), value: t(`kycreview.idType.${idType}`) },
          { key: t('kyc.item.idNumber'), value: <span className="type-mono">{maskedNumber}</span> },
          { key: t('kyc.item.issuingRegion'), value: nameOfRegion(issuingRegion) },
          { key: t('kyc.item.nationality'), value: nameOfRegion(nationality) },
          { key: t('kycreview.birthYear'), value: birthYear },
          { key: t('kyc.item.expiry'), value: expiry ?? t('kycreview.noExpiry') },
        ]}
      />
    </section>
  );
}

/** A company may write a region otherwise than we do: then it stands as it was written. */
function nameOfRegion(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? regionName(code) : code;
}
