import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { itemLook, sortItems } from './review-look.ts';

type ItemsProps = {
  readonly items: KycRecordDetail['items'];
  /** Whose words a quotation is. */
  readonly company: string | null;
  readonly className: string;
};

/** Each item with its state; one that is asked again with our words for why, and the company's own as a quotation. */
export function ItemRows({ items, company, className }: ItemsProps) {
  const t = useText();
  if (items.length === 0) return null;
  return (
    <section className={className}>
      <h2 className="type-3">{t('kycreview.items')}</h2>
      <ul className="mt-2" aria-label={t('kycreview.items')}>
        {sortItems(items).map((item) => (
          <Item key={item.item} item={item} company={company} />
        ))}
      </ul>
    </section>
  );
}

type ItemProps = { readonly item: ItemsProps['items'][number]; readonly company: string | null };

function Item({ item: { item, state, label, words }, company }: ItemProps) {
  const t = useText();
  const isAgain = state === 'again';
  return (
    <li className="flex gap-3 border-t border-line py-3 first:border-t-0 last:pb-0">
      <Icon name={itemLook[state].icon} size={22} className={`flex-none ${itemLook[state].tone}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className={isAgain ? 'type-body-b' : ''}>{t(`kyc.item.${item}`)}</span>
          {isAgain ? null : <span className="type-sm text-ink-3">{t(`kyc.itemState.${state}`)}</span>}
        </p>
        {isAgain ? (
          <p className="mt-0.5 type-sm text-bad">
            {label === null ? t('kyc.itemState.again') : t(`kyc.label.${label}`)}
          </p>
        ) : null}
        {isAgain && words !== null ? (
          <blockquote className="mt-2 border-s-2 border-line-strong ps-3 type-sm wrap-anywhere text-ink-2">
            <p>{words}</p>
            <footer className="type-cap text-ink-3">
              {company === null ? t('kycreview.wroteCompany') : t('kycreview.wrote', { company })}
            </footer>
          </blockquote>
        ) : null}
      </div>
    </li>
  );
}
