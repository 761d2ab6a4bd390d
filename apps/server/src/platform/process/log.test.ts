import { expect, it } from 'vitest';

import { createLog } from './log.ts';

function written(log: (to: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  log(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

it.each(['password', 'loginPassword', 'oldPassword', 'payPassword', 'code', 'token'])(
  'cuts out %s at any depth',
  (name) => {
    const text = written((log) =>
      log.info({ [name]: 'canary', input: { [name]: 'canary' }, a: { b: { [name]: 'canary' } } }, 'x'),
    );
    expect(text).not.toContain('canary');
  },
);

it('says the state of a database error and keeps the values it quotes to itself', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(canary@example.com)',
  });
  const text = written((log) => log.error({ err: error }, 'a defect'));
  expect(text).toContain('23505');
  expect(text).not.toContain('canary');
});
