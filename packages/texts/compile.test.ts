import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, describe, expect, it } from 'vitest';

import { compileTexts } from './compile.ts';
import { languageIds } from './src/languages.ts';

const folder = mkdtempSync(join(tmpdir(), 'marigold-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { count, files } = compileTexts(undefined, join(folder, 'generated'));

function idsIn(file: string): string[] {
  return [...(files.get(file) ?? '').matchAll(/^"([^"]+)":/gm)].map((match) => match[1] ?? '');
}

describe('compileTexts', () => {
  it('says every text in every language', () => {
    for (const language of languageIds) expect(idsIn(`server/${language}.js`)).toHaveLength(count);
  });

  it('keeps the texts of the server out of the wallet', () => {
    for (const language of languageIds) {
      const wallet = [...idsIn(`wallet/${language}.js`), ...idsIn(`pages/${language}.js`)];
      expect(new Set(wallet).size).toBe(wallet.length);
      expect(wallet.filter((id) => /^(refusal|error|mail|dev)\./.test(id))).toEqual([]);
    }
  });

  it('keeps the first screen of every language within 3 KiB and the pages within 8 KiB, compressed', () => {
    const kibibytes = (file: string): number => gzipSync(files.get(file) ?? '', { level: 9 }).length / 1024;
    for (const language of languageIds) {
      expect(kibibytes(`wallet/${language}.js`)).toBeLessThan(3);
      expect(kibibytes(`pages/${language}.js`)).toBeLessThan(8);
    }
  });

  it('gives a text to the bundle whose name fits it longest', () => {
    expect(idsIn('wallet/en.js')).toContain('shell.title.home');
    expect(idsIn('wallet/en.js')).not.toContain('shell.title.kycmy');
    expect(idsIn('titles/en.js')).toContain('shell.title.kycmy');
    expect(idsIn('titles/en.js')).not.toContain('shell.title.home');
  });

  it('types a counted value as a number and any other as text or number', () => {
    const ids = files.get('ids.ts') ?? '';
    expect(ids).toContain(
      "'assets.explain.shown': { readonly count: number; readonly shown: string | number };",
    );
  });

  it('refuses a broken catalogue as a whole and writes nothing', () => {
    const source = join(folder, 'po');
    cpSync(join(import.meta.dirname, 'po'), source, { recursive: true });
    const file = join(source, 'shell', 'ru.po');
    const broken = readFileSync(file, 'utf8').replace(
      /msgid "shell\.(back|close)"\nmsgstr "[^"]*"/g,
      (text) => text.replace(/msgstr "[^"]*"/, 'msgstr ""'),
    );
    writeFileSync(file, broken);
    const target = join(folder, 'untouched');
    expect(() => compileTexts(source, target)).toThrow(
      /shell\.back: ru: is empty[\s\S]*shell\.close: ru: is empty/,
    );
    expect(() => readFileSync(join(target, 'ids.ts'))).toThrow(/ENOENT/);
  });
});
