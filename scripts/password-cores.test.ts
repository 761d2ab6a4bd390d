import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import {
  coreLengthMin,
  coresFile,
  isCommonPassword,
} from '../apps/server/src/modules/identity/cores/cores.ts';
import { isLoginPassword } from '../packages/contract/src/rules/credentials.ts';
import { listedPasswords, writeCores } from './password-cores.ts';

describe('the list of cores', () => {
  const written = gunzipSync(readFileSync(coresFile)).toString('utf8');

  it('is what its script makes', () => {
    expect(written === writeCores()).toBe(true);
  });

  it('brings the notice of its licence, and is small', () => {
    expect(written).toContain('Permission is hereby granted');
    expect(written).toContain('Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.');
    expect(readFileSync(coresFile).length).toBeLessThan(120_000);
  });

  it('holds every listed password that the rule allows, with a capital in front and around words with what people put there', () => {
    const listed = listedPasswords().filter((word) => word.length >= coreLengthMin);
    const withCapital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
    const words = listed.filter((word) => /^\p{L}+$/u.test(word)).map(withCapital);
    const tried = [
      ...listed,
      ...listed.map(withCapital),
      ...words.flatMap((word) => [`${word}1!`, `${word}!2024`, `#${word}77`, `${word}12$`]),
    ];
    const allowed = tried.filter((password) => isLoginPassword(password));
    expect(allowed.length).toBeGreaterThan(3000);
    expect(allowed.filter((password) => !isCommonPassword(password))).toEqual([]);
  });
});
