/** The title and body of a notice, in the language of its reader. */
import { type NoticeKind, noticeKinds } from '@marigold/contract/notices';
import type { LanguageId } from '@marigold/texts/languages';
import { say, sayWith } from '@marigold/texts/say';

import { noticeDelivery } from './notice-kinds.ts';

export type NoticeWords = { readonly title: string; readonly body: string };

/** Title and body from facts as they were stored. */
export function noticeWords(
  language: LanguageId,
  kind: NoticeKind,
  facts: Readonly<Record<string, string | number>>,
): NoticeWords {
  const values = { ...noticeKinds[kind].says, ...facts };
  return {
    title: sayWith(language, `notice.${kind}.title`, values),
    body: sayWith(language, `notice.${kind}.body`, values),
  };
}

/** How to end mails that a person asked for; those about security have no end. */
export function noticeFooter(language: LanguageId, kind: NoticeKind): string | undefined {
  return noticeDelivery[kind].sends === 'mailOfPayments'
    ? say(language, 'notice.footer.payments')
    : undefined;
}
