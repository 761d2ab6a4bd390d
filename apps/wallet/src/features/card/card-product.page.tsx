import { useUserInfo } from '../../domain/account/account-queries.ts';
import { useCardProducts } from '../../domain/card/card-queries.ts';
import { type CardProductSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { NoSuchCard } from './no-such-card.tsx';
import { ProductAction } from './shop/product-action.tsx';
import { ProductFacts } from './shop/product-facts.tsx';
import { ProductHead } from './shop/product-head.tsx';
import { ProductNotes } from './shop/product-notes.tsx';
import { ProductTerms } from './shop/product-terms.tsx';
import { useStanding } from './shop/use-standing.ts';

/** Everything about one card of the shop (spec 2): fees, limits, what it needs, its company and its agreement. */
export function CardProductPage({ product: productId }: CardProductSearch) {
  const t = useText();
  const read = useCardProducts();
  useUserInfo();
  const product = read.data?.list.find((one) => one.productId === productId);
  const standing = useStanding(product);
  if (product === undefined)
    return (
      <Screen back={paths.cardShop()} width="480">
        <WhenRead read={read} rows={6} failed={t('card.failed')}>
          {() => <NoSuchCard what="product" />}
        </WhenRead>
      </Screen>
    );
  return (
    <Screen
      back={paths.cardShop()}
      subject={product.name}
      sidebar={<ProductTerms product={product} />}
      foot={
        standing === undefined ? undefined : (
          <ProductAction
            standing={standing}
            to={paths.cardOrder({ product: product.productId })}
            words={t('card.apply')}
          />
        )
      }
    >
      <FreezeNote areas={['card']} className="mb-3" />
      <div className="wide:max-w-120">
        <ProductHead product={product} />
      </div>
      <ProductNotes product={product} standing={standing} />
      <ProductFacts product={product} />
    </Screen>
  );
}
