import { expect, it } from 'vitest';

import { keyNameOf } from './key-name.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome · Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari · macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0 Mobile Safari/537.36', 'Pixel 8'],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0 Mobile Safari/537.36', 'Android'],
  ['something else', 'browser'],
])('a key made by %s is called %s', (userAgent, name) => {
  expect(keyNameOf(userAgent)).toBe(name);
});
