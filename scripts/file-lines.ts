/**
 * A reporter of Vitest for logs that may be cut: everything red as soon as it is red, one line for each file as it ends. Its
 * last line is the figures of the run as one line of JSON, with what the files counted themselves (e2e/program/figures.ts).
 */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { Reporter, TestCase, TestModule, TestProject, TestSuite } from 'vitest/node';

import { figuresFolder } from '../e2e/program/figures.ts';

/** Of a failure that prints whole pages. */
const linesOfOneFailure = 60;

type SerializedError = { readonly message: string; readonly stack?: string; readonly diff?: string };

export default class FileLines implements Reporter {
  private readonly startedAt = performance.now();
  private files = 0;
  private tests = 0;
  private failures = 0;
  private retries = 0;
  private project = 'tests';

  onTestRunStart(specifications: readonly { readonly project: TestProject }[]): void {
    this.project = specifications[0]?.project.name ?? this.project;
    // What another run counted.
    for (const file of globSync(`${this.project}.*.json`, { cwd: figuresFolder }))
      rmSync(join(figuresFolder, file));
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== 'failed') return;
    this.failures += 1;
    for (const error of errors) reportError(`${test.module.relativeModuleId} > ${test.fullName}`, error);
  }

  /** What failed around the tests of a part, which then did not run. */
  onTestSuiteResult(suite: TestSuite): void {
    this.reportAround(
      `${suite.module.relativeModuleId} > ${suite.fullName}, around its tests`,
      suite.errors(),
    );
  }

  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    // Of the last try of what ran twice: nothing does, and a figure shows it.
    this.retries += tests.reduce((sum, test) => sum + (test.diagnostic()?.retryCount ?? 0), 0);
    this.files += 1;
    this.tests += tests.length;
    this.reportAround(`${module.relativeModuleId}, while it was loaded or set up`, module.errors());
    const isGood = module.ok() && module.errors().length === 0;
    const word = isGood ? 'good' : 'RED ';
    console.log(`${word} ${module.relativeModuleId}  ${tests.length} tests  ${seconds} s`);
  }

  onUserConsoleLog({ content }: { readonly content: string }): void {
    // What a page says has no end of line of its own.
    console.log(stripVTControlCharacters(content).trimEnd());
  }

  private reportAround(where: string, errors: readonly SerializedError[]): void {
    this.failures += errors.length;
    for (const error of errors) reportError(where, error);
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) reportError('outside of any test', error);
    const seconds = Number(((performance.now() - this.startedAt) / 1000).toFixed(1));
    const { files, tests, failures, retries } = this;
    const own = { files, tests, failures: failures + errors.length, retries, seconds };
    console.log(
      JSON.stringify({ name: this.project, figures: { ...own, ...storedFigures(this.project) }, ratios: {} }),
    );
  }
}

function reportError(where: string, { message, stack, diff }: SerializedError): void {
  const words = [message, diff ?? '', stack?.split('\n').filter((line) => /^\s+at /.test(line))[0] ?? ''];
  const lines = stripVTControlCharacters(words.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '');
  console.log(`  RED ${where}`);
  for (const line of lines.slice(0, linesOfOneFailure)) console.log(`      ${line}`);
  if (lines.length > linesOfOneFailure) console.log(`      … ${lines.length - linesOfOneFailure} more lines`);
}

/** What the files of a project counted, added up by name. */
function storedFigures(project: string): Record<string, number> {
  const sums: Record<string, number> = {};
  if (!existsSync(figuresFolder)) return sums;
  for (const file of globSync(`${project}.*.json`, { cwd: figuresFolder })) {
    const figures = JSON.parse(readFileSync(join(figuresFolder, file), 'utf8')) as Record<string, number>;
    for (const [name, value] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}
