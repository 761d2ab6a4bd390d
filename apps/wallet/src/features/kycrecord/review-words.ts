/** What is said of a review: a heading and one sentence of truth, with what comes next. */
import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { momentText } from '../../lib/text/format.ts';
import type { Say } from '../../lib/text/i18n.ts';
import { type ReviewFace, reviewFace } from './review-look.ts';

type Words = { readonly title: string; readonly text: string };

/** In the reader's words; numbers and times are those of the record. */
export function reviewWords(t: Say, record: KycRecordDetail, isOwn = false): Words {
  const face = reviewFace(record, isOwn);
  const { promiseHours: hours } = record;
  switch (face) {
    case 'draft':
      return { title: t('kycreview.draft.title'), text: t('kycreview.draft.text') };
    case 'received':
      return { title: t('kycreview.received.title'), text: t('kycreview.within', { hours }) };
    case 'automatic':
      return { title: t('kycreview.automatic.title'), text: t('kycreview.within', { hours }) };
    case 'person':
      return { title: t('kycreview.person.title'), text: t('kycreview.person.text') };
    case 'silent':
      return { title: t('kycreview.silent.title'), text: silentText(t, record) };
    case 'again':
      return { title: againTitle(t, record), text: againText(t, record) };
    case 'approved':
      return { title: t('kycreview.approved.title'), text: t('kycreview.approved.text') };
    case 'final':
    case 'disabled':
      return { title: t(`kycreview.${face}.title`), text: reasonText(t, record, face) };
  }
}

function silentText(t: Say, { silentSince }: KycRecordDetail): string {
  return t('kycreview.silent.text', { time: momentText(silentSince ?? 0) });
}

function againTitle(t: Say, { items }: KycRecordDetail): string {
  return t('kycreview.again.title', { count: items.filter(({ state }) => state === 'again').length });
}

function againText(t: Say, { attemptsLeft: left }: KycRecordDetail): string {
  return t('kycreview.again.withLeft', { left });
}

function reasonText(t: Say, { reason }: KycRecordDetail, face: ReviewFace): string {
  if (reason !== null) return t(`kyc.reason.${reason}`);
  return t(face === 'final' ? 'kycreview.final.text' : 'kycreview.disabled.text');
}
