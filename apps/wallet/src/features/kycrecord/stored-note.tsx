import '../../ui/base/card.css';
import { identityYears } from '@marigold/contract/durations';

import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';

/** What is kept of an identity, how, and until when (spec 2.7). */
export function StoredNote() {
  const t = useText();
  const lines = [
    { icon: 'file-text', text: t('kycreview.kept.what') },
    { icon: 'lock-simple', text: t('kycreview.kept.how') },
    { icon: 'calendar-blank', text: t('kycreview.kept.until', { years: identityYears }) },
  ] as const;
  return (
    <section className="card mt-3 wide:mt-0">
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
