import type { KycConfig, KycStatusNow } from '../../domain/kyc/kyc-queries.ts';
import { useKycConfig } from '../../domain/kyc/kyc-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { WhenRead } from '../../screen/when-read.tsx';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Card } from '../../ui/base/card.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { Note } from '../../ui/base/note.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { AgainItems } from './again-items.tsx';
import { KycLevels } from './kyc-levels.tsx';
import { kycLooks, levelsMax, litOf } from './kyc-look.ts';
import { KycTerms } from './kyc-terms.tsx';
import { PayTime } from './pay-time.tsx';

/** How far the identity of this person is, and what each level opens. The one action stands in the foot of the page. */
export function KycHome({ status }: { readonly status: KycStatusNow }) {
  const t = useText();
  const config = useKycConfig();
  const { shows } = kycLooks[status.nextStep];
  const { order, record } = status;
  return (
    <>
      <StateCard status={status} hours={config.data?.promiseHours} />
      <Warning status={status} isDemo={config.data?.isDemo === true} />
      {shows.includes('time') && order !== null && order.expires !== null ? (
        <Card className="mt-3">
          <PayTime until={order.expires} />
        </Card>
      ) : null}
      {shows.includes('items') && record !== null ? <AgainItems authNo={record.authNo} /> : null}
      {shows.includes('terms') || shows.includes('levels') ? (
        <WhenRead read={config} rows={3} failed={t('kyc.failed')} isInline>
          {(read) => <Facts status={status} config={read} />}
        </WhenRead>
      ) : null}
      <SectionHead isQuiet title={t('kyc.more')} />
      <List label={t('kyc.more')}>
        {record === null ? null : (
          <ListRow
            isShort
            hasCaret
            glyph={<Icon name="user-circle" />}
            title={t('shell.title.kycmy')}
            link={linkTo(paths.myKyc())}
          />
        )}
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="file-text" />}
          title={t('shell.title.kyclist')}
          link={linkTo(paths.kycRecords())}
        />
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="receipt" />}
          title={t('kyc.orders')}
          link={linkTo(paths.kycOrder())}
        />
      </List>
    </>
  );
}

function Facts({ status, config }: { readonly status: KycStatusNow; readonly config: KycConfig }) {
  const { shows } = kycLooks[status.nextStep];
  return (
    <>
      {shows.includes('terms') ? <KycTerms config={config} hasPrice={status.order === null} /> : null}
      {shows.includes('levels') ? <KycLevels status={status} config={config} /> : null}
    </>
  );
}

/** The leaf card of the security centre, with items or levels as its petals. */
function StateCard({ status, hours }: { readonly status: KycStatusNow; readonly hours: number | undefined }) {
  const t = useText();
  const { nextStep, level, items, accepted } = status;
  const isByItems = kycLooks[nextStep].petals === 'items' && items > 0;
  const progress = isByItems
    ? t('kyc.itemsAccepted', { accepted, items })
    : t('kyc.levelReached', { level, all: levelsMax });
  return (
    <Card tone="leaf" className="mt-1">
      <div className="flex items-center gap-4">
        <Bloom size={64} tone="leaf" lit={litOf(status)} label={progress} />
        <div className="min-w-0">
          <h2 className="type-3">{t(`kyc.step.${nextStep}.title`)}</h2>
          <p className="type-sm opacity-85">{progress}</p>
        </div>
      </div>
      <p role="status" className="mt-3 type-sm opacity-85">
        <StepText nextStep={nextStep} level={level} hours={hours} />
      </p>
    </Card>
  );
}

type StepTextProps = Pick<KycStatusNow, 'nextStep' | 'level'> & { readonly hours: number | undefined };

function StepText({ nextStep, level, hours }: StepTextProps) {
  const t = useText();
  if (nextStep === 'done') return t('kyc.step.done.text', { level });
  if (nextStep !== 'wait' && nextStep !== 'person') return t(`kyc.step.${nextStep}.text`);
  // The promise comes with the configuration, a moment later.
  return hours === undefined ? null : t(`kyc.step.${nextStep}.text`, { hours });
}

/** At most one note: a company that is silent weighs more than that this is a demonstration. */
function Warning({ status, isDemo }: { readonly status: KycStatusNow; readonly isDemo: boolean }) {
  const t = useText();
  const { nextStep, silentSince } = status;
  const isSilent = silentSince !== null && kycLooks[nextStep].isCompanyNeeded === true;
  if (!isSilent && !isDemo) return null;
  return (
    <div className="mt-3">
      <Note tone={isSilent ? 'warn' : 'info'}>
        {isSilent ? t('kyc.silent', { since: momentText(silentSince) }) : t('kyc.demo')}
      </Note>
    </div>
  );
}
