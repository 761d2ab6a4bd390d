/**
 * `npm test`: every stage (scripts/stages.ts), the budgets, the report. Stops after the first stage that is red; says what
 * each step says while it runs.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { exceeded, measuredFigures } from './budgets.ts';
import { watchFixedWork } from './processor.ts';
import { type Report, writeReport } from './report.ts';
import { isWholeAndGood, runStages, stages } from './stages.ts';
import { exitCodeOf, type OutcomeOfStep, outcomeTable, printLine } from './steps.ts';

const startedAt = performance.now();
const fixedWorkMs = watchFixedWork();
let checkSeconds = 0;
rmSync(join(import.meta.dirname, '../test-results'), { recursive: true, force: true });

const outcomes = await runStages(stages, ({ name }, soFar) => {
  if (name === 'unit') checkSeconds = rounded(minutesSoFar() * 60);
  writeReport(reportOf(soFar, ['it did not come to its end']));
});
const isGood = isWholeAndGood(stages, outcomes);
// What did not run has no figures: the budgets speak of a whole test.
const problems = isGood
  ? exceeded(measuredFigures(outcomes, minutesSoFar(), checkSeconds), fixedWorkMs())
  : ['a step is red or did not run'];
const report = reportOf(outcomes, problems);
writeReport(report);
console.log(`\n${outcomeTable(outcomes)}\n`);
for (const problem of problems) printLine('npm test', problem);
console.log(JSON.stringify({ name: 'whole', figures: report.figures, ratios: {} }));
process.exitCode = exitCodeOf(report.isGood);

function minutesSoFar(): number {
  return (performance.now() - startedAt) / 60_000;
}

function reportOf(soFar: readonly OutcomeOfStep[], found: readonly string[]): Report {
  const cpuSeconds = Object.fromEntries(soFar.map(({ name, cpuSeconds: cpu = 0 }) => [name, rounded(cpu)]));
  return {
    isGood: found.length === 0,
    figures: {
      minutes: rounded(minutesSoFar()),
      cpuMinutes: rounded(Object.values(cpuSeconds).reduce((sum, cpu) => sum + cpu, 0) / 60),
      fixedWorkMs: rounded(fixedWorkMs()),
      retries: soFar.reduce((sum, { figures }) => sum + (figures['retries'] ?? 0), 0),
      red: soFar.filter((outcome) => !outcome.isGood).length,
    },
    cpuSeconds,
    steps: soFar,
    problems: found,
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}
