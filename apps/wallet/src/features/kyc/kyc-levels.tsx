import type { KycConfig, KycStatusNow } from '../../domain/kyc/kyc-queries.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { fiatText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { levelWindowDays, nextLevel } from './kyc-look.ts';

const needs = ['account', 'contact', 'document', 'address'] as const;

type LevelsProps = { readonly status: KycStatusNow; readonly config: KycConfig };

/** What each level may send, the reader's own marked. */
export function KycLevels({ status, config: { levels } }: LevelsProps) {
  const t = useText();
  const further = nextLevel(status);
  // A level that sends nothing says nothing to whoever is above it.
  const listed = levels.filter(({ level, usdPerDay }) => level === status.level || /[1-9]/.test(usdPerDay));
  const dollars = (decimal: string) => fiatText(decimal, 'USD', { decimalsMin: 0 });
  return (
    <>
      <SectionHead isQuiet title={t('kyc.levels')} />
      <List label={t('kyc.levels')}>
        {listed.map(({ level, usdPerDay, usdPerMonth }) => (
          <ListRow
            key={level}
            title={
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span>{t('kyc.level', { level })}</span>
                {level === status.level ? <Tag tone="ok">{t('kyc.levelYours')}</Tag> : null}
              </span>
            }
            detail={
              <span className="whitespace-normal">
                {t(`kyc.levelNeeds.${needs[level] ?? 'account'}`)}
                <span className="block num">
                  {t('kyc.levelLimits', {
                    day: dollars(usdPerDay),
                    month: dollars(usdPerMonth),
                    days: levelWindowDays,
                  })}
                </span>
              </span>
            }
          />
        ))}
      </List>
      {further === undefined ? null : (
        <p className="mt-3 px-1 type-sm">
          <PageLink className="link" to={paths.kycOrder()}>
            {t('kyc.levelMore', { level: further })}
          </PageLink>
        </p>
      )}
    </>
  );
}
