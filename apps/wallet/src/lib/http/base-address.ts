/**
 * Where calls go (spec 7): one base for the production host, another otherwise. Production is a host name and its base,
 * given when the app is built; every other host is served by its own `/api`.
 */
export type HostTable = Readonly<Record<string, string>>;

/** The hosts this build knows. */
export const productionHosts: HostTable = hostTable(
  import.meta.env['VITE_PRODUCTION_HOST'],
  import.meta.env['VITE_PRODUCTION_BASE'],
);

/** A table of one row, or none when the build names no production host. */
export function hostTable(host: string | undefined, base: string | undefined): HostTable {
  return host === undefined || base === undefined ? {} : { [host]: base };
}

/** The base address for the host in the address bar, without a slash at its end. */
export function baseAddress(host: string, table: HostTable = productionHosts): string {
  return (Object.hasOwn(table, host) ? table[host] : undefined) ?? '/api';
}
