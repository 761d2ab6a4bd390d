import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import { useSession } from '../../../lib/device/session.ts';
import { paths } from '../../../lib/route/paths.ts';
import { fiatText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { shareInPercent } from '../../../lib/text/share-in-percent.ts';
import { Card } from '../../../ui/base/card.tsx';
import { KeyValues } from '../../../ui/list/key-values.tsx';
import { ProductFaces } from './product-faces.tsx';
import { ProductHead } from './product-head.tsx';
import { needRows } from './product-needs.tsx';
import { ProductNotes } from './product-notes.tsx';
import type { ProductStanding } from './shop-look.ts';

type ShopProps = {
  readonly products: readonly CardProductItem[];
  readonly product: CardProductItem;
  readonly standing: ProductStanding | undefined;
  readonly onChoose: (productId: string) => void;
};

/** One card with what matters first, and the others in small to switch to. */
export function ShopView({ products, product, standing, onChoose }: ShopProps) {
  const t = useText();
  const { user } = useSession();
  const { dailyLimit, currency, fees } = product;
  return (
    <>
      <ProductHead product={product} />
      <Card className="mt-3">
        <KeyValues
          rows={[
            { key: t('card.fact.dailyLimit'), value: fiatText(dailyLimit, currency) },
            { key: t('card.fact.rechargeFee'), value: shareInPercent(fees.recharge) },
            ...(user === undefined ? [] : needRows(t, product, user, paths.cardShop())),
          ]}
        />
      </Card>
      <ProductFaces products={products} chosen={product.productId} onChoose={onChoose} />
      <ProductNotes product={product} standing={standing} />
    </>
  );
}
