import { useEffect, useEffectEvent } from 'react';

import { go } from '../../../lib/route/navigation.ts';
import { withSearch } from '../../../lib/route/paths.ts';
import { typeInForm } from '../typed-forms.ts';

/** A country that was just picked becomes what was typed in a form, and leaves the address. */
export function usePickedCountry(form: string, country: string | undefined): void {
  const take = useEffectEvent((code: string) => {
    typeInForm(form, 'country', code);
    const here = window.location.pathname + window.location.search;
    go(withSearch(here, { country: undefined }), { isReplacing: true });
  });
  useEffect(() => {
    if (country !== undefined) take(country);
  }, [country]);
}
