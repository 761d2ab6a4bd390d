import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

async function register(username: string, more: { inviteCode?: string; language?: 'ja' | 'en' } = {}) {
  const email = `${username.toLowerCase()}@example.com`;
  const code = await api.codeFor(email);
  const input = { username, email, password: goodPassword, confirm: goodPassword, code, ...more };
  return await api.call('user/register', input, { deviceId: `device-${username}` });
}
async function info({ token }: TestPerson) {
  const answer = await api.call('invite/info', {}, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}
async function list({ token }: TestPerson, cursor?: string) {
  const answer = await api.call('invite/list', cursor === undefined ? { size: 2 } : { size: 2, cursor }, {
    token,
  });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

describe('an invitation', () => {
  it('binds whoever registers with it, masked and newest first; the inviter is told', async () => {
    const inviter = await api.person('InviterOne');
    const { code, count } = await info(inviter);
    expect(count).toBe(0);
    expect(await list(inviter)).toEqual({ list: [], next: null });
    for (const name of ['FriendAnna', 'FriendBoris', 'FriendCarol'])
      await register(name, { inviteCode: code });
    expect((await info(inviter)).count).toBe(3);
    const first = await list(inviter);
    expect(first.list.map(({ masked }) => masked)).toEqual(['F*******rol', 'F*******ris']);
    const second = await list(inviter, first.next ?? '');
    expect(second).toMatchObject({ list: [{ masked: 'F******nna' }], next: null });
    const notices = await sql<{ kind: string; facts: { friend: string } }>`
      select kind, facts from app.notice where user_id = ${inviter.id} order by id desc limit 1`.execute(
      api.databases.main,
    );
    expect(notices.rows[0]).toEqual({ kind: 'friendJoined', facts: { friend: 'F*******rol' } });
  });

  it('shows nobody the friends of others', async () => {
    const stranger = await api.person('NoFriendsYet');
    expect(await list(stranger)).toEqual({ list: [], next: null });
  });
});

describe('registration', () => {
  it('records which version of which agreement was accepted, in the language it was shown in', async () => {
    await register('AgreedInJapanese', { language: 'ja' });
    const accepted = await sql<{ content_id: string; version: number; language: string; newest: number }>`
      select a.content_id, a.version, a.language,
        (select max(version) from app.content c where c.id = a.content_id and c.language = a.language) as newest
      from app.agreement_acceptance a join app.person p on p.id = a.user_id
      where p.username = 'AgreedInJapanese' order by a.content_id`.execute(api.databases.main);
    expect(accepted.rows.map(({ content_id, language }) => [content_id, language])).toEqual([
      ['privacy', 'ja'],
      ['terms', 'ja'],
    ]);
    for (const { version, newest } of accepted.rows) expect(version).toBe(newest);
  });
});
