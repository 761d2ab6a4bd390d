import { regionName } from '../../domain/account/countries.ts';

/** Where something came from: a network, and its country where that is known; null for neither. */
export function placeText(address: string | null, country: string | null): string | null {
  const parts = [address, country === null ? null : regionName(country)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
