/** Calls, and the tests that script their answers. */
import { expect, it } from 'vitest';

import { answers, endAnswers, held } from '../../../testing/answers.ts';
import { drawComponent } from '../../../testing/screen.tsx';
import { call } from './call.ts';

it('a call that a test holds back ends with the test, and not later by its time-out', async () => {
  await drawComponent(<p>Nothing asks</p>);
  answers({ 'app/ping': held('app/ping').promise });
  const lost = call('app/ping', {}, { method: 'GET', showErrors: true });
  await endAnswers();
  expect(await lost).toMatchObject({ kind: 'network', isTimeout: false });
});
