import type { CardApplication } from '../../../domain/card/card-queries.ts';
import type { PayFlow } from '../../../domain/purchase/use-purchase.ts';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { PurchaseSheet } from '../../../screen/purchase-sheet.tsx';

type SheetProps = { readonly pay: PayFlow; readonly application: CardApplication };

/** Confirm and pay: the price, the card, who gets the money, then password and code. */
export function PayCardSheet({ pay, application }: SheetProps) {
  const t = useText();
  const { applicationId, name, channel } = application;
  return (
    <PurchaseSheet
      pay={pay}
      rows={[
        { key: t('card.pay.for'), value: name },
        { key: t('card.issuedBy'), value: channel },
      ]}
      back={paths.cardOrder({ id: applicationId })}
      words={{
        title: t('card.pay.title'),
        codeTitle: t('card.pay.codeTitle'),
        youPay: t('card.pay.youPay'),
        link: t('card.pay.link'),
        busy: t('card.pay.busy'),
        offline: t('card.offline'),
      }}
    />
  );
}
