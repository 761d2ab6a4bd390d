/**
 * The list of reliability.md 5: what a broken or hostile client may put into a field. One table says of every input for
 * which field types it is valid; for all others it must answer 400 and name the field.
 */

/** The field types of the contract (packages/contract/src/fields.ts and the enums beside it). */
export type FieldKind =
  | 'decimal'
  | 'assetCode'
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
  | 'object' // verify, subject
  | 'cursor'
  | 'size'
  | 'boolean'
  | 'billType'
  | 'word'; // an enum of the contract that has no kind of its own

export type HostileInput = {
  readonly name: string;
  readonly value: unknown;
  /** Field types for which this is a well-formed value, whatever the service then says to it. */
  readonly validFor: readonly FieldKind[];
};

const texts = ['password', 'line'] as const satisfies readonly FieldKind[];

const row = (name: string, value: unknown, validFor: readonly FieldKind[] = []): HostileInput => ({
  name,
  value,
  validFor,
});

export const hostileInputs: readonly HostileInput[] = [
  row('null', null),
  row('empty text', '', ['line']),
  row('a blank', ' ', texts),
  row('blanks and a tab', ' \t ', ['password']),
  row('a megabyte of text, cut to fit the body', 'x'.repeat(30_000)),
  row('300 characters', 'a'.repeat(300)),
  row('129 characters', 'a'.repeat(129), ['line', 'visibleText', 'cursor']),
  row('201 characters', 'a'.repeat(201), ['visibleText']),
  row('true', true, ['boolean']),
  row('false', false, ['boolean']),
  row('text true', 'true', ['visibleText', 'username', 'cursor', ...texts]),
  row('minus one', -1),
  row('zero', 0, ['time']),
  row('one', 1, ['time', 'size']),
  row('a hundred', 100, ['time', 'size']),
  row('a hundred and one', 101, ['time']),
  row('a tenth', 0.1),
  row('1e309 (infinite)', 1e308 * 10),
  row('a large fraction', 1.5e15 + 0.5),
  row('2^53', 2 ** 53),
  row('-2^53', -(2 ** 53)),
  row('text 1e2', '1e2', ['cursor', ...texts]),
  row('text 0x10', '0x10', ['username', 'visibleText', 'cursor', ...texts]),
  row('text -1', '-1', ['cursor', ...texts]),
  row('text +1', '+1', texts),
  row('text 0', '0', ['decimal', 'cursor', ...texts]),
  row('text 0.1', '0.1', ['decimal', 'cursor', ...texts]),
  row('text .5', '.5', ['cursor', ...texts]),
  row('text 5.', '5.', ['cursor', ...texts]),
  row('text 00.5', '00.5', ['visibleText', 'cursor', ...texts]),
  row('text 1,5', '1,5', texts),
  row('text 1 5', '1 5', texts),
  row('text with 18 decimals', `0.${'1'.repeat(18)}`, ['decimal', 'visibleText', 'cursor', ...texts]),
  row('text with 19 decimals', `0.${'1'.repeat(19)}`, ['visibleText', 'cursor', ...texts]),
  row('20 digits', '9'.repeat(20), ['decimal', 'username', 'visibleText', 'cursor', ...texts]),
  row('21 digits', '9'.repeat(21), ['visibleText', 'cursor', ...texts]),
  row('39 digits', '9'.repeat(39), ['visibleText', 'cursor', ...texts]),
  row('text NaN', 'NaN', ['cursor', ...texts]),
  row('text Infinity', 'Infinity', ['username', 'visibleText', 'cursor', ...texts]),
  row('text -Infinity', '-Infinity', ['visibleText', 'cursor', ...texts]),
  row('full-width digits', '１２', texts),
  row('full-width six digits', '１２３４５６', texts),
  row('Arabic-Indic digits', '١٢٣٤٥٦', texts),
  row('six digits', '123456', [
    'decimal',
    'sixDigits',
    'username',
    'visibleText',
    'cursor',
    'inviteCode',
    'assetCode',
    ...texts,
  ]),
  row('five digits', '12345', ['decimal', 'username', 'visibleText', 'cursor', 'assetCode', ...texts]),
  row('seven digits', '1234567', ['decimal', 'username', 'visibleText', 'cursor', 'assetCode', ...texts]),
  row('six digits as a number', 123456, ['time']),
  row('an empty list', []),
  row('a list of one', ['1']),
  row(
    'a list of many',
    Array.from({ length: 200 }, () => 'x'),
  ),
  row('an empty object', {}),
  row('an object with a length', { length: 3 }),
  row('an object like an operator', { $gt: '' }),
  row('an object like a regular expression', { $regex: '.*' }),
  row('a nested object', { a: { b: 'c' } }),
  row('NUL inside', 'ab\u0000cd', ['password']),
  row('NUL only', '\u0000', ['password']),
  row('a control character', 'ab\u0007cd', ['password']),
  row('escape sequence', '\u001b[31mred', ['password']),
  row('right-to-left override', 'ab\u202ecd', ['password']),
  row('left-to-right isolate', 'ab\u2066cd', ['password']),
  row('zero width space', 'ab\u200bcd', texts),
  row('zero width joiner', 'ab\u200dcd', texts),
  row('byte order mark', '\ufeffabcd', texts),
  row('line separator', 'ab\u2028cd', ['password']),
  row('an emoji', '🌼🌼🌼🌼', texts),
  row('a family emoji', '👨‍👩‍👧‍👦', texts),
  row('combining marks', `a${'\u0301'.repeat(50)}`, texts),
  row('a lone high surrogate', 'ab\ud800', ['password']),
  row('a lone low surrogate', '\udc00ab', ['password']),
  row('Cyrillic look-alike', 'аnna', texts),
  row('Chinese', '金盏花金盏花', texts),
  row('Arabic', 'مرحبا', texts),
  row('a script tag', '<script>alert(1)</script>', ['visibleText', ...texts]),
  row('an image tag', '<img src=x onerror=alert(1)>', texts),
  row('an attribute break', '" onmouseover="alert(1)', texts),
  row('a javascript link', 'javascript:alert(1)', ['visibleText', ...texts]),
  row('a template', '{{7*7}}', ['visibleText', ...texts]),
  row('a template literal', '${7*7}', ['visibleText', ...texts]),
  row('a spreadsheet formula', "=cmd|' /C calc'!A0", texts),
  row('a formula with plus', '+1+1|cmd', ['visibleText', ...texts]),
  row('a formula with at', '@SUM(1)', ['visibleText', ...texts]),
  row('SQL quote', "'; drop table app.person; --", texts),
  row('SQL comment', "admin'--", ['visibleText', ...texts]),
  row('SQL or', "' or 1=1 --", texts),
  row('SQL cast', '1::text', ['visibleText', ...texts]),
  row('CRLF', 'ab\r\ncd', ['password']),
  row('a header line', 'ab\r\nSet-Cookie: x=1', ['password']),
  row('a path up', '../../etc/passwd', ['visibleText', ...texts]),
  row('a Windows path up', '..\\..\\windows', ['visibleText', ...texts]),
  row('a percent NUL', '%00abc', ['visibleText', ...texts]),
  row('a percent slash', '%2e%2e%2f', ['visibleText', ...texts]),
  row('a double percent', '%252e%252e', ['visibleText', ...texts]),
  row('a shell substitution', '$(reboot)', ['visibleText', ...texts]),
  row('a shell backtick', '`reboot`', ['visibleText', ...texts]),
  row('a format string', '%s%s%s%n', ['visibleText', ...texts]),
  row('a file link', 'file:///etc/passwd', ['visibleText', ...texts]),
  row('a metadata address', 'http://169.254.169.254/', ['visibleText', ...texts]),
  row('__proto__ as text', '__proto__', ['visibleText', 'cursor', ...texts]),
  row('constructor as text', 'constructor', ['username', 'visibleText', 'cursor', ...texts]),
  row('toString as text', 'toString', ['username', 'visibleText', 'cursor', ...texts]),
  row('undefined as text', 'undefined', ['username', 'visibleText', 'cursor', ...texts]),
  row('null as text', 'null', ['username', 'visibleText', 'cursor', ...texts]),
  row('an id that nobody has', '018f3c1e-0000-7000-8000-00000000ffff', [
    'id',
    'visibleText',
    'cursor',
    ...texts,
  ]),
  row('an id in upper case', '018F3C1E-0000-7000-8000-00000000FFFF', [
    'id',
    'visibleText',
    'cursor',
    ...texts,
  ]),
  row('an id without dashes', '018f3c1e00007000800000000000ffff', ['visibleText', 'cursor', ...texts]),
  row('an id in braces', '{018f3c1e-0000-7000-8000-00000000ffff}', ['visibleText', ...texts]),
  row('an id cut short', '018f3c1e-0000-7000-8000-00000000fff', ['visibleText', 'cursor', ...texts]),
  row('another currency', 'EUR', ['assetCode', 'fiat', 'cursor', ...texts]),
  row('an unknown currency', 'ZZZ', ['assetCode', 'cursor', ...texts]),
  row('a currency in lower case', 'usdt', ['username', 'visibleText', 'cursor', ...texts]),
  row('a currency with a blank', 'USDT ', texts),
  row('a currency in Cyrillic', 'USDТ', texts),
  row('an unknown language', 'de', ['cursor', ...texts]),
  row('a language', 'ja', ['language', 'cursor', ...texts]),
  row('an e-mail', 'nobody@example.com', ['email', 'visibleText', ...texts]),
  row('an e-mail with two @', 'a@b@example.com', ['visibleText', ...texts]),
  row('an e-mail without a domain', 'nobody@', ['visibleText', ...texts]),
  row('an e-mail with a new line', 'nobody@example.com\nBcc: x@y.zz', ['password']),
  row('an e-mail with a comma', 'a@example.com,b@example.com', ['visibleText', ...texts]),
  row('a phone number', '+995555012467', ['phone', 'visibleText', ...texts]),
  row('a phone number without plus', '995555012467', [
    'decimal',
    'username',
    'visibleText',
    'cursor',
    ...texts,
  ]),
  row('a phone number with letters', '+99555501ABCD', ['visibleText', ...texts]),
  row('a name of four', 'abcd', ['username', 'visibleText', 'cursor', ...texts]),
  row('a name of three', 'abc', ['cursor', ...texts]),
  row('a name of twenty-one', 'a'.repeat(21), ['visibleText', 'cursor', ...texts]),
  row('a name with a blank', 'anna kov', texts),
  row('an invitation code', 'ABC234', [
    'inviteCode',
    'assetCode',
    'username',
    'visibleText',
    'cursor',
    ...texts,
  ]),
  row('a time after the end of times', 8_640_000_000_000_001),
  row('a bill type', 'TRANSFER', ['billType', 'assetCode', 'username', 'visibleText', 'cursor', ...texts]),
];
