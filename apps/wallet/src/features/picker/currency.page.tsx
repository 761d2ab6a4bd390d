import type { PickerSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ByKind, CurrencyRows } from './currency-rows.tsx';
import { findCurrencies } from './find-currencies.ts';
import { PickerFrame } from './picker-frame.tsx';
import { useCurrencyPicker } from './use-currency-picker.ts';

/** Any currency of Marigold: the recent ones first, then all of them with what is available. */
export function CurrencyPage({ back }: PickerSearch) {
  const t = useText();
  const { rows, recent, failure, retry, chosen, wayBack, pick } = useCurrencyPicker(back);
  const list = { chosen, onPick: pick };
  return (
    <PickerFrame wayBack={wayBack} rows={rows} failure={failure} retry={retry} find={findCurrencies}>
      {(found, typed) =>
        typed === '' ? (
          <>
            <CurrencyRows title={t('picker.recent')} rows={recent} {...list} />
            <ByKind rows={found} {...list} />
          </>
        ) : (
          <CurrencyRows rows={found} {...list} />
        )
      }
    </PickerFrame>
  );
}
