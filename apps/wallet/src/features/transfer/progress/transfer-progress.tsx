import '../../../ui/base/glyph.css';
import { formatDate } from '@marigold/money/dates';
import { useEffect, useRef } from 'react';

import { type TransferDetail, useTransferDetail } from '../../../domain/chain/chain-queries.ts';
import { linkTo } from '../../../lib/route/link.tsx';
import { go } from '../../../lib/route/navigation.ts';
import { outLink } from '../../../lib/route/out-link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { coinText, dateTimeText, showCoin } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Screen } from '../../../screen/screen.tsx';
import { Bloom } from '../../../ui/base/bloom.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Card } from '../../../ui/base/card.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { type KeyValue, KeyValues } from '../../../ui/list/key-values.tsx';
import { Timeline } from '../../../ui/list/timeline.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import { payeeWords } from '../form/order-words.ts';
import type { ChainOrder } from '../form/order.ts';
import { CancelTransfer } from './cancel-transfer.tsx';
import { PaidTo } from './paid-to.tsx';
import { progressWords } from './progress-words.ts';
import {
  isCompleted,
  isRefunded,
  petalsOfState,
  type StepProgress,
  transferSteps,
} from './transfer-steps.ts';
import { useAfterLeaving } from './use-after-leaving.ts';

type ProgressProps = {
  readonly order: ChainOrder;
  readonly billId: string;
  /** It has been seen. */
  readonly onDone: () => void;
};

/** What is known before the first answer. */
const ordered: StepProgress = { state: 'waiting', confirmations: 0, required: 12, timeline: [] };

/** An on-chain transfer on its way, live: a petal for each block, one sentence of truth, and the way back while there is one. */
export function TransferProgress({ order, billId, onDone }: ProgressProps) {
  const t = useText();
  const { data } = useTransferDetail(billId);
  useAfterLeaving(onDone);
  function leave(): void {
    onDone();
    go(paths.home(), { isReplacing: true });
  }
  return (
    <Screen
      width="480"
      close={leave}
      hasOwnHeading
      foot={
        <div className="grid gap-2">
          <Button kind="primary" onPress={leave}>
            {t('shell.done')}
          </Button>
          <Button kind="secondary" link={linkTo(paths.billDetail(billId))}>
            {t('transfer.result.bill')}
          </Button>
        </div>
      }
    >
      <ProgressHero order={order} detail={data} />
      <Questions detail={data} />
      <Card>
        <ProgressSteps detail={data} />
      </Card>
      <NextAction order={order} billId={billId} detail={data} />
      <Card className="mt-3">
        <KeyValues rows={useRows(order, data)} />
      </Card>
    </Screen>
  );
}

type HeroProps = { readonly order: ChainOrder; readonly detail: TransferDetail | undefined };

function ProgressHero({ order, detail }: HeroProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    navigator.vibrate?.(10);
  }, []);
  const { state, confirmations, required } = detail ?? ordered;
  const { currency, decimals, network } = order;
  const amountHere = isCompleted(state) ? order.recipientGets : order.amount;
  const amount = coinText(amountHere, currency, { decimalsMin: decimals });
  const values = { amount, payee: payeeWords(order), network, confirmations, required };
  const [title, text] = progressWords(t, state, values);
  return (
    <div className="grid justify-items-center py-6 text-center">
      <HeroSign detail={detail} />
      <div role="status">
        <h1 ref={heading} tabIndex={-1} className="mt-6 type-1 outline-none">
          {title}
        </h1>
        <p className="mx-auto mt-2 max-w-90 wrap-anywhere text-ink-2">{text}</p>
      </div>
    </div>
  );
}

function HeroSign({ detail }: Pick<HeroProps, 'detail'>) {
  const t = useText();
  const { state, confirmations, required } = detail ?? ordered;
  if (isRefunded(state)) {
    return (
      <span className={`glyph glyph-large${state === 'cancelled' ? '' : ' glyph-bad'}`}>
        <Icon name={state === 'cancelled' ? 'arrow-u-up-left' : 'x'} size={34} />
      </span>
    );
  }
  const isCounted = state === 'confirming';
  return (
    <Bloom
      size={140}
      lit={petalsOfState(detail ?? ordered)}
      number={isCounted ? confirmations : undefined}
      label={isCounted ? t('transfer.progress.petals', { confirmations, required }) : undefined}
    />
  );
}

function ProgressSteps({ detail }: Pick<HeroProps, 'detail'>) {
  const t = useText();
  const known: StepProgress = detail ?? ordered;
  const first = known.timeline[0];
  const firstDay = first === undefined ? '' : formatDate(first.time);
  return (
    <Timeline
      steps={transferSteps(known).map(({ name, state, time, lit }) => ({
        id: name,
        state,
        title: t(`transfer.step.${name === 'settled' ? 'completed' : name}`),
        lit,
        time: time === undefined ? undefined : stepTime(time, firstDay),
      }))}
      stateLabels={{
        done: t('transfer.stepState.done'),
        now: t('transfer.stepState.now'),
        todo: t('transfer.stepState.todo'),
        failed: t('transfer.stepState.failed'),
      }}
    />
  );
}

/** The day is named only where it is another one than that of the first step. */
function stepTime(timeMs: number, firstDay: string): string {
  const text = dateTimeText(timeMs);
  return formatDate(timeMs) === firstDay ? text.slice(11) : text;
}

function useRows(order: ChainOrder, detail: TransferDetail | undefined): KeyValue[] {
  const t = useText();
  const { amount, fee, recipientGets, currency, decimals, network, note } = order;
  const coin = (decimal: string) => (
    <MoneyText parts={showCoin(decimal, currency, { decimalsMin: decimals })} />
  );
  const txId = detail?.txId ?? null;
  return [
    { key: t('transfer.youSend'), value: coin(amount), isStrong: true },
    { key: t('transfer.networkFee'), value: coin(fee) },
    { key: t('transfer.recipientGets'), value: coin(recipientGets) },
    { key: t('transfer.to'), value: <PaidTo order={order} /> },
    { key: t('transfer.network'), value: network },
    ...(note === undefined ? [] : [{ key: t('transfer.note'), value: note }]),
    ...(txId === null ? [] : [{ key: t('transfer.txId'), value: <span className="type-mono">{txId}</span> }]),
  ];
}

type ActionProps = HeroProps & { readonly billId: string };

/** The way to what is asked about a transfer that is looked at. */
function Questions({ detail }: Pick<HeroProps, 'detail'>) {
  const t = useText();
  const riskId = detail?.riskId ?? null;
  if (riskId === null || detail?.state !== 'review') return null;
  return (
    <div className="mb-4">
      <Button kind="ink" icon="shield-check" link={linkTo(paths.riskDetail(riskId))}>
        {t('transfer.openRisk')}
      </Button>
    </div>
  );
}

/** What this person can do about it now: look at the chain, or take it back. */
function NextAction({ order, billId, detail }: ActionProps) {
  const t = useText();
  if (detail === undefined) return null;
  const { explorer, canCancel } = detail;
  return (
    <div className="mt-3 grid gap-2">
      {explorer === null ? null : (
        <Button kind="surface" icon="arrow-square-out" link={outLink(explorer, t('transfer.explorer'))}>
          {t('transfer.explorer')}
        </Button>
      )}
      {canCancel ? <CancelTransfer order={order} billId={billId} /> : null}
    </div>
  );
}
