/**
 * The envelope of spec 7 and protocol.md "Calls": appRequest, the string to sign and apiSign. Pure and shared; the MD5
 * itself is handed in, because the browser and the server have different ones.
 */
export type AppRequest = {
  readonly appVersion: string;
  readonly deviceType: string;
  readonly deviceModel: string;
  readonly deviceBrand: string;
  readonly deviceId: string;
  readonly osName: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly data: unknown;
};

/** The keys of appRequest, all of them needed, none besides. */
export const appRequestKeys = [
  'appVersion',
  'deviceType',
  'deviceModel',
  'deviceBrand',
  'deviceId',
  'osName',
  'time',
  'data',
] as const satisfies readonly (keyof AppRequest)[];

/** Compares by code point; JavaScript's own order is by UTF-16 unit and puts astral characters too early. */
export function compareCodePoints(left: string, right: string): number {
  const a = Array.from(left);
  const b = Array.from(right);
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** JSON without spaces or ASCII escaping, keys in code-point order at every depth, integer-like keys included. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([left], [right]) => compareCodePoints(left, right))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}

function signedText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return canonicalJson(value);
}

/** `key=value` in code-point order joined with `&`, the secret, then every tag stripped. */
export function stringToSign(request: AppRequest, secret: string): string {
  const fields = Object.entries(request)
    .toSorted(([left], [right]) => compareCodePoints(left, right))
    .map(([key, value]) => `${key}=${signedText(value)}`);
  return (fields.join('&') + secret).replace(/<[^>]*>/g, '');
}

/** Upper-case MD5 of the string to sign. `md5Hex` maps UTF-8 text to lower- or upper-case hex. A format check, never a permission. */
export function signRequest(request: AppRequest, secret: string, md5Hex: (text: string) => string): string {
  return md5Hex(stringToSign(request, secret)).toUpperCase();
}
