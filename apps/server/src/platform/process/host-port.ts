/** Addresses as `host:port`. */

export type HostPort = { readonly host: string; readonly port: number };

/** `host:port`; an address of version 6 stands in brackets, which belong to the text alone. */
export function readHostPort(text: string): HostPort {
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(text.slice(at + 1)) };
}

/** `0.0.0.0`, `::` and other ways to write all addresses of a machine. */
export function isEveryAddress(host: string): boolean {
  return /^(::ffff:)?[0:.]+$/i.test(host);
}
