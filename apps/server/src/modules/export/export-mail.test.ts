import { dayMs, hourMs } from '@marigold/money/spans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { exportsOf, rowsOfFile, refusalIn } from '../../../testing/exports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

const { withBills, start, mail, build, contentOf } = exportsOf(() => api);

describe('an export by mail', () => {
  it('goes to one’s own address without a code, with the link and its end', async () => {
    const person = await withBills();
    expect(refusalIn(await mail(person, { emails: [], own: true }))).toBe('right');
    await build();
    const text = await api.lastMail(person.email);
    const link = /http:\/\/localhost:8787(\/files\/\S+)/.exec(text)?.[1] ?? '';
    expect(await rowsOfFile(await contentOf(link))).toHaveLength(3);
    expect(text).toMatch(/works until .*UTC/);
    expect(refusalIn(await mail(person, { emails: [person.email.toUpperCase()] }))).toBe('right');
    await build();
  });

  it('needs a code for exactly the addresses it goes to', async () => {
    const person = await withBills();
    const { token } = person;
    const emails = ['Second@example.com', 'first@example.com'];
    expect(await mail(person, { emails, own: true })).toMatchObject({
      data: {
        refusal: 'verification_required',
        facts: { kind: 'bill/export/email', methods: ['email'] },
      },
    });
    const subject = { emails };
    const started = await api.call(
      'verify/start',
      { kind: 'bill/export/email', subject, method: 'email' },
      { token },
    );
    if (!started.ok) throw new Error(started.msg);
    const { challengeId } = started.data;
    const words = await api.lastMail(person.email);
    expect(words).toContain('first@example.com');
    const verify = { challengeId, code: /Code: (\d{6})/.exec(words)?.[1] ?? '' };
    expect(refusalIn(await mail(person, { emails: ['thief@example.com'], verify }))).toBe(
      'verification_void',
    );
    expect(refusalIn(await mail(person, { emails, own: true, verify }))).toBe('verification_void');

    api.clock.move(60_000);
    const again = await api.call(
      'verify/start',
      { kind: 'bill/export/email', subject, method: 'email' },
      { token },
    );
    if (!again.ok) throw new Error(again.msg);
    const code = /Code: (\d{6})/.exec(await api.lastMail(person.email))?.[1] ?? '';
    const right = { challengeId: again.data.challengeId, code };
    // Another order of the same addresses is the same list.
    expect(refusalIn(await mail(person, { emails: emails.toReversed(), own: true, verify: right }))).toBe(
      'right',
    );
    await build();
    for (const address of ['first@example.com', 'second@example.com', person.email]) {
      expect(await api.lastMail(address)).toContain('/files/');
    }
  });

  it('goes to five addresses at most, and three times a day', async () => {
    const person = await withBills();
    const five = [1, 2, 3, 4, 5].map((number) => `a${number}@example.com`);
    expect(refusalIn(await mail(person, { emails: five, own: true }))).toBe('emails_too_many');
    expect(refusalIn(await mail(person, { emails: [] }))).toBe('malformed');
    for (let count = 0; count < 3; count += 1) {
      expect(refusalIn(await mail(person, { emails: [], own: true }))).toBe('right');
      await build();
      api.clock.move(hourMs);
    }
    expect(refusalIn(await mail(person, { emails: [], own: true }))).toBe('export_mail_limit');
    expect(refusalIn(await start(person))).toBe('right');
    await build();
    api.clock.move(dayMs - 2 * hourMs);
    expect(refusalIn(await mail(person, { emails: [], own: true }))).toBe('right');
    await build();
  });

  it.each(['a@b.co\r\nBcc: x@y.zz', 'a@b.co,c@d.co', 'a b@c.co', '<a@b.co>', 'nobody@'])(
    'refuses the address %j',
    async (address) => {
      const person = await withBills();
      expect(await mail(person, { emails: [address] })).toMatchObject({
        code: 400,
        data: { field: expect.stringContaining('emails') },
      });
    },
  );
});
