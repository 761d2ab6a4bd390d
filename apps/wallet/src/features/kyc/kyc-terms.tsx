import type { KycConfig } from '../../domain/kyc/kyc-queries.ts';
import { sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';

type TermsProps = {
  readonly config: KycConfig;
  /** Left out where it was paid or its order says it. */
  readonly hasPrice?: boolean;
};

/** What a check costs, how long it takes, who does it and what one needs for it. */
export function KycTerms({ config, hasPrice = true }: TermsProps) {
  const t = useText();
  const { prices, promiseHours, providers } = config;
  const names = providers.map(({ name }) => name).join(', ');
  return (
    <>
      <SectionHead isQuiet title={t('kyc.terms')} />
      <Card>
        <KeyValues
          isTight
          rows={[
            ...(hasPrice
              ? [{ key: t('kyc.cost'), value: <span className="num">{kycPriceText(t, prices)}</span> }]
              : []),
            { key: t('kyc.time'), value: t('kyc.timeValue', { hours: promiseHours }) },
            ...(names === '' ? [] : [{ key: t('kyc.checkedBy'), value: names }]),
            { key: t('kyc.youNeed'), value: t('kyc.youNeedValue') },
          ]}
        />
      </Card>
    </>
  );
}

/** Each currency that it can be paid in, with its amount; nothing to pay is free. */
export function kycPriceText(t: ReturnType<typeof useText>, prices: KycConfig['prices']): string {
  if (prices.length === 0) return t('kyc.free');
  return prices.map(({ amount, currency }) => sumText(amount, currency)).join(' / ');
}
