/**
 * What may not grow unnoticed (budgets.json). Raising a row needs a sentence in docs/decisions. Times are those of the
 * machine whose fixed work takes `fixedWorkMs`; a slower machine gets as much more as it is slower, a faster one no less.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Figures, OutcomeOfStep } from './steps.ts';

const root = join(import.meta.dirname, '..');

interface Row {
  readonly atMost: number;
  readonly is: string;
  readonly isTime?: true;
}

interface Budgets {
  readonly fixedWorkMs: number;
  readonly rows: Readonly<Record<string, Row>>;
}

export const budgets = JSON.parse(readFileSync(join(root, 'budgets.json'), 'utf8')) as Budgets;

/** The most that a row of budgets.json allows. Throws where there is no such row. */
export function atMost(name: string): number {
  const row = budgets.rows[name];
  if (row === undefined) throw new Error(`budgets.json has no row ${name}`);
  return row.atMost;
}

/** The rows that are exceeded, in words; a row without a figure says nothing. */
export function exceeded(figures: Figures, workMs: number, { rows, fixedWorkMs } = budgets): string[] {
  const slowness = Math.max(1, workMs / fixedWorkMs);
  return Object.entries(rows).flatMap(([name, { atMost: most, is, isTime }]) => {
    const figure = figures[name];
    const allowed = isTime === true ? most * slowness : most;
    return figure === undefined || figure <= allowed
      ? []
      : [`${name} is ${figure}, at most ${allowed.toFixed(1)} allowed (${is}); see CONTRIBUTING "Budgets"`];
  });
}

/** Wall seconds by which what a plain check does had ended, and the figures of steps that have a budget. */
export function measuredFigures(
  outcomes: readonly OutcomeOfStep[],
  minutes: number,
  checkSeconds: number,
): Figures {
  const of = (step: string): Figures => outcomes.find(({ name }) => name === step)?.figures ?? {};
  const { firstScreenKiB } = of('first screen');
  const { coldSeconds } = of('cold start');
  return {
    minutes: Number(minutes.toFixed(1)),
    checkSeconds,
    largestScriptKiB: largestScriptKiB(),
    ...(firstScreenKiB === undefined ? {} : { firstScreenKiB }),
    ...(coldSeconds === undefined ? {} : { coldSeconds }),
  };
}

function largestScriptKiB(): number {
  const scripts = globSync('apps/wallet/dist/assets/*.js', { cwd: root });
  const sizes = scripts.map((file) => gzipSync(readFileSync(join(root, file)), { level: 9 }).length);
  return Number((Math.max(0, ...sizes) / 1024).toFixed(1));
}
