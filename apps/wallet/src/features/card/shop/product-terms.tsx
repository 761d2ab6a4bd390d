import '../../../ui/base/card.css';
import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import { useSession } from '../../../lib/device/session.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { SectionHead } from '../../../ui/base/section-head.tsx';
import { KeyValues } from '../../../ui/list/key-values.tsx';
import { List, ListRow } from '../../../ui/list/list.tsx';
import { needRows } from './product-needs.tsx';

type TermsProps = { readonly product: CardProductItem };

/** What a card needs, who issues it and holds the money on it, and the agreement of that company. */
export function ProductTerms({ product }: TermsProps) {
  const t = useText();
  const { user } = useSession();
  const { productId, issuer } = product;
  const own = paths.cardProduct({ product: productId });
  return (
    <>
      {user === undefined ? null : (
        <section>
          <SectionHead isQuiet title={t('card.needs')} />
          <div className="card">
            <KeyValues rows={needRows(t, product, user, own)} />
          </div>
        </section>
      )}
      <SectionHead isQuiet title={t('card.issuer')} />
      <List label={t('card.issuer')}>
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="file-text" />}
          title={t('card.readAgreement', { company: issuer.name })}
          link={linkTo(paths.content({ id: issuer.contentId }))}
        />
      </List>
      <p className="mt-3 px-1 type-sm text-ink-2">{t('card.holdsMoney', { company: issuer.name })}</p>
    </>
  );
}
