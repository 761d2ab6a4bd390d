import type { Country } from '../../domain/account/countries.ts';
import { useSession } from '../../lib/device/session.ts';
import { paths, type PickerSearch } from '../../lib/route/paths.ts';
import { CountryPicker } from './country-picker.tsx';

/** Picks an issuing region or a nationality: only regions whose documents can be verified. */
export function CountryListPage({ back }: PickerSearch) {
  const { hasLogin } = useSession();
  return (
    <CountryPicker
      way={{ back, otherwise: hasLogin ? paths.setting() : paths.home() }}
      isOffered={isVerifiable}
    />
  );
}

function isVerifiable({ kyc }: Country): boolean {
  return kyc;
}
