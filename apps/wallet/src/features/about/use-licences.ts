import { useQuery } from '@tanstack/react-query';

/** A licence and whose work is under it; written by scripts/pages/licences.ts. */
export type Licence = { readonly licence: string; readonly names: readonly string[] };

/** The list is a file of the app, fetched when somebody wants to see it. */
export function useLicences(isWanted: boolean) {
  return useQuery<readonly Licence[]>({
    queryKey: ['licences.json'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/licences.json', { signal });
      if (!response.ok) throw new Error(`licences.json answered ${response.status}`);
      return readLicences(await response.json());
    },
    enabled: isWanted,
    staleTime: Infinity,
    retry: false,
  });
}

function readLicences(value: unknown): Licence[] {
  if (!Array.isArray(value)) throw new Error('licences.json is no list');
  return value.map((row: Licence) => ({ licence: String(row.licence), names: row.names.map(String) }));
}
