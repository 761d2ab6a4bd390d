import '../../../ui-market/market-tokens.css';
import './order-panel.css';
import type { Market } from '@marigold/contract/calls/market';

import { useFreeze, waitOf } from '../../../domain/account/use-freeze.ts';
import type { LiveBook } from '../../../domain/market/use-book.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useSession } from '../../../lib/device/session.ts';
import { createStore, useStore } from '../../../lib/device/store.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ShareParts, ShareSlider } from '../../../ui-market/share-slider.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Note } from '../../../ui/base/note.tsx';
import { AllowMore } from './allow-more.tsx';
import { ConfirmOrderSheet } from './confirm-sheet.tsx';
import { OrderFacts } from './order-facts.tsx';
import {
  fieldId,
  type FieldsProps,
  fieldOf,
  PriceAndAmount,
  OrderTotal,
  useShareText,
} from './order-fields.tsx';
import type { OrderInput } from './order-form.ts';
import { OrderTypePick, OrderTypeTabs } from './order-type.tsx';
import { SideSwitch } from './side-switch.tsx';
import { useOrderEstimate } from './use-estimate.ts';
import type { OrderEntry } from './use-order-entry.ts';
import { useSubmit } from './use-submit.ts';

type OrderPanelProps = {
  readonly market: Market;
  readonly live: LiveBook;
  readonly entry: OrderEntry;
  readonly isWide: boolean;
};

/** The order form: which way, how, how much, what it comes to, and the one button. */
export function OrderPanel({ market, live, entry, isWide }: OrderPanelProps) {
  const t = useText();
  const submit = useSubmit(market);
  const estimated = useOrderEstimate(entry.order);
  const fields: FieldsProps = { market, entry, submit };
  const shareText = useShareText();
  const share = {
    value: entry.share ?? 0,
    onChange: entry.takeShare,
    label: t('trade.share'),
    textOf: shareText,
    isDisabled: entry.share === undefined,
  };
  return (
    <form
      className="order-panel"
      noValidate
      aria-label={t(entry.form.side === 'buy' ? 'trade.buyCoin' : 'trade.sellCoin', {
        currency: market.base,
      })}
      onSubmit={(event) => event.preventDefault()}
    >
      <SideSwitch
        side={entry.form.side}
        onChange={(side) => {
          submit.forget();
          entry.chooseSide(side);
        }}
      />
      {isWide ? <OrderTypeTabs market={market} entry={entry} /> : <OrderTypePick entry={entry} />}
      <PriceAndAmount {...fields} />
      {isWide ? <ShareParts {...share} /> : <ShareSlider {...share} />}
      <OrderTotal {...fields} />
      <OrderFacts market={market} live={live} entry={entry} estimated={estimated} isWide={isWide} />
      <Unanswered {...fields} />
      <AllowMore
        market={market}
        tooMuch={submit.no?.tooMuch}
        text={submit.no?.text}
        onAllowed={async (order) => {
          if (await submit.send(order)) entry.clear();
        }}
      />
      <PlaceButton {...fields} live={live} />
    </form>
  );
}

/** What is known of an order that got no answer; sending the very same again is safe. */
function Unanswered({ market, entry, submit }: FieldsProps) {
  const t = useText();
  const { unanswered, no } = submit;
  if (unanswered !== undefined) {
    return (
      <Note tone="warn">
        <p role="status">{no?.text ?? t('trade.unanswered')}</p>
        <Button
          size="small"
          className="mt-2"
          isBusy={submit.isSending}
          busyLabel={t('trade.placing')}
          onPress={async () => {
            if (await submit.send(unanswered)) entry.clear();
          }}
        >
          {t('trade.unanswered.again')}
        </Button>
      </Note>
    );
  }
  if (no !== undefined && no.tooMuch === undefined && fieldOf(no.field, entry.form.by) === undefined)
    return <Note tone="bad">{no.text}</Note>;
  return submit.hasEarlier ? <Earlier symbol={market.symbol} /> : null;
}

/** Whether the reader of this visit went to see what became of an order without an answer. */
const hasLooked = createStore(false);

function Earlier({ symbol }: { readonly symbol: string }) {
  const t = useText();
  if (useStore(hasLooked)) return null;
  return (
    <Note tone="warn">
      <p>{t('trade.unanswered.earlier')}</p>
      <Button
        size="small"
        className="mt-2"
        onPress={() => {
          hasLooked.set(true);
          go(paths.tradeBills({ pair: symbol }));
        }}
      >
        {t('trade.orders.all')}
      </Button>
    </Note>
  );
}

function PlaceButton({ market, entry, submit, live }: FieldsProps & { readonly live: LiveBook }) {
  const t = useText();
  const { hasLogin } = useSession();
  const reason = useWhyNot(market, live, entry);
  const { side } = entry.form;
  if (!hasLogin) {
    const back = paths.trade({ pair: market.symbol, side });
    return (
      <Button kind={side} link={linkTo(paths.login({ back }))}>
        {t('trade.login')}
      </Button>
    );
  }

  async function place(): Promise<void> {
    const { order } = entry;
    if (order === undefined) {
      entry.insist();
      const wrong = (['price', 'amount', 'total'] as const).find((field) => field in entry.read.problems);
      if (wrong !== undefined) document.getElementById(fieldId(wrong))?.focus();
      return;
    }
    await send(order);
  }

  async function send(order: OrderInput): Promise<void> {
    if (await submit.send(order)) entry.clear();
  }

  const { confirming } = submit;
  return (
    <div>
      <Button
        kind={side}
        type="submit"
        isBusy={submit.isSending}
        busyLabel={t('trade.placing')}
        disabledReason={reason}
        onPress={place}
      >
        {t(side === 'buy' ? 'trade.buyCoin' : 'trade.sellCoin', { currency: market.base })}
      </Button>
      <ConfirmOrderSheet
        isOpen={confirming !== undefined}
        back={paths.trade({ pair: market.symbol, side })}
        onClose={submit.stopConfirming}
        onConfirmed={() => {
          if (confirming !== undefined) void send(confirming);
        }}
      />
    </div>
  );
}

/** Why nothing can be placed just now. */
function useWhyNot(market: Market, { state }: LiveBook, { config, form }: OrderEntry): string | undefined {
  const t = useText();
  const { isOnline } = useOnline();
  const frozen = useFreeze('trade');
  if (!isOnline) return t('trade.offline');
  if (frozen !== undefined) return t('trade.frozen', waitOf(frozen));
  if (market.state !== 'enabled') return t(market.state === 'disabled' ? 'trade.disabled' : 'trade.locked');
  if (state === 'stale') return t('trade.stale');
  if (state === 'loading') return t('trade.waiting');
  const max = config.data?.openOrdersMax;
  const isFull = config.data !== undefined && config.data.openOrders >= config.data.openOrdersMax;
  // What never stands in the book takes no place in it.
  const wouldStand = form.type === 'limit' && (form.timeInForce === 'gtc' || form.timeInForce === 'post');
  return isFull && wouldStand && max !== undefined ? t('trade.full', { max }) : undefined;
}
