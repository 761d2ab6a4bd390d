/**
 * The most used passwords that fit the specification's rule (8-20 characters of four kinds), gathered from how people
 * satisfy such rules: a well-known word, a capital, a year or a run of digits, one sign. Compared without case.
 */
const words = [
  'password',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'pa$$word',
  'pa$$w0rd',
  'p@$$word',
  'p@$$w0rd',
  'welcome',
  'w3lcome',
  'admin',
  'adm1n',
  'administrator',
  'qwerty',
  'qwertyuiop',
  'qwerty123',
  'abc',
  'abcd',
  'abcdef',
  'aa',
  'aaa',
  'abc123',
  'letmein',
  'iloveyou',
  'monkey',
  'dragon',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'master',
  'superman',
  'test',
  'testing',
  'user',
  'guest',
  'root',
  'login',
  'hello',
  'secret',
  'changeme',
  'default',
  'summer',
  'winter',
  'spring',
  'autumn',
  'google',
  'india',
  'china',
  'zaq',
  '1qaz',
  'woaini',
  'marigold',
  'wallet',
  'bitcoin',
  'crypto',
];
const tails = [
  '',
  '1',
  '01',
  '11',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '321',
  '666',
  '888',
  '2020',
  '2021',
  '2022',
  '2023',
  '2024',
  '2025',
  '2026',
];
const signs = ['!', '@', '#', '$', '.', '*', '!!', '@@'];
const others = [
  '1qaz@wsx',
  '1qaz!qaz',
  '!qaz2wsx',
  '@wsx1qaz',
  'zaq1@wsx',
  'zaq!2wsx',
  'zaq12wsx!',
  '1q2w3e4r!',
  '!q2w3e4r',
  'q1w2e3r4!',
  'asdf1234!',
  'asdf@1234',
];

const common = new Set(others);
for (const word of words) {
  for (const tail of tails) {
    common.add(word + tail);
    for (const sign of signs) {
      common.add(word + tail + sign);
      common.add(word + sign + tail);
      common.add(sign + word + tail);
    }
  }
}

/** Whether a password is one of those that everybody tries first. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
