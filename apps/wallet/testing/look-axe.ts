/** What axe finds wrong on screen, in words. */
import axe, { type AxeResults } from 'axe-core';
import { expect } from 'vitest';

/** Rules about whole pages say nothing of one component that is drawn alone. */
const pageRules = ['page-has-heading-one', 'region', 'landmark-one-main'];

export async function problemsOfAxe(): Promise<string[]> {
  const root = document.querySelector('#app');
  if (root === null) throw new Error('nothing is drawn');
  // It waits by the clock of the test, which goes on with each look.
  let results: AxeResults | undefined;
  const rules = Object.fromEntries(pageRules.map((id) => [id, { enabled: false }]));
  const run = axe.run(root, { rules }).then((found) => {
    results = found;
  });
  await expect.poll(() => results).toBeDefined();
  await run;
  return (results?.violations ?? []).flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}
