import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { exceeded } from './budgets.ts';

/** A process starts and prints a line, on a machine that does other things as well. */
const printedWithin = { timeout: 15_000 };

/** Runs steps in a process of their own, whose log is what a person sees; each step is a line of JavaScript. */
function runLog(stages: readonly (readonly Readonly<Record<string, string>>[])[]) {
  const table = stages.map((steps, index) => ({
    name: `stage ${index}`,
    lanes: 2,
    steps: steps.flatMap((step) =>
      Object.entries(step).map(([name, code]) => ({ name, args: ['--input-type=module', '-e', code] })),
    ),
  }));
  const program = `
    const { runStages } = await import(${JSON.stringify(join(import.meta.dirname, 'stages.ts'))});
    const { exitCodeOf } = await import(${JSON.stringify(join(import.meta.dirname, 'steps.ts'))});
    const outcomes = await runStages(${JSON.stringify(table)});
    console.log(JSON.stringify(outcomes));
    process.exitCode = exitCodeOf(outcomes.every(({ isGood }) => isGood));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)));
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, code, printed: () => printed };
}

describe('the stages', () => {
  it('say what a step says as soon as it says it, and keep its last words when they are cut', async () => {
    const run = runLog([[{ endless: `console.log('e2e/first ended'); setInterval(() => {}, 1000);` }]]);
    await expect.poll(run.printed, printedWithin).toContain('endless | e2e/first ended');
    run.child.kill('SIGTERM');
    expect(await run.code).toBe(143);
    expect(run.printed()).toMatch(
      /endless \| CUT by SIGTERM; its last lines were:\n.*endless \| e2e\/first ended/,
    );
  });

  it('are cut once, however often they are told to be, and what ends in order is heard to its end', async () => {
    const orderly = `process.on('SIGTERM', () => setTimeout(() => { console.log('all put away'); process.exit(3); }, 300));
      console.log('at work'); setInterval(() => {}, 1000);`;
    const run = runLog([[{ orderly }]]);
    await expect.poll(run.printed, printedWithin).toContain('orderly | at work');
    run.child.kill('SIGTERM');
    await expect.poll(run.printed, printedWithin).toContain('CUT by SIGTERM');
    run.child.kill('SIGTERM');
    expect(await run.code).toBe(143);
    expect(run.printed()).toContain('orderly | all put away');
  });

  it('begin nothing after the first that is red', async () => {
    const run = runLog([
      [{ wrong: `console.error('a type is wrong'); process.exitCode = 2;` }],
      [{ later: `console.log('never')` }],
    ]);
    expect(await run.code).toBe(1);
    expect(run.printed()).toContain('wrong | a type is wrong');
    expect(run.printed()).toContain('wrong | RED (exit 2)');
    expect(run.printed()).not.toContain('later');
  });

  it('take figures from the last line and count the processor time of each step', async () => {
    const busy = `let sum = 0; while (process.cpuUsage().user < 400_000) sum += 1;`;
    const figures = `console.log(JSON.stringify({ name: 'x', figures: { looks: 7 }, ratios: {} }));`;
    const run = runLog([[{ counting: `${busy} ${figures}` }]]);
    expect(await run.code).toBe(0);
    const [outcome] = JSON.parse(run.printed().trim().split('\n').at(-1) ?? '') as [
      { readonly figures: object; readonly cpuSeconds?: number },
    ];
    expect(outcome.figures).toEqual({ looks: 7 });
    // Elsewhere the system does not tell.
    expect(process.platform === 'linux' ? outcome.cpuSeconds : 1).toBeGreaterThan(0.2);
  });
});

describe('the budgets', () => {
  const rows = {
    KiB: { atMost: 10, is: 'a weight' },
    seconds: { atMost: 10, is: 'a time', isTime: true },
  } as const;

  it('name what is above, and say nothing of what is not', () => {
    const found = exceeded({ KiB: 10.1, seconds: 9 }, 100, { fixedWorkMs: 100, rows });
    expect(found).toEqual([expect.stringMatching(/^KiB is 10\.1, at most 10\.0 allowed/)]);
  });

  it('give a slower machine more time and nothing else', () => {
    const found = exceeded({ KiB: 11, seconds: 19 }, 200, { fixedWorkMs: 100, rows });
    expect(found).toEqual([expect.stringMatching(/^KiB/)]);
    expect(exceeded({ seconds: 21 }, 200, { fixedWorkMs: 100, rows })).toHaveLength(1);
  });
});
