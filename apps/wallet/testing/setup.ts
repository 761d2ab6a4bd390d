/** Runs before every file of component tests (vitest.config.ts). */
import { afterEach, beforeEach } from 'vitest';

import { beginTest, endTest } from './screen.tsx';

beforeEach(beginTest);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    console.error(`On screen was:\n${document.body.innerText.slice(0, 3_000)}`);
  await endTest();
});
