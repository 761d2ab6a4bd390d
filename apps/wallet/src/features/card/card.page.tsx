import { useState } from 'react';

import { useUserInfo } from '../../domain/account/account-queries.ts';
import { useCardProducts } from '../../domain/card/card-queries.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ProductAction } from './shop/product-action.tsx';
import { chosenProduct } from './shop/shop-look.ts';
import { ShopView } from './shop/shop-view.tsx';
import { useStanding } from './shop/use-standing.ts';

/** The card shop (spec 2): one card with its price and what it needs, the others to switch to, and the way to its order. */
export function CardShopPage() {
  const t = useText();
  const read = useCardProducts();
  // What a card needs may have been done on another device.
  useUserInfo();
  const [picked, setPicked] = useState<string>();
  const product = chosenProduct(read.data?.list ?? [], picked);
  const standing = useStanding(product);
  return (
    <Screen
      back={paths.cards()}
      width="480"
      foot={
        product === undefined || standing === undefined ? undefined : (
          <ProductAction
            standing={standing}
            to={paths.cardProduct({ product: product.productId })}
            words={t('card.applyFor', { name: product.name })}
          />
        )
      }
    >
      <FreezeNote areas={['card']} className="mb-3" />
      <WhenRead read={read} rows={5} failed={t('card.failed')}>
        {({ list }) =>
          product === undefined ? (
            <EmptyState title={t('card.none.title')} reason={t('card.none.text')} />
          ) : (
            <ShopView products={list} product={product} standing={standing} onChoose={setPicked} />
          )
        }
      </WhenRead>
    </Screen>
  );
}
