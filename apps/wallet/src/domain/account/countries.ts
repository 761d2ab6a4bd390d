/** Regions of the world: which there are and how they are dialled says the server, how they are called the device. */
import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';

import { type ReadError, useRead } from '../../lib/query/queries.ts';
import { currentLanguage, languages, type LanguageId } from '../../lib/text/i18n.ts';

export type Country = WireOutput<Contract['base/country']>['list'][number];

/** Every region; the list changes with the program only. */
export function useCountries(): UseQueryResult<WireOutput<Contract['base/country']>, ReadError> {
  return useRead('base/country', {});
}

const namers = new Map<LanguageId, Intl.DisplayNames>();

/** The name of a region; its code where the device knows none. */
export function regionName(code: string, language: LanguageId = currentLanguage()): string {
  const known = namers.get(language);
  const namer = known ?? new Intl.DisplayNames(languages[language].lang, { type: 'region' });
  if (known === undefined) namers.set(language, namer);
  return namer.of(code) ?? code;
}

/** The region that the device's own language speaks of (`en-GB` is GB, `ja` is JP). */
export function deviceRegion(preferences: readonly string[] = navigator.languages): string | undefined {
  const [first] = preferences;
  try {
    return first === undefined ? undefined : new Intl.Locale(first).maximize().region;
  } catch {
    return undefined;
  }
}
