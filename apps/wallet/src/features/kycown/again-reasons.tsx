import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { useKycRecord } from '../../domain/kyc/kyc-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { itemsOfStep, lastStep, type OwnStep } from './own-fields.ts';

type ReasonsProps = { readonly draft: KycDraft; readonly step: OwnStep };

/** Why something is asked once more, in our words, and how many attempts are left; nothing in a first round. */
export function AgainReasons({ draft, step }: ReasonsProps) {
  const t = useText();
  const isAgain = draft.review === 'again';
  const record = useKycRecord(isAgain ? draft.authNo : '');
  if (!isAgain) return null;
  const here = step === lastStep ? draft.open : itemsOfStep[step];
  const reasons = (record.data?.items ?? []).filter(
    ({ item, state }) => state === 'again' && here.some((one) => one === item),
  );
  return (
    <section className="rounded-lg bg-surface px-4 py-3">
      <ul role="list" aria-label={t('kyc.review.again')} className="grid grid-cols-1 gap-3">
        {reasons.map(({ item, label }) => (
          <li key={item} className="flex gap-3">
            <Icon name="warning-circle-fill" size={20} className="mt-0.5 flex-none text-bad" />
            <span className="min-w-0">
              <b className="block type-sm-b">{t(`kyc.item.${item}`)}</b>
              <span className="type-sm text-ink-2">{t(`kyc.label.${label ?? 'other'}`)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={`num type-sm text-ink-3 ${reasons.length === 0 ? '' : 'mt-3'}`}>
        {t('kycown.attemptsLeft', { count: draft.attemptsLeft })}
      </p>
    </section>
  );
}
