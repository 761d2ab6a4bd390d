import { type ReactNode, useId } from 'react';

import {
  type CardMethod,
  type CardProductItem,
  useCardMethod,
  useCardProducts,
} from '../../../domain/card/card-queries.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { FreezeNote } from '../../../screen/freeze-note.tsx';
import { Screen } from '../../../screen/screen.tsx';
import { WhenRead } from '../../../screen/when-read.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { NoSuchCard } from '../no-such-card.tsx';
import { ProductAction } from '../shop/product-action.tsx';
import { ProductNotes } from '../shop/product-notes.tsx';
import type { ProductStanding } from '../shop/shop-look.ts';
import { useStanding } from '../shop/use-standing.ts';
import { OrderInputs } from './order-fields.tsx';
import { ProductSummary } from './product-summary.tsx';
import { formOfProduct, useCardForm } from './use-card-form.ts';
import { usePickedCountry } from './use-picked-country.ts';

type NewProps = { readonly productId: string; readonly country: string | undefined };

/** An application that is to be made: the form, or why there is none for this product. */
export function NewApplication({ productId, country }: NewProps) {
  const t = useText();
  const products = useCardProducts();
  const method = useCardMethod(productId);
  const product = products.data?.list.find((one) => one.productId === productId);
  const standing = useStanding(product);
  usePickedCountry(formOfProduct(productId), country);
  if (product !== undefined && standing !== undefined) {
    if (standing.is !== 'open') return <NoNewApplication product={product} standing={standing} />;
    if (method.data !== undefined) return <OrderScreen product={product} method={method.data} />;
  }
  const isMissing = products.data !== undefined && product === undefined;
  const failed = products.data === undefined ? products : method;
  return (
    <Screen back={paths.cardShop()} width="480">
      {isMissing ? (
        <NoSuchCard what="product" />
      ) : (
        <WhenRead read={{ ...failed, data: undefined }} rows={5} failed={t('card.failed')}>
          {() => null}
        </WhenRead>
      )}
    </Screen>
  );
}

type ClosedProps = { readonly product: CardProductItem; readonly standing: ProductStanding };

function NoNewApplication({ product, standing }: ClosedProps) {
  const t = useText();
  const own = paths.cardProduct({ product: product.productId });
  return (
    <Screen
      back={own}
      width="480"
      foot={<ProductAction standing={standing} to={own} words={t('card.apply')} />}
    >
      <ProductSummary product={product} />
      <ProductNotes product={product} standing={standing} />
    </Screen>
  );
}

type ScreenProps = { readonly product: CardProductItem; readonly method: CardMethod };

function OrderScreen({ product, method }: ScreenProps) {
  const t = useText();
  const id = useId();
  const { isOnline } = useOnline();
  const form = useCardForm(product, method);
  const isNowhere = product.form === 'physical' && form.methods.length === 0;
  const reason = isNowhere ? t('card.nowhere') : isOnline ? undefined : t('card.offline');
  const foot: ReactNode = (
    <Button
      kind="primary"
      type="submit"
      form={id}
      isBusy={form.isSending}
      busyLabel={t('card.order.sending')}
      disabledReason={reason}
    >
      {t('card.order.send')}
    </Button>
  );
  return (
    <Screen
      back={paths.cardProduct({ product: product.productId })}
      subject={t('card.order.title')}
      sidebar={<ProductSummary product={product} />}
      foot={foot}
    >
      <FreezeNote areas={['card']} className="mb-3" />
      <form
        id={id}
        noValidate
        className="grid grid-cols-1 gap-5 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !form.isSending) void form.send();
        }}
      >
        <p className="type-sm text-ink-2">{t(`card.order.text.${product.form}`)}</p>
        <OrderInputs form={form} product={product} method={method} />
      </form>
    </Screen>
  );
}
