import { useState } from 'react';

import { type Deposit, type Dust, useDeposits } from '../../domain/chain/deposit-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { coinText, sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { depositsInSight, isOpen, litPetalsOfDeposit, depositWords } from './deposit-look.ts';

/** Deposits that are looked through for those on their way. */
const rowsMax = 20;

/** What is on its way from a chain, live: a petal for each block; and what waits below the minimum. */
export function IncomingDeposits({ chain }: { readonly chain: string }) {
  const t = useText();
  const { data } = useDeposits({ chain, size: rowsMax });
  const seen = useSeen(data?.list);
  const list = depositsInSight(data?.list ?? [], seen);
  const dust = (data?.dust ?? []).filter((one) => one.chain === chain);
  if (list.length === 0 && dust.length === 0) return null;
  return (
    <section aria-labelledby="incoming" className="text-ink">
      <h2 id="incoming" className="px-1 pb-2 type-3 text-on-field">
        {t('receive.incoming')}
      </h2>
      <List>
        {list.map((deposit) => (
          <DepositRow key={deposit.id} deposit={deposit} />
        ))}
        {dust.map((one) => (
          <DustRow key={one.currency} dust={one} />
        ))}
      </List>
    </section>
  );
}

/** Everything that was seen open since the page was opened, so that its last petal is seen as well. */
function useSeen(list: readonly Deposit[] | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const fresh = (list ?? []).filter(({ id, state }) => isOpen(state) && !seen.has(id));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]));
  return seen;
}

function DepositRow({ deposit }: { readonly deposit: Deposit }) {
  const t = useText();
  const { state, currency, amount, confirmations, required, billId } = deposit;
  const words = depositWords(state);
  const link = billId === null ? undefined : linkTo(paths.billDetail(billId));
  return (
    <ListRow
      glyph={<DepositSign deposit={deposit} />}
      title={
        currency === null || amount === null ? (
          t('receive.unknownCoin')
        ) : (
          <span className="num whitespace-nowrap">{`+${sumText(amount, currency)}`}</span>
        )
      }
      detail={
        <span role="status">
          {words === 'counting'
            ? t('receive.counting', { count: confirmations, required })
            : t(`receive.${words}`)}
        </span>
      }
      hasCaret={link !== undefined}
      link={link}
    />
  );
}

function DepositSign({ deposit }: { readonly deposit: Deposit }) {
  const { state, confirmations } = deposit;
  if (state === 'unsupported') return <ListGlyph icon="question" />;
  if (state === 'held') return <ListGlyph icon="shield-warning" tone="brand" />;
  const isOver = state === 'success' || state === 'can-trade';
  return <Bloom size={44} lit={litPetalsOfDeposit(deposit)} number={isOver ? undefined : confirmations} />;
}

function DustRow({ dust: { currency, amount, missing } }: { readonly dust: Dust }) {
  const t = useText();
  return (
    <ListRow
      glyph={<CoinIcon ticker={currency} />}
      title={t('receive.dust', { amount: coinText(amount, currency) })}
      detail={t('receive.dustText', { missing: coinText(missing, currency) })}
    />
  );
}
