import { ageText, changeText, fiatName, sumText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { isStale, type ListedRate } from './age.ts';

type TableProps = {
  readonly title: string;
  readonly rates: readonly ListedRate[];
  readonly ageOf: (rate: ListedRate) => number;
  /** The currency in the converter. */
  readonly base: string;
  readonly onPick: (base: string) => void;
};

/** Prices of one kind with their age; a row puts its currency into the converter. */
export function RateTable({ title, rates, ageOf, base, onPick }: TableProps) {
  if (rates.length === 0) return null;
  return (
    <section>
      <SectionHead title={title} />
      <List label={title}>
        {rates.map((rate) => (
          <RateRow
            key={rate.pair}
            rate={rate}
            ageMs={ageOf(rate)}
            isSelected={rate.base === base}
            onPress={() => onPick(rate.base)}
          />
        ))}
      </List>
    </section>
  );
}

type RowProps = {
  readonly rate: ListedRate;
  readonly ageMs: number;
  readonly isSelected: boolean;
  readonly onPress: () => void;
};

function RateRow({ rate, ageMs, isSelected, onPress }: RowProps) {
  const t = useText();
  const stale = isStale(rate, ageMs);
  const name = rate.kind === 'fiat' ? fiatName(rate.base) : rate.name;
  const price = sumText(rate.rate);
  return (
    <ListRow
      glyph={<CoinIcon ticker={rate.base} />}
      title={rate.base}
      detail={
        <>
          <span className="block">{name}</span>
          <span className="block">
            {`${stale ? `${t('rate.stale')} · ` : ''}${ageText(ageMs)} · ${t('rate.sources', { count: rate.sources })}`}
          </span>
        </>
      }
      value={stale ? <span className="text-ink-3">{price}</span> : price}
      valueDetail={<Change change={rate.change24h} isQuiet={stale} />}
      isSelected={isSelected}
      onPress={onPress}
    />
  );
}

function Change({ change, isQuiet }: { readonly change: string | null; readonly isQuiet: boolean }) {
  const t = useText();
  if (change === null) {
    return (
      <>
        <span aria-hidden="true">—</span>
        <VisuallyHidden>{t('rate.noChange')}</VisuallyHidden>
      </>
    );
  }
  const isDown = change.startsWith('-');
  const text = changeText(change);
  // A price that stood still has no direction, and that of an old one means nothing.
  const isPlain = isQuiet || !/[1-9]/.test(change);
  return (
    <span className={isPlain ? undefined : isDown ? 'text-down' : 'text-up'}>
      <span aria-hidden="true">{isPlain ? text : `${isDown ? '▼' : '▲'} ${text}`}</span>
      <VisuallyHidden>{t('rate.change', { change: text })}</VisuallyHidden>
    </span>
  );
}
