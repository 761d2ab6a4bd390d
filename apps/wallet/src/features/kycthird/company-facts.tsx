import '../../ui/base/card.css';
import type { KycCompany } from '../../domain/kyc/kyc-queries.ts';
import { coinText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';

/** Whether it answers, what it costs, and every item that it asks for. */
export function CompanyFacts({ company }: { readonly company: KycCompany }) {
  const t = useText();
  const { name, isOpen, prices, items } = company;
  const fee =
    prices.length === 0
      ? t('kycreview.free')
      : prices.map(({ amount, currency }) => coinText(amount, currency, { decimalsMin: 2 })).join(' / ');
  return (
    <>
      <p className="mb-4 type-sm text-ink-2">{t('kycreview.companyDoes', { company: name })}</p>
      <section className="card">
        <KeyValues
          rows={[
            {
              key: t('kycreview.answers'),
              value: isOpen ? (
                <Tag tone="ok">{t('kycreview.open')}</Tag>
              ) : (
                <Tag tone="warn">{t('kycreview.closed')}</Tag>
              ),
            },
            { key: t('kycreview.fee'), value: fee },
          ]}
        />
      </section>
      <section className="card mt-3">
        <h2 className="type-3">{t('kycreview.asks')}</h2>
        <ul className="mt-2 grid gap-2">
          {items.map((item) => (
            <li key={item} className="flex items-center gap-2 text-ink-2">
              <Icon name="check-bold" size={14} className="flex-none text-ink-3" />
              {t(`kyc.item.${item}`)}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
