/**
 * `npm run check`: what takes little time, before every commit. `npm run check -- NAME … [--json]`: the steps whose names
 * begin so, slow ones included; the last line is their figures as one line of JSON. `-- whole` reads the report of the last
 * `npm test`.
 */
import { readReport } from './report.ts';
import { isWholeAndGood, namedStages, runStages, type Stage, stages } from './stages.ts';
import { exitCodeOf, type Figures, type OutcomeOfStep, outcomeTable } from './steps.ts';

const names = process.argv.slice(2).filter((word) => !word.startsWith('-'));

process.exitCode = exitCodeOf(names.includes('whole') ? sayWhole() : await check());

async function check(): Promise<boolean> {
  const all = [...stages, ...namedStages];
  const chosen = all.map((stage) => ({ ...stage, steps: stage.steps.filter(isChosen) }));
  if (chosen.every(({ steps }) => steps.length === 0)) {
    const known = all.flatMap(({ steps }) => steps.map(({ name }) => name));
    console.error(`No such step; there are ${[...known, 'whole'].join(', ')}.`);
    return false;
  }
  const outcomes = await runStages(chosen);
  console.log(`\n${outcomeTable(outcomes)}`);
  if (names.length > 0) console.log(JSON.stringify({ name: names.join(' '), ...figuresOf(outcomes) }));
  return isWholeAndGood(chosen, outcomes);
}

function isChosen({ name, isSlow }: Stage['steps'][number]): boolean {
  return names.length === 0 ? isSlow !== true : names.some((one) => name.startsWith(one));
}

/** Of one step its own figures; of several only what all have. */
function figuresOf(outcomes: readonly OutcomeOfStep[]): { figures: Figures; ratios: Figures } {
  const sum = (of: (one: OutcomeOfStep) => number): number =>
    outcomes.reduce((total, one) => total + of(one), 0);
  const common = {
    red: outcomes.filter(({ isGood }) => !isGood).length,
    seconds: rounded(sum(({ seconds }) => seconds)),
    cpuSeconds: rounded(sum(({ cpuSeconds = 0 }) => cpuSeconds)),
  };
  const [only, ...others] = outcomes;
  return others.length > 0 || only === undefined
    ? { figures: { steps: outcomes.length, ...common }, ratios: {} }
    : { figures: { ...common, ...only.figures }, ratios: only.ratios };
}

function sayWhole(): boolean {
  const report = readReport();
  if (report === undefined) {
    console.error('There is no report yet: npm test writes it.');
    return false;
  }
  console.log(
    JSON.stringify({ name: 'whole', figures: report.figures, ratios: {}, cpuSeconds: report.cpuSeconds }),
  );
  return report.isGood;
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}
