import { linkTo } from '../../lib/route/link.tsx';
import { paths, type PickerSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { CurrencyRows } from './currency-rows.tsx';
import { findCurrencies } from './find-currencies.ts';
import { PickerFrame } from './picker-frame.tsx';
import { useCurrencyPicker } from './use-currency-picker.ts';

/** The currencies of which something is available. */
export function CurrencyBalancePage({ back }: PickerSearch) {
  const t = useText();
  const { rows, isBalanceKnown, failure, balanceFailure, retry, chosen, wayBack, pick } =
    useCurrencyPicker(back);
  const held = isBalanceKnown ? rows?.filter(({ available = '0' }) => /[1-9]/.test(available)) : undefined;
  const all = linkTo(paths.currency(back === undefined ? {} : { back }), { isReplacing: true });
  return (
    <PickerFrame
      wayBack={wayBack}
      rows={held}
      failure={failure ?? balanceFailure}
      retry={retry}
      find={findCurrencies}
      empty={
        <EmptyState
          title={t('picker.emptyTitle')}
          reason={t('picker.emptyText')}
          action={
            <Button size="small" link={all}>
              {t('picker.showAll')}
            </Button>
          }
        />
      }
    >
      {(found, typed) => (
        <CurrencyRows
          title={typed === '' ? t('picker.held') : undefined}
          rows={found}
          chosen={chosen}
          onPick={pick}
        />
      )}
    </PickerFrame>
  );
}
