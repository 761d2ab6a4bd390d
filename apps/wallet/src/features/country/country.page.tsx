import { useSession } from '../../lib/device/session.ts';
import { paths, type PickerSearch } from '../../lib/route/paths.ts';
import { CountryPicker } from './country-picker.tsx';

/** Picks a region and with it a dialling code; the choice goes back to the page that asked. */
export function CountryPage({ back }: PickerSearch) {
  const { hasLogin } = useSession();
  return (
    <CountryPicker way={{ back, otherwise: hasLogin ? paths.setting() : paths.register() }} hasDialling />
  );
}
