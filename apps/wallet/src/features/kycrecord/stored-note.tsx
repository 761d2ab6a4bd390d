import '../../ui/base/card.css';
import { formatDate } from '@marigold/money/dates';

import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';

type NoteProps = { readonly record: KycRecordDetail; readonly className: string };

/** What is kept of an identity, how, and until when, or what is left of one that was erased (spec 2.7). */
export function StoredNote({ record, className }: NoteProps) {
  const t = useText();
  const lines = record.erasedAt === null ? storedLines(t, record) : erasedLines(t, record, record.erasedAt);
  return (
    <section className={className}>
      <h2 className="type-3">{t('kycreview.kept')}</h2>
      <ul className="mt-3 grid gap-3">
        {lines.map(({ icon, text }) => (
          <li key={icon} className="flex gap-3 type-sm text-ink-2">
            <Icon name={icon} size={20} className="flex-none text-ink-3" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function storedLines(t: Say, { termYears, keptUntil }: KycRecordDetail) {
  const until =
    keptUntil === null
      ? t('kycreview.kept.until', { years: termYears })
      : t('kycreview.kept.untilDay', { day: formatDate(keptUntil) });
  return [
    { icon: 'file-text', text: t('kycreview.kept.what') },
    { icon: 'lock-simple', text: t('kycreview.kept.how') },
    { icon: 'calendar-blank', text: until },
  ] as const;
}

function erasedLines(t: Say, { provider }: KycRecordDetail, erasedAt: number) {
  const day = formatDate(erasedAt);
  const text =
    provider === null
      ? t('kycreview.kept.erased', { day })
      : t('kycreview.kept.erasedThere', { day, company: provider });
  return [
    { icon: 'calendar-blank', text },
    { icon: 'file-text', text: t('kycreview.kept.rest') },
  ] as const;
}
