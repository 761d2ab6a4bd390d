import { fiats } from '../../domain/asset/fiat.ts';
import { paths, type PickerSearch } from '../../lib/route/paths.ts';
import { leavePicker, type WayBack } from '../../lib/route/picker.ts';
import { fiatName } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Card } from '../../ui/base/card.tsx';
import { PickRows } from '../../ui/field/pick-rows.tsx';
import { useFiatChoice } from './use-fiat-choice.ts';

/** The currency that worths and prices are shown in; what one holds stays what it is. */
export function LegalCurrencyPage({ back }: PickerSearch) {
  const t = useText();
  const wayBack: WayBack = { back, otherwise: paths.home() };
  const { fiat, isSaving, choose } = useFiatChoice();
  return (
    <Screen width="480" back={() => leavePicker(wayBack)}>
      <p className="type-sm text-ink-2 px-1 mb-3">{t('picker.fiatNote')}</p>
      <Card className="!p-1.5">
        <PickRows
          label={t('picker.fiatTitle')}
          options={fiats.map((value) => ({ value, label: value, detail: fiatName(value) }))}
          value={fiat}
          isDisabled={isSaving}
          onPick={(next) => void choose(next, () => leavePicker(wayBack))}
        />
      </Card>
    </Screen>
  );
}
