import { useState } from 'react';

import { useCurrencies } from '../../domain/asset/asset-queries.ts';
import { chainName, type Currency, type CurrencyChain } from '../../domain/chain/deposit-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { coinText } from '../../lib/text/format.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { PickRows } from '../../ui/field/pick-rows.tsx';
import { HeroChip } from '../../ui/page/field-hero.tsx';
import { internalChain, type ReceiveWay, receiveSearch } from './receive-way.ts';

type ChipsProps = { readonly way: ReceiveWay; readonly amount: string | undefined };

/** The currency and the network, each a choice. */
export function WayChips({ way, amount }: ChipsProps) {
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const code = way.currency?.code;
  const networks = useNetworks(way.currency);
  const network = way.kind === 'chain' ? chainName(way.chain) : t('receive.internal');
  const choose = (chain: string): void => {
    setChoosing(false);
    const { chain: _, ...search } = receiveSearch(way, amount);
    go(paths.receive({ ...search, chain }), { isReplacing: true });
  };
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <HeroChip
        isStrong={code !== undefined}
        glyph={code === undefined ? undefined : <CoinIcon ticker={code} size={28} />}
        label={code === undefined ? t('receive.any') : t('receive.currency', { currency: code })}
        link={linkTo(paths.currencyNormal({ back: paths.receive(receiveSearch(way)) }))}
      >
        {code ?? t('receive.any')}
      </HeroChip>
      <HeroChip
        label={t('receive.network', { network })}
        onPress={networks.length === 0 ? undefined : () => setChoosing(true)}
      >
        {network}
      </HeroChip>
      <ScreenSheet isOpen={isChoosing} onClose={() => setChoosing(false)} title={t('receive.networkTitle')}>
        <PickRows
          label={t('receive.networkTitle')}
          value={way.kind === 'chain' ? way.chain.chain : internalChain}
          options={[
            ...networks.map((row) => optionOf(t, row, way.currency?.code)),
            { value: internalChain, label: t('receive.internal'), detail: t('receive.noteTitle') },
          ]}
          onPick={choose}
        />
      </ScreenSheet>
    </div>
  );
}

/** The networks of a currency; while any currency will do, those of all of them. */
function useNetworks(currency: Currency | undefined): readonly CurrencyChain[] {
  const all = useCurrencies().data?.list ?? [];
  if (currency !== undefined) return currency.chains;
  const rows = all.flatMap(({ chains }) => chains).filter(({ depositOpen }) => depositOpen);
  return rows.filter((row, index) => rows.findIndex(({ chain }) => chain === row.chain) === index);
}

function optionOf(t: Say, row: CurrencyChain, currency: string | undefined) {
  const { chain, depositOpen, depositMin, minutes } = row;
  const line =
    currency === undefined
      ? undefined
      : t('receive.networkLine', { minutes, min: coinText(depositMin, currency) });
  return {
    value: chain,
    label: chainName(row),
    detail: depositOpen ? line : t('receive.networkPaused'),
    isDisabled: !depositOpen,
  };
}
