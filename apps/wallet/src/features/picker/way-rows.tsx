import { chainName } from '../../domain/chain/deposit-queries.ts';
import { balanceCover, useDeviceSwitch } from '../../lib/device/device-switch.ts';
import { coinText, showNumber } from '../../lib/text/format.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { internalWay, type MoneyWay } from './money-ways.ts';

type WayRowsProps = {
  readonly title: string | undefined;
  readonly ways: readonly MoneyWay[];
  readonly chosen: { readonly currency: string | undefined; readonly chain: string | undefined };
  readonly isReceiving: boolean;
  readonly onPick: (code: string, chain: string) => void;
};

/** Currencies with the network they travel on, what that costs and the least it moves. */
export function WayRows({ title, ways, chosen, isReceiving, onPick }: WayRowsProps) {
  const t = useText();
  const [isHidden] = useDeviceSwitch(balanceCover);
  if (ways.length === 0) return null;
  return (
    <>
      {title === undefined ? <div className="pt-4" /> : <SectionHead isQuiet title={title} />}
      <List label={title ?? t('shell.title.currency')}>
        {ways.map((way) => {
          const chain = way.chain?.chain ?? internalWay;
          const isClosed = isPaused(way, isReceiving);
          return (
            <ListRow
              key={`${way.code} ${chain}`}
              glyph={<CoinIcon ticker={way.code} />}
              title={way.code}
              detail={
                <>
                  <span className="block">
                    {way.chain === undefined ? t('picker.internal') : chainName(way.chain)}
                  </span>
                  <span className="block">{isClosed ? t('picker.paused') : lineOf(t, way, isReceiving)}</span>
                </>
              }
              value={
                way.available === undefined ? undefined : (
                  <MoneyText
                    parts={showNumber(way.available, { decimalsMin: way.decimals })}
                    isHidden={isHidden}
                    hiddenLabel={t('shell.hiddenAmount')}
                  />
                )
              }
              isSelected={way.code === chosen.currency && chain === (chosen.chain ?? internalWay)}
              onPress={isClosed ? undefined : () => onPick(way.code, chain)}
            />
          );
        })}
      </List>
    </>
  );
}

function isPaused({ chain }: MoneyWay, isReceiving: boolean): boolean {
  return chain !== undefined && !(isReceiving ? chain.depositOpen : chain.payoutOpen);
}

/** Spec 9: internal transfers are free; so is receiving. */
function lineOf(t: Say, { code, chain, transferMin, decimals }: MoneyWay, isReceiving: boolean): string {
  const coin = (amount: string) => coinText(amount, code, { decimalsMin: Math.min(decimals, 2) });
  if (chain === undefined) return t('picker.internalLine', { min: coin(transferMin) });
  const { depositMin, payoutMin, fee, feeMode, minutes } = chain;
  if (isReceiving) return t('picker.receiveLine', { min: coin(depositMin), minutes });
  const facts = { fee: coin(fee), min: coin(payoutMin) };
  return t(feeMode === 'quoted' ? 'picker.quotedLine' : 'picker.feeLine', facts);
}
