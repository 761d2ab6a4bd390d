import { missingFor } from '@marigold/guard/page-needs';
import { useState } from 'react';

import { useFreeze, waitOf } from '../../../domain/account/use-freeze.ts';
import { useBalances } from '../../../domain/asset/asset-queries.ts';
import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { chosenPrice, isEnough } from '../../../domain/purchase/price-choice.ts';
import type { PayFlow, PriceInCurrency } from '../../../domain/purchase/use-purchase.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useSession } from '../../../lib/device/session.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { sumText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { bindingWay } from '../../../screen/bind-first.tsx';
import { FreezeNote } from '../../../screen/freeze-note.tsx';
import { Screen } from '../../../screen/screen.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { DangerAsk } from '../../../ui/sheet/danger-ask.tsx';
import { useCancelCard } from '../use-cancel-card.ts';
import { IdentityChoice } from './identity-choice.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayCardSheet } from './pay-card-sheet.tsx';
import { PayWith } from './pay-with.tsx';
import { type LinkIdentity, useLinkIdentity } from './use-link-identity.ts';

type PayProps = { readonly application: CardApplication; readonly pay: PayFlow };

/** An application that is to be paid: whose identity it is for, then the currency, then the payment. */
export function PayApplication({ application, pay }: PayProps) {
  const t = useText();
  const { applicationId, prices, authNo } = application;
  const [picked, setPicked] = useState<string>();
  const balances = useBalances().data?.list;
  const price = chosenPrice(prices, picked, balances);
  const link = useLinkIdentity(application);
  const cancel = useCancelCard(application);
  return (
    <Screen
      back={paths.cards()}
      subject={t('card.progress.pay.title')}
      sidebar={
        <>
          <OrderSummary application={application} />
          {application.canCancel ? (
            <div className="mt-3">
              <DangerAsk {...cancel} />
            </div>
          ) : null}
        </>
      }
      foot={
        authNo === null ? (
          <LinkButton link={link} />
        ) : price === undefined ? undefined : (
          <PayButton id={applicationId} price={price} balances={balances} pay={pay} />
        )
      }
    >
      <FreezeNote areas={['card']} className="mb-3" />
      <IdentityChoice application={application} link={link} />
      {price === undefined ? null : (
        <PayWith
          prices={prices}
          price={price}
          balances={balances}
          pay={pay}
          onPick={(currency) => {
            setPicked(currency);
            pay.say(undefined);
          }}
        />
      )}
      <PayCardSheet pay={pay} application={application} />
    </Screen>
  );
}

function LinkButton({ link }: { readonly link: LinkIdentity }) {
  const t = useText();
  const { isOnline } = useOnline();
  if (link.records === undefined) return null;
  if (link.records.length === 0)
    return (
      <Button kind="primary" link={linkTo(paths.kyc())}>
        {t('card.identity.verify')}
      </Button>
    );
  const reason = !isOnline
    ? t('card.offline')
    : link.chosen === undefined
      ? t('card.identity.chooseFirst')
      : undefined;
  return (
    <Button
      kind="primary"
      isBusy={link.isSending}
      busyLabel={t('card.identity.linking')}
      disabledReason={reason}
      onPress={link.send}
    >
      {t('card.identity.link')}
    </Button>
  );
}

type ButtonProps = Pick<PayProps, 'pay'> & {
  readonly id: string;
  readonly price: PriceInCurrency;
  readonly balances: Parameters<typeof isEnough>[1];
};

/** The payment, or what has to be bound before it; a balance that is too small is alerts without asking the server. */
function PayButton({ id, price, balances, pay }: ButtonProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const { user } = useSession();
  const frozen = useFreeze('card');
  const missing = user === undefined ? undefined : missingFor('/pages/card/cardmethod', user);
  if (missing !== undefined) {
    const { title, button, to } = bindingWay(missing, paths.cardOrder({ id }));
    return (
      <>
        <p className="mb-2 text-center type-sm text-ink-2">{t(title)}</p>
        <Button kind="primary" link={linkTo(to)}>
          {t(button)}
        </Button>
      </>
    );
  }
  const reason =
    frozen !== undefined ? t('card.frozen', waitOf(frozen)) : isOnline ? undefined : t('card.offline');
  return (
    <Button
      kind="primary"
      disabledReason={reason}
      onPress={() => {
        if (isEnough(price, balances)) return pay.open(price);
        const { currency } = price;
        return pay.say({ refusal: 'insufficient_balance', text: t('transfer.insufficient'), currency });
      }}
    >
      {t('card.pay.button', { amount: sumText(price.amount, price.currency) })}
    </Button>
  );
}
