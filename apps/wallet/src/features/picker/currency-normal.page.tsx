import type { PickerSearch } from '../../lib/route/paths.ts';
import { chosenBefore } from '../../lib/route/picker.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { findCurrencies } from './find-currencies.ts';
import { internalWay, isReceiving, moneyWaysOf } from './money-ways.ts';
import { PickerFrame } from './picker-frame.tsx';
import { useCurrencyPicker } from './use-currency-picker.ts';
import { WayRows } from './way-rows.tsx';

/** A currency with the network it travels on, what that costs and the least it moves (spec 2). */
export function CurrencyNormalPage({ back }: PickerSearch) {
  const t = useText();
  const { rows, currencies, failure, retry, chosen, wayBack, pick } = useCurrencyPicker(back);
  const ways = rows === undefined ? undefined : moneyWaysOf(rows, currencies ?? []);
  const receives = isReceiving(back);
  const list = {
    chosen: { currency: chosen, chain: chosenBefore(back, 'chain') },
    isReceiving: receives,
    onPick: pick,
  };
  return (
    <PickerFrame
      wayBack={wayBack}
      rows={ways}
      failure={failure}
      retry={retry}
      find={findCurrencies}
      note={t('picker.networkNote')}
    >
      {(found, typed) =>
        typed === '' ? (
          <>
            <WayRows
              title={t('picker.onNetworks')}
              ways={found.filter(({ chain }) => chain !== undefined)}
              {...list}
            />
            <WayRows
              title={t('picker.inside')}
              ways={found.filter(({ chain }) => chain === undefined)}
              {...list}
            />
            {receives ? <AnyCurrency onPick={() => pick(undefined, internalWay)} /> : null}
          </>
        ) : (
          <WayRows title={undefined} ways={found} {...list} />
        )
      }
    </PickerFrame>
  );
}

/** Whoever pays chooses the currency; inside Marigold only. */
function AnyCurrency({ onPick }: { readonly onPick: () => void }) {
  const t = useText();
  return (
    <List className="mt-4">
      <ListRow
        glyph={<ListGlyph icon="hand-coins" />}
        title={t('picker.any')}
        detail={t('picker.anyText')}
        onPress={onPick}
      />
    </List>
  );
}
