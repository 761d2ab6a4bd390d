/** Phone numbers in two parts: the dialling code of a region, which is picked, and the rest, which is typed. */
import { readPhone } from './contact.ts';
import type { Country } from './countries.ts';

/** Of the regions that share a dialling code, the one that a number without further knowledge belongs to. */
const mainRegions: Readonly<Record<string, string>> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
};

/** The value of a field: `+995 555 01 24 67`. What was typed with a plus or two zeros says its code itself. */
export function joinPhone(area: string | undefined, typed: string): string {
  const isWhole = /^\s*(\+|＋|00)/.test(typed);
  return area === undefined || isWhole || typed.trim() === '' ? typed : `+${area} ${typed}`;
}

/** What of a value is typed beside this dialling code. */
export function typedPart(area: string | undefined, value: string): string {
  const before = `+${area} `;
  return area !== undefined && value.startsWith(before) ? value.slice(before.length) : value;
}

/** The dialling code that a whole number begins with, and what is left of it; undefined for a number without one. */
export function splitPhone(
  value: string,
  countries: readonly Country[],
): { readonly area: string; readonly typed: string } | undefined {
  const phone = readPhone(value);
  if (!phone.startsWith('+')) return undefined;
  const areas = countries.map(({ area }) => area).filter((area) => phone.startsWith(area, 1));
  const area = areas.toSorted((left, right) => right.length - left.length)[0];
  if (area === undefined) return undefined;
  const written = typedPart(area, value);
  return { area, typed: written === value ? phone.slice(1 + area.length) : written };
}

/** The region of a dialling code; of several the wanted one, or the one that most numbers belong to. */
export function regionOfArea(
  area: string,
  countries: readonly Country[],
  wanted: string | undefined,
): string | undefined {
  const codes = countries.filter((country) => country.area === area).map(({ code }) => code);
  return [wanted, mainRegions[area]].find((code) => code !== undefined && codes.includes(code)) ?? codes[0];
}
