import type { Country } from '../../lib/countries.ts';
import { paths, type PickerSearch } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
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
