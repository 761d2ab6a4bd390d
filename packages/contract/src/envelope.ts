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
  const length = Math.min(left.length, right.length);
  let at = 0;
  // Ends: each turn is one character further on, up to the end of the shorter text.
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  if (at === length) return left.length - right.length;
  // The second half of a pair says nothing without its first.
  if (at > 0 && (left.charCodeAt(at - 1) & 0xfc00) === 0xd800) at -= 1;
  return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
}

/** JSON without spaces or ASCII escaping, keys in code-point order at every depth, integer-like keys included. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(fields).sort(compareCodePoints)) {
    const field = fields[key];
    if (field === undefined) continue;
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/** As JSON.stringify, which is only asked where something may have to be escaped. */
function quoted(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit >= 0xd800) return JSON.stringify(text);
  }
  return `"${text}"`;
}

function signedText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return canonicalJson(value);
}

/** The usual keys in the order in which they are signed. */
const signedKeys = appRequestKeys.toSorted(compareCodePoints);

/** `key=value` in code-point order joined with `&`, the secret, then every tag stripped. */
export function stringToSign(request: AppRequest, secret: string): string {
  const fields: Readonly<Record<string, unknown>> = request;
  const keys = Object.keys(fields);
  const isUsual = keys.length === signedKeys.length && signedKeys.every((key) => key in fields);
  const sorted = isUsual ? signedKeys : keys.toSorted(compareCodePoints);
  let text = '';
  for (const key of sorted) text += `${text === '' ? '' : '&'}${key}=${signedText(fields[key])}`;
  return withoutTags(text + secret);
}

/** As `replace(/<[^>]*>/g, '')`, which would take minutes for a body of nothing but opening brackets. */
function withoutTags(text: string): string {
  let rest = '';
  let from = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', from)) {
    const close = text.indexOf('>', open);
    if (close < 0) break;
    rest += text.slice(from, open);
    from = close + 1;
  }
  return rest + text.slice(from);
}

/** Upper-case MD5 of the string to sign. `md5Hex` maps UTF-8 text to lower- or upper-case hex. A format check, never a permission. */
export function signRequest(request: AppRequest, secret: string, md5Hex: (text: string) => string): string {
  return md5Hex(stringToSign(request, secret)).toUpperCase();
}
