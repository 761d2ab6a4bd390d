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
  | 'cardProductId' // two words of small letters, or one
  | 'choiceCode' // a row of a pick list
  | 'last4' // four digits
  | 'latinName' // 2-26 capital letters as a card prints them
  | 'personName' // up to 60 characters on one line, not blank
  | 'postalCode' // up to 16 characters on one line, not blank
  | 'region' // two capital letters
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
const short = [
  ...texts,
  'lines',
  'name',
  'label',
  'words',
  'personName',
] as const satisfies readonly FieldKind[];
/** Of up to sixteen of them. */
const brief = [...short, 'postalCode'] as const satisfies readonly FieldKind[];

const row = (name: string, value: unknown, validFor: readonly FieldKind[] = []): HostileInput => ({
  name,
  value,
  validFor,
});

function text(name: string, value: string, validFor: readonly FieldKind[] = []) {
  return { name, value, validFor };
}

/** One word of small letters. */
const word = [
  'cursor',
  'chainCode',
  'partner',
  'cardProductId',
  'choiceCode',
  ...brief,
  'contentId',
  'timeZone',
] as const satisfies readonly FieldKind[];
const digits = [
  'decimal',
  'username',
  'visibleText',
  'cursor',
  'assetCode',
  'chainCode',
  ...brief,
  'timeZone',
  'timeOrText',
] as const satisfies readonly FieldKind[];
/** Letters, digits, dashes and underscores. */
const plain = ['visibleText', 'cursor', ...brief, 'timeZone'] as const satisfies readonly FieldKind[];
/** As plain, of more than sixteen characters. */
const long = ['visibleText', 'cursor', ...short, 'timeZone'] as const satisfies readonly FieldKind[];

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
  text('Arabic letter mark', 'ab\u061ccd', brief),
  text('zero width space', 'ab\u200bcd', brief),
  text('zero width joiner', 'ab\u200dcd', brief),
  text('byte order mark', '\ufeffabcd', brief),
  text('a tag', 'ab\u{e0041}cd', brief),
  text('a character that is none', 'ab\uffffcd', brief),
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
  row('text true', 'true', [...word, 'visibleText', 'username']),
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
  row('text 1e2', '1e2', ['cursor', 'chainCode', ...brief, 'timeZone']),
  row('text 1e309', '1e309', [...plain, 'username', 'chainCode']),
  row('text 0x10', '0x10', [...plain, 'username', 'chainCode']),
  row('text -1', '-1', ['cursor', ...brief, 'timeZone']),
  row('text +1', '+1', [...brief, 'timeZone']),
  row('text 0', '0', ['decimal', 'cursor', ...brief, 'timeZone', 'depthLevel', 'timeOrText']),
  row('text 0.1', '0.1', ['decimal', 'cursor', ...brief]),
  row('text .5', '.5', ['cursor', ...brief]),
  row('text 5.', '5.', ['cursor', ...brief]),
  row('text 00.5', '00.5', ['visibleText', 'cursor', ...brief]),
  row('text 1,5', '1,5', brief),
  row('text 1 5', '1 5', brief),
  row('text with 18 decimals', `0.${'1'.repeat(18)}`, ['decimal', 'visibleText', 'cursor', ...short]),
  row('text with 19 decimals', `0.${'1'.repeat(19)}`, ['visibleText', 'cursor', ...short]),
  row('20 digits', '9'.repeat(20), [...long, 'decimal', 'username', 'recoveryCode']),
  row('21 digits', '9'.repeat(21), long),
  row('39 digits', '9'.repeat(39), long),
  row('text NaN', 'NaN', ['cursor', ...brief, 'timeZone']),
  row('text Infinity', 'Infinity', [...plain, 'username']),
  row('text -Infinity', '-Infinity', plain),
  row('full-width digits', '１２', brief),
  row('full-width six digits', '１２３４５６', brief),
  row('Arabic-Indic digits', '١٢٣٤٥٦', brief),
  row('six digits', '123456', [...digits, 'sixDigits', 'inviteCode']),
  row('four digits', '1234', [...digits, 'last4']),
  row('five digits', '12345', digits),
  row('seven digits', '1234567', digits),
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
  row('an emoji', '🌼🌼🌼🌼', brief),
  row('a family emoji', '👨‍👩‍👧‍👦', brief),
  row('combining marks', `a${'\u0301'.repeat(50)}`, [...texts, 'lines', 'words', 'personName']),
  row('Cyrillic look-alike', 'аnna', brief),
  row('Chinese', '金盏花金盏花', brief),
  row('Arabic', 'مرحبا', brief),
  row('a script tag', '<script>alert(1)</script>', ['visibleText', ...short]),
  row('an image tag', '<img src=x onerror=alert(1)>', short),
  row('an attribute break', '" onmouseover="alert(1)', short),
  row('a javascript link', 'javascript:alert(1)', ['visibleText', ...short]),
  row('a template', '{{7*7}}', ['visibleText', ...brief]),
  row('a template literal', '${7*7}', ['visibleText', ...brief]),
  row('a spreadsheet formula', "=cmd|' /C calc'!A0", short),
  row('a formula with plus', '+1+1|cmd', ['visibleText', ...brief]),
  row('a formula with at', '@SUM(1)', ['visibleText', ...brief]),
  row('SQL quote', "'; drop table app.person; --", short),
  row('SQL comment', "admin'--", ['visibleText', ...brief]),
  row('SQL or', "' or 1=1 --", brief),
  row('SQL cast', '1::text', ['visibleText', ...brief]),
  row('CRLF', 'ab\r\ncd', ['password']),
  row('a header line', 'ab\r\nSet-Cookie: x=1', ['password']),
  row('a path up', '../../etc/passwd', ['visibleText', ...brief]),
  row('a Windows path up', '..\\..\\windows', ['visibleText', ...brief]),
  row('a percent NUL', '%00abc', ['visibleText', ...brief]),
  row('a percent slash', '%2e%2e%2f', ['visibleText', ...brief]),
  row('a double percent', '%252e%252e', ['visibleText', ...brief]),
  row('a shell substitution', '$(reboot)', ['visibleText', ...brief]),
  row('a shell backtick', '`reboot`', ['visibleText', ...brief]),
  row('a format string', '%s%s%s%n', ['visibleText', ...brief]),
  row('a file link', 'file:///etc/passwd', ['visibleText', ...short]),
  row('a metadata address', 'http://169.254.169.254/', ['visibleText', ...short]),
  row('__proto__ as text', '__proto__', plain),
  row('constructor as text', 'constructor', [...word, 'username', 'visibleText']),
  row('toString as text', 'toString', [...plain, 'username', 'choiceCode']),
  row('undefined as text', 'undefined', [...word, 'username', 'visibleText']),
  row('null as text', 'null', [...word, 'username', 'visibleText']),
  row('an id that nobody has', '018f3c1e-0000-7000-8000-00000000ffff', [...long, 'id', 'idOrNull']),
  row('an id in upper case', '018F3C1E-0000-7000-8000-00000000FFFF', [...long, 'id', 'idOrNull']),
  row('an id without dashes', '018f3c1e00007000800000000000ffff', long),
  row('an id in braces', '{018f3c1e-0000-7000-8000-00000000ffff}', ['visibleText', ...short]),
  row('an id cut short', '018f3c1e-0000-7000-8000-00000000fff', long),
  row('another currency', 'EUR', ['assetCode', 'fiat', 'cursor', ...brief, 'timeZone', 'latinName']),
  row('an unknown currency', 'ZZZ', ['assetCode', 'cursor', ...brief, 'timeZone', 'latinName']),
  row('a currency in lower case', 'usdt', [...word, 'username', 'visibleText']),
  row('a currency with a blank', 'USDT ', [...brief, 'latinName']),
  row('a currency in Cyrillic', 'USDТ', brief),
  row('an unknown market', 'ZZZ_YYY', [...plain, 'pair']),
  row('a market in lower case', 'btc_usdt', plain),
  row('a market in full-width letters', 'ＢＴＣ_ＵＳＤＴ', brief),
  row('a region', 'DE', ['region', 'latinName', 'assetCode', 'cursor', ...brief, 'timeZone']),
  row('two words with a dash', 'abcd-efgh', [...plain, 'cardProductId', 'contentId']),
  row('an unknown language', 'de', word),
  row('a language', 'ja', [...word, 'language']),
  row('an e-mail', 'nobody@example.com', ['email', 'visibleText', ...short]),
  row('an e-mail with two @', 'a@b@example.com', ['visibleText', ...brief]),
  row('an e-mail without a domain', 'nobody@', ['visibleText', ...brief]),
  row('an e-mail with a new line', 'nobody@example.com\nBcc: x@y.zz', ['password', 'lines']),
  row('an e-mail with a comma', 'a@example.com,b@example.com', ['visibleText', ...short]),
  row('a phone number', '+995555012467', ['phone', 'visibleText', ...brief, 'timeZone']),
  row('a phone number without plus', '995555012467', [
    ...plain,
    'recoveryCode',
    'decimal',
    'username',
    'chainCode',
    'timeOrText',
  ]),
  row('a phone number with letters', '+99555501ABCD', ['visibleText', ...brief, 'timeZone']),
  row('the number of a card', '4000 0012 3456 7899', [...short, 'recoveryCode']),
  row('a name of four', 'abcd', [...word, 'username', 'visibleText']),
  row('a name of three', 'abc', word),
  row('a name of twenty-one', 'a'.repeat(21), [...long, 'contentId', 'choiceCode']),
  row('a name with a blank', 'anna kov', brief),
  row('an invitation code', 'ABC234', [...plain, 'inviteCode', 'assetCode', 'username']),
  row('a time after the end of times', 8_640_000_000_000_001),
  row('a bill type', 'TRANSFER', [...plain, 'billType', 'assetCode', 'username', 'latinName']),
];
