import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { coresFile } from '../apps/server/src/modules/identity/cores/cores.ts';
import { writeCores } from './password-cores.ts';

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
});
