/**
 * The list of reliability.md 5: what a broken or hostile client may put into a field. One table says of every input for
 * which field types it is valid; for all others it must answer 400 and name the field.
 */

/** The field types of the contract (packages/contract/src/fields.ts and the enums beside it). */
export type FieldKind =
  | 'decimal'
  | 'assetCode'
  | 'chainCode'
  | 'pair' // a market
  | 'depthLevel' // 0 to 3
  | 'depthLimit' // 1 to 200
  | 'paymentCount' // 1 to 50
  | 'timeOrText' // a time as a number or as its digits
  | 'addressText' // an address on a chain as typed: 1-128 characters on one line
  | 'id'
  | 'time'
  | 'username'
  | 'email'
  | 'phone'
  | 'visibleText' // account and payee as typed: 4-254 visible ASCII characters
  | 'password'
  | 'sixDigits'
  | 'line' // a note: up to 140 characters on one line
  | 'language'
  | 'fiat'
  | 'inviteCode'
  | 'recoveryCode' // 12-20 letters, digits, blanks and dashes
  | 'object' // verify, subject
  | 'cursor'
  | 'size'
  | 'boolean'
  | 'billType'
  | 'contentId'
  | 'idOrNull'
  | 'lines' // a longer text with new lines
  | 'list' // of enums, ids or addresses; what may be in it is asked elsewhere
  | 'listOrNone' // a list that may be empty
  | 'months'
  | 'name' // a name: up to 40 characters on one line
  | 'label' // a name that may be blank
  | 'textList' // of ids as texts
  | 'ticket'
  | 'authNo' // the number of a KYC record
  | 'words' // up to 120 characters on one line, not blank
  | 'partner' // a company outside by its short name: 2-20 letters
  | 'timeZone'
  | 'true' // nothing but true
  | 'word'; // an enum of the contract that has no kind of its own

export type HostileInput = {
  readonly name: string;
  readonly value: unknown;
  /** Field types for which this is a well-formed value, whatever the service then says to it. */
  readonly validFor: readonly FieldKind[];
};

const texts = ['password', 'line', 'addressText'] as const satisfies readonly FieldKind[];
/** Of a few characters, none of them odd. */
const short = [...texts, 'lines', 'name', 'label', 'words'] as const satisfies readonly FieldKind[];

const row = (name: string, value: unknown, validFor: readonly FieldKind[] = []): HostileInput => ({
  name,
  value,
  validFor,
});

function text(name: string, value: string, validFor: readonly FieldKind[] = []) {
  return { name, value, validFor };
}

/**
 * Texts of characters that are not seen, turn the direction or are none at all. They are tried in every run, in every
 * place where the contract or the envelope has a text.
 */
export const hostileTexts: readonly (HostileInput & { readonly value: string })[] = [
  text('NUL inside', 'ab\u0000cd'),
  text('NUL only', '\u0000'),
  text('a lone high surrogate', 'ab\ud800'),
  text('a lone low surrogate', '\udc00ab'),
  text('a pair turned round', 'ab\udf3c\ud83ccd'),
  text('a control character', 'ab\u0007cd', ['password']),
  text('escape sequence', '\u001b[31mred', ['password']),
  text('delete', 'ab\u007fcd', ['password']),
  text('a control character of eight bits', 'ab\u0085cd', ['password']),
  text('line separator', 'ab\u2028cd', ['password']),
  text('right-to-left override', 'ab\u202ecd', ['password']),
  text('left-to-right isolate', 'ab\u2066cd', ['password']),
  text('Arabic letter mark', 'ab\u061ccd', short),
  text('zero width space', 'ab\u200bcd', short),
  text('zero width joiner', 'ab\u200dcd', short),
  text('byte order mark', '\ufeffabcd', short),
  text('a tag', 'ab\u{e0041}cd', short),
  text('a character that is none', 'ab\uffffcd', short),
];

/** True for a text that nothing can keep, so that every call which has one anywhere is malformed. */
export function isBroken(value: string): boolean {
  return value.includes('\0') || !value.isWellFormed();
}

export const hostileInputs: readonly HostileInput[] = [
  ...hostileTexts,
  row('null', null, ['idOrNull']),
  row('empty text', '', ['line', 'lines', 'label']),
  row('a blank', ' ', [...texts, 'lines', 'label']),
  row('blanks and a tab', ' \t ', ['password', 'lines']),
  row('a megabyte of text, cut to fit the body', 'x'.repeat(30_000)),
  row('300 characters', 'a'.repeat(300), ['lines']),
  row('129 characters', 'a'.repeat(129), ['line', 'visibleText', 'cursor', 'lines']),
  row('201 characters', 'a'.repeat(201), ['visibleText', 'lines']),
  row('true', true, ['boolean', 'true']),
  row('false', false, ['boolean']),
  row('text true', 'true', [
    'visibleText',
    'username',
    'cursor',
    'chainCode',
    ...short,
    'contentId',
    'timeZone',
    'partner',
  ]),
  row('minus one', -1),
  row('zero', 0, ['time', 'depthLevel', 'timeOrText']),
  row('one', 1, ['time', 'size', 'months', 'depthLevel', 'depthLimit', 'paymentCount', 'timeOrText']),
  row('a hundred', 100, ['time', 'size', 'depthLimit', 'timeOrText']),
  row('a hundred and one', 101, ['time', 'depthLimit', 'timeOrText']),
  row('a tenth', 0.1),
  // JSON has no infinity and sends null.
  row('1e309 (infinite)', 1e308 * 10, ['idOrNull']),
  row('a large fraction', 1.5e15 + 0.5),
  row('2^53', 2 ** 53),
  row('-2^53', -(2 ** 53)),
  row('text 1e2', '1e2', ['cursor', 'chainCode', ...short, 'timeZone']),
  row('text 1e309', '1e309', ['username', 'visibleText', 'cursor', 'chainCode', ...short, 'timeZone']),
  row('text 0x10', '0x10', ['username', 'visibleText', 'cursor', 'chainCode', ...short, 'timeZone']),
  row('text -1', '-1', ['cursor', ...short, 'timeZone']),
  row('text +1', '+1', [...short, 'timeZone']),
  row('text 0', '0', ['decimal', 'cursor', ...short, 'timeZone', 'depthLevel', 'timeOrText']),
  row('text 0.1', '0.1', ['decimal', 'cursor', ...short]),
  row('text .5', '.5', ['cursor', ...short]),
  row('text 5.', '5.', ['cursor', ...short]),
  row('text 00.5', '00.5', ['visibleText', 'cursor', ...short]),
  row('text 1,5', '1,5', short),
  row('text 1 5', '1 5', short),
  row('text with 18 decimals', `0.${'1'.repeat(18)}`, ['decimal', 'visibleText', 'cursor', ...short]),
  row('text with 19 decimals', `0.${'1'.repeat(19)}`, ['visibleText', 'cursor', ...short]),
  row('20 digits', '9'.repeat(20), [
    'decimal',
    'username',
    'recoveryCode',
    'visibleText',
    'cursor',
    ...short,
    'timeZone',
  ]),
  row('21 digits', '9'.repeat(21), ['visibleText', 'cursor', ...short, 'timeZone']),
  row('39 digits', '9'.repeat(39), ['visibleText', 'cursor', ...short, 'timeZone']),
  row('text NaN', 'NaN', ['cursor', ...short, 'timeZone']),
  row('text Infinity', 'Infinity', ['username', 'visibleText', 'cursor', ...short, 'timeZone']),
  row('text -Infinity', '-Infinity', ['visibleText', 'cursor', ...short, 'timeZone']),
  row('full-width digits', '１２', short),
  row('full-width six digits', '１２３４５６', short),
  row('Arabic-Indic digits', '١٢٣٤٥٦', short),
  row('six digits', '123456', [
    'decimal',
    'sixDigits',
    'username',
    'visibleText',
    'cursor',
    'inviteCode',
    'assetCode',
    'chainCode',
    ...short,
    'timeZone',
    'timeOrText',
  ]),
  row('five digits', '12345', [
    'decimal',
    'username',
    'visibleText',
    'cursor',
    'assetCode',
    'chainCode',
    ...short,
    'timeZone',
    'timeOrText',
  ]),
  row('seven digits', '1234567', [
    'decimal',
    'username',
    'visibleText',
    'cursor',
    'assetCode',
    'chainCode',
    ...short,
    'timeZone',
    'timeOrText',
  ]),
  row('six digits as a number', 123456, ['time', 'timeOrText']),
  row('an empty list', [], ['listOrNone']),
  row('a list of one', ['1'], ['textList']),
  row(
    'a list of many',
    Array.from({ length: 200 }, () => 'x'),
  ),
  row('an empty object', {}),
  row('an object with a length', { length: 3 }),
  row('an object like an operator', { $gt: '' }),
  row('an object like a regular expression', { $regex: '.*' }),
  row('a nested object', { a: { b: 'c' } }),
  row('an emoji', '🌼🌼🌼🌼', short),
  row('a family emoji', '👨‍👩‍👧‍👦', short),
  row('combining marks', `a${'\u0301'.repeat(50)}`, [...texts, 'lines', 'words']),
  row('Cyrillic look-alike', 'аnna', short),
  row('Chinese', '金盏花金盏花', short),
  row('Arabic', 'مرحبا', short),
  row('a script tag', '<script>alert(1)</script>', ['visibleText', ...short]),
  row('an image tag', '<img src=x onerror=alert(1)>', short),
  row('an attribute break', '" onmouseover="alert(1)', short),
  row('a javascript link', 'javascript:alert(1)', ['visibleText', ...short]),
  row('a template', '{{7*7}}', ['visibleText', ...short]),
  row('a template literal', '${7*7}', ['visibleText', ...short]),
  row('a spreadsheet formula', "=cmd|' /C calc'!A0", short),
  row('a formula with plus', '+1+1|cmd', ['visibleText', ...short]),
  row('a formula with at', '@SUM(1)', ['visibleText', ...short]),
  row('SQL quote', "'; drop table app.person; --", short),
  row('SQL comment', "admin'--", ['visibleText', ...short]),
  row('SQL or', "' or 1=1 --", short),
  row('SQL cast', '1::text', ['visibleText', ...short]),
  row('CRLF', 'ab\r\ncd', ['password']),
  row('a header line', 'ab\r\nSet-Cookie: x=1', ['password']),
  row('a path up', '../../etc/passwd', ['visibleText', ...short]),
  row('a Windows path up', '..\\..\\windows', ['visibleText', ...short]),
  row('a percent NUL', '%00abc', ['visibleText', ...short]),
  row('a percent slash', '%2e%2e%2f', ['visibleText', ...short]),
  row('a double percent', '%252e%252e', ['visibleText', ...short]),
  row('a shell substitution', '$(reboot)', ['visibleText', ...short]),
  row('a shell backtick', '`reboot`', ['visibleText', ...short]),
  row('a format string', '%s%s%s%n', ['visibleText', ...short]),
  row('a file link', 'file:///etc/passwd', ['visibleText', ...short]),
  row('a metadata address', 'http://169.254.169.254/', ['visibleText', ...short]),
  row('__proto__ as text', '__proto__', ['visibleText', 'cursor', ...short, 'timeZone']),
  row('constructor as text', 'constructor', [
    'username',
    'visibleText',
    'cursor',
    'chainCode',
    'partner',
    ...short,
    'contentId',
    'timeZone',
  ]),
  row('toString as text', 'toString', ['username', 'visibleText', 'cursor', ...short, 'timeZone']),
  row('undefined as text', 'undefined', [
    'username',
    'visibleText',
    'cursor',
    'chainCode',
    'partner',
    ...short,
    'contentId',
    'timeZone',
  ]),
  row('null as text', 'null', [
    'username',
    'visibleText',
    'cursor',
    'chainCode',
    'partner',
    ...short,
    'contentId',
    'timeZone',
  ]),
  row('an id that nobody has', '018f3c1e-0000-7000-8000-00000000ffff', [
    'id',
    'visibleText',
    'cursor',
    ...texts,
    'idOrNull',
    'lines',
    'name',
    'label',
    'words',
    'timeZone',
  ]),
  row('an id in upper case', '018F3C1E-0000-7000-8000-00000000FFFF', [
    'id',
    'visibleText',
    'cursor',
    ...texts,
    'idOrNull',
    'lines',
    'name',
    'label',
    'words',
    'timeZone',
  ]),
  row('an id without dashes', '018f3c1e00007000800000000000ffff', [
    'visibleText',
    'cursor',
    ...short,
    'timeZone',
  ]),
  row('an id in braces', '{018f3c1e-0000-7000-8000-00000000ffff}', ['visibleText', ...short]),
  row('an id cut short', '018f3c1e-0000-7000-8000-00000000fff', [
    'visibleText',
    'cursor',
    ...short,
    'timeZone',
  ]),
  row('another currency', 'EUR', ['assetCode', 'fiat', 'cursor', ...short, 'timeZone']),
  row('an unknown currency', 'ZZZ', ['assetCode', 'cursor', ...short, 'timeZone']),
  row('a currency in lower case', 'usdt', [
    'username',
    'visibleText',
    'cursor',
    'chainCode',
    ...short,
    'contentId',
    'timeZone',
    'partner',
  ]),
  row('a currency with a blank', 'USDT ', short),
  row('a currency in Cyrillic', 'USDТ', short),
  row('an unknown market', 'ZZZ_YYY', ['pair', 'visibleText', 'cursor', ...short, 'timeZone']),
  row('a market in lower case', 'btc_usdt', ['visibleText', 'cursor', ...short, 'timeZone']),
  row('a market in full-width letters', 'ＢＴＣ_ＵＳＤＴ', short),
  row('an unknown language', 'de', ['cursor', 'chainCode', 'partner', ...short, 'contentId', 'timeZone']),
  row('a language', 'ja', ['language', 'cursor', 'chainCode', 'partner', ...short, 'contentId', 'timeZone']),
  row('an e-mail', 'nobody@example.com', ['email', 'visibleText', ...short]),
  row('an e-mail with two @', 'a@b@example.com', ['visibleText', ...short]),
  row('an e-mail without a domain', 'nobody@', ['visibleText', ...short]),
  row('an e-mail with a new line', 'nobody@example.com\nBcc: x@y.zz', ['password', 'lines']),
  row('an e-mail with a comma', 'a@example.com,b@example.com', ['visibleText', ...short]),
  row('a phone number', '+995555012467', ['phone', 'visibleText', ...short, 'timeZone']),
  row('a phone number without plus', '995555012467', [
    'recoveryCode',
    'decimal',
    'username',
    'visibleText',
    'cursor',
    'chainCode',
    ...short,
    'timeZone',
    'timeOrText',
  ]),
  row('a phone number with letters', '+99555501ABCD', ['visibleText', ...short, 'timeZone']),
  row('a name of four', 'abcd', [
    'username',
    'visibleText',
    'cursor',
    'chainCode',
    'partner',
    ...short,
    'contentId',
    'timeZone',
  ]),
  row('a name of three', 'abc', ['cursor', 'chainCode', 'partner', ...short, 'contentId', 'timeZone']),
  row('a name of twenty-one', 'a'.repeat(21), ['visibleText', 'cursor', ...short, 'contentId', 'timeZone']),
  row('a name with a blank', 'anna kov', short),
  row('an invitation code', 'ABC234', [
    'inviteCode',
    'assetCode',
    'username',
    'visibleText',
    'cursor',
    ...short,
    'timeZone',
  ]),
  row('a time after the end of times', 8_640_000_000_000_001),
  row('a bill type', 'TRANSFER', [
    'billType',
    'assetCode',
    'username',
    'visibleText',
    'cursor',
    ...short,
    'timeZone',
  ]),
];
