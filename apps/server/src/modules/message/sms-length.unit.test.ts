/** security.md 9.4: an SMS is at most 160 letters of GSM, or two parts of 70 in any other alphabet. */
import { type NoticeKind, noticeKinds } from '@marigold/contract/notices';
import { languageIds } from '@marigold/texts/languages';
import { describe, expect, it } from 'vitest';

import { smsWords } from './delivery.ts';
import { noticeDelivery } from './notice-kinds.ts';

/** What a phone takes as one letter of seven bits; everything else makes the whole message UCS-2. */
const gsm = /^[\n\r @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;
const parts = { gsm: 160, ucs2: 2 * 67 } as const;

/** Facts at their longest for titles; what a text does not use is ignored. */
const facts = {
  sessions: 99,
  until: Date.UTC(2026, 11, 30, 22, 44),
  device: 'x'.repeat(40),
  network: '',
  name: 'x'.repeat(40),
  sending: 'paused',
  at: 1,
  left: 99,
  single: '100000',
  total: '100000',
  payments: 50,
  from: Date.UTC(2026, 11, 30, 22, 44),
  paused: 'yes',
};
const ticket = 'W'.repeat(43);

const kinds = (Object.keys(noticeKinds) as NoticeKind[]).filter(
  (kind) => noticeKinds[kind].topic === 'security' && noticeDelivery[kind].sends !== 'nothing',
);

describe.each(languageIds)('an SMS about security in %s', (language) => {
  it.each(kinds)('of %s has room for its link', (notice) => {
    const text = smsWords(
      language,
      { kind: 'notice', notice, facts, ticket },
      () => 'https://marigold.example',
    );
    expect(text).toContain(`https://marigold.example/pages/user/notme#${ticket}`);
    expect([text, text.length <= (gsm.test(text) ? parts.gsm : parts.ucs2)]).toEqual([text, true]);
  });
});
