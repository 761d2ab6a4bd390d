/**
 * Around every file of the journeys: evidence of each test that fails, a last look at the pages that are left, and the
 * figures of the file. These hooks run before those of the file (vitest.config.ts orders them), so that what a file closes
 * after a test is still open.
 */
import { rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import {
  afterAll,
  afterEach,
  beforeEach,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestSuite,
} from 'vitest';

import { findingsSoFar, noteRed } from '../looks/last-look.ts';
import { keepFigures } from '../program/figures.ts';
import { repository } from '../program/program.ts';
import { forgetEvidence, hearWitnesses, keepEvidence } from './evidence.ts';
import { closeVisits } from './visit.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Paths of what was kept of a failure, from the repository. */
    evidence?: readonly string[];
  }
}

/** The longest name of a folder that every file system takes, with room for its place. */
const nameLengthMax = 80;

hearWitnesses();

beforeEach(async () => {
  noteRed(false);
  await forgetEvidence();
});

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  noteRed(true);
  await keepAll(task);
});

afterAll(async ({}, { file }) => {
  // What failed before tests or between them, such as a program that did not start.
  const broken = brokenSuites(file);
  noteRed(broken.length > 0);
  for (const suite of broken) await keepAll(suite);
  try {
    await closeVisits();
  } finally {
    const tests = testsOf(file).filter(({ result }) => result !== undefined);
    const failures = broken.length + tests.filter(({ result }) => result?.state === 'fail').length;
    keepFigures('journeys', partOf(file), { journeys: tests.length, failures, axe: findingsSoFar() });
  }
});

function testsOf(suite: RunnerTestSuite): RunnerTestCase[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));
}

/** The file and its parts whose own hooks failed. */
function brokenSuites(suite: RunnerTestSuite): RunnerTestSuite[] {
  const parts = suite.tasks.filter((task) => task.type === 'suite').flatMap(brokenSuites);
  return (suite.result?.errors ?? []).length > 0 ? [suite, ...parts] : parts;
}

async function keepAll(task: RunnerTask): Promise<void> {
  const folder = join(repository, 'test-results', partOf(task.file), folderOf(task));
  rmSync(folder, { recursive: true, force: true });
  const paths = (await keepEvidence(folder)).map((path) => relative(repository, path));
  task.meta.evidence = paths;
  for (const path of paths) console.error(`evidence: ${path}`);
}

function partOf({ name }: { readonly name: string }): string {
  return basename(name, '.e2e.ts');
}

/** The names of a test and of all that it stands in, as one folder. */
function folderOf(task: RunnerTask): string {
  if (task === task.file) return 'around-the-tests';
  const names: string[] = [];
  for (let one: RunnerTask | undefined = task; one !== undefined && one !== task.file; one = one.suite)
    names.unshift(one.name);
  return names
    .join(' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, nameLengthMax)
    .replaceAll(/^-|-$/g, '');
}
