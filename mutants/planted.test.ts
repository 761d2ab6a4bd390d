import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { patchedFiles } from '../chaos/patch.ts';
import { folders, plantedFaults, readFault } from './faults.ts';
import { failedOutput } from './plant.ts';

const repository = join(import.meta.dirname, '..');
/** As many as there must be; each new kind of mistake brings its own. */
const least = { planted: 44, facts: 12 };

const product =
  /^(apps\/server\/(src|migrations|content)|apps\/wallet\/(src|worker|public)|packages\/[\w-]+\/(src|po))\//;
const isTest = /\.(test|ct|test-d)\.tsx?$/;

const all = [...plantedFaults(folders.planted), ...plantedFaults(folders.facts)];

describe.each(all)('the planted fault $name', ({ patch, caughtBy }) => {
  it('fits the product as it is today and touches nothing else', () => {
    const files = [...patchedFiles(patch, repository).keys()];
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(file).toMatch(product);
      expect(file).not.toMatch(isTest);
    }
  });

  it('names a test that is there', () => {
    expect(existsSync(join(repository, caughtBy.file)), caughtBy.file).toBe(true);
  });
});

it.each(plantedFaults(folders.facts))(
  'the fact $name is held without a database',
  ({ caughtBy: { project } }) => {
    expect(['types', 'generated', 'unit', 'components']).toContain(project);
  },
);

it('there are enough of them', () => {
  expect(plantedFaults(folders.planted).length).toBeGreaterThanOrEqual(least.planted);
  expect(plantedFaults(folders.facts).length).toBeGreaterThanOrEqual(least.facts);
});

describe('the first lines of a patch', () => {
  const lines = ['What: It is wrong.', 'Kind: money', 'Caught by: unit a.test.ts', 'Seen as: wrong|false'];
  const head = lines.join('\n');

  it('say what, of which kind, by which test, with which settings and in which words', () => {
    const { seenAs, ...fault } = readFault('one', `${head}\nWith: A=1 B=/x?y=2\n\n--- a/a\n+++ b/a\n`);
    expect(fault).toMatchObject({
      what: 'It is wrong.',
      kind: 'money',
      caughtBy: { project: 'unit', file: 'a.test.ts' },
      settings: { A: '1', B: '/x?y=2' },
    });
    expect(seenAs).toEqual(/wrong|false/m);
  });

  it.each(lines)('are all needed, also "%s"', (line) => {
    const less = lines.filter((one) => one !== line).join('\n');
    expect(() => readFault('one', less)).toThrow(`one.patch has no line "${line.split(':', 1)[0]}: …"`);
  });

  it('name kinds and projects that there are', () => {
    expect(() => readFault('one', head.replace('money', 'mony'))).toThrow('one.patch says "mony"');
    expect(() => readFault('one', head.replace('unit', 'units'))).toThrow('one.patch says "units"');
  });
});

it('what failed tests say is neither what passed tests print nor a line of source', () => {
  const output =
    'stdout | a\nprinted\n⎯ Failed Tests 1 ⎯\nFAIL a\nit broke\n    3|   expect(source)\n     |    ^\nend';
  expect(failedOutput(output)).toBe('⎯ Failed Tests 1 ⎯\nFAIL a\nit broke\nend');
  expect(failedOutput('all is well')).toBe('');
});
