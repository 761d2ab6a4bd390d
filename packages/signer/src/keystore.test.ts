import { beforeAll, describe, expect, it } from 'vitest';

import { demoWords } from './keys.ts';
import { openKeystore, sealKeystore } from './keystore.ts';

const passphrase = 'eleven blue herons';
const now = Date.UTC(2026, 10, 22);

describe('a keystore', () => {
  let sealed = '';
  beforeAll(async () => {
    sealed = await sealKeystore({ words: demoWords, passphrase, now });
  });

  it('gives its words to whoever has the passphrase, and shows none of them', async () => {
    expect(await openKeystore(sealed, passphrase)).toBe(demoWords);
    expect(sealed).not.toContain('junk');
  });

  it('stays shut for another passphrase, and once anything of it was changed', async () => {
    const changes: readonly [from: string, to: string][] = [
      ['2026-11-22', '2026-11-23'],
      [/"sealed": "(..)/.exec(sealed)?.[0] ?? 'none', '"sealed": "AA'],
    ];
    await expect(openKeystore(sealed, `${passphrase}!`)).rejects.toThrow('does not open');
    for (const [from, to] of changes) {
      const changed = sealed.replace(from, to);
      expect(changed).not.toBe(sealed);
      await expect(openKeystore(changed, passphrase)).rejects.toThrow('does not open');
    }
  });

  it('that is cheaper to guess, or no keystore, is not even tried', async () => {
    for (const text of [sealed.replace('131072', '1024'), '{}', 'words', '']) {
      await expect(openKeystore(text, passphrase)).rejects.toThrow('no keystore');
    }
  });

  it('is not made of words that are no seed, nor under a short passphrase', async () => {
    await expect(sealKeystore({ words: 'test test', passphrase, now })).rejects.toThrow('no words');
    await expect(sealKeystore({ words: demoWords, passphrase: 'short', now })).rejects.toThrow('characters');
  });
});
