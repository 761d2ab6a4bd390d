import '../../ui/base/glyph.css';
import { type KycRecordDetail, useKycConfig, useKycStatus } from '../../domain/kyc/kyc-queries.ts';
import { useIsOwnKyc } from '../../domain/kyc/own-kyc.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { fiatText, momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { Note } from '../../ui/base/note.tsx';
import {
  isWaiting,
  litPetals,
  reviewPetals,
  reviewFace,
  type ReviewStep,
  reviewSteps,
} from './review-look.ts';
import { reviewWords } from './review-words.ts';

const bloomSize = 148;
/** The longer of the two spans that a level limits (identity-cards-fund-agents.md 2.1). */
const windowDays = 30;

/** The bloom, a sentence of truth, the steps, and what may be done meanwhile. */
export function ReviewNow({ record }: { readonly record: KycRecordDetail }) {
  const t = useText();
  const isOwn = useIsOwnKyc(record);
  const { title, text } = reviewWords(t, record, isOwn);
  const isMeanwhile = isWaiting[record.review] && record.status !== 'disabled';
  return (
    <article className="flex flex-col items-center pt-6 text-center">
      <Sign record={record} isOwn={isOwn} />
      <div role="status">
        <h1 className="mt-6 type-1">{title}</h1>
        <p className="mx-auto mt-2 max-w-78 text-balance text-ink-2">{text}</p>
      </div>
      <StepRows steps={reviewSteps(record, isOwn)} />
      <NextStep record={record} isOwn={isOwn} />
      {isMeanwhile ? (
        <p className="mt-5 type-sm text-balance text-ink-3">{t('kycreview.meanwhile')}</p>
      ) : null}
    </article>
  );
}

type PartProps = { readonly record: KycRecordDetail; readonly isOwn: boolean };

function Sign({ record, isOwn }: PartProps) {
  const t = useText();
  const face = reviewFace(record, isOwn);
  if (face === 'final' || face === 'disabled')
    return (
      <span className="glyph glyph-bad glyph-large">
        <Icon name="x" size={34} />
      </span>
    );
  const lit = litPetals(record, isOwn);
  return (
    <Bloom
      size={bloomSize}
      lit={lit}
      isOpening={face === 'approved'}
      label={t('kycreview.petals', { lit, all: reviewPetals })}
    />
  );
}

const signs = {
  done: { icon: 'check-bold', glyph: 'glyph-ok' },
  now: { icon: 'hourglass-bold', glyph: 'glyph-brand' },
  todo: { icon: 'circle', glyph: '' },
  failed: { icon: 'x-bold', glyph: 'glyph-bad' },
} as const;

/** Not every check is looked at by a person. */
function stepText({ name, state }: ReviewStep) {
  return name === 'person' && state === 'todo'
    ? 'kycreview.step.maybePerson'
    : (`kycreview.step.${name}` as const);
}

function StepRows({ steps }: { readonly steps: readonly ReviewStep[] }) {
  const t = useText();
  return (
    <ol className="mt-6 w-full rounded-lg bg-surface px-4 text-start" aria-label={t('kycreview.steps')}>
      {steps.map((step, index) => (
        <li
          key={step.name}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className={`flex min-h-14 items-center gap-3 py-2 ${index === 0 ? '' : 'border-t border-line'}`}
        >
          <span className={`glyph size-8 ${signs[step.state].glyph}`}>
            <Icon name={signs[step.state].icon} size={18} />
          </span>
          <span className={`min-w-0 flex-1 ${step.state === 'todo' ? 'text-ink-3' : 'type-body-b'}`}>
            <span className="visually-hidden">{`${t(`kycreview.stepState.${step.state}`)}: `}</span>
            {t(stepText(step))}
          </span>
          <span className="num type-sm text-ink-3">
            {step.time === undefined
              ? step.state === 'now'
                ? t('kycreview.now')
                : ''
              : momentText(step.time)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What its person can do now, where there is something. */
function NextStep({ record, isOwn }: PartProps) {
  const t = useText();
  const face = reviewFace(record, isOwn);
  const { authNo } = record;
  if (face === 'approved') return record.purpose === 'system' ? <Opened /> : null;
  const link =
    face === 'again'
      ? { to: paths.myKyc(), label: t('kycreview.seeItems') }
      : face === 'draft'
        ? {
            to: isOwn ? paths.kycPerson({ record: authNo }) : paths.kycThird({ record: authNo }),
            label: t('kycreview.continue'),
          }
        : face === 'final' || face === 'disabled'
          ? { to: paths.contact(), label: t('kycreview.support') }
          : undefined;
  if (link === undefined) return null;
  return (
    <div className="mt-5 w-full">
      <Button kind={face === 'again' || face === 'draft' ? 'primary' : 'surface'} link={linkTo(link.to)}>
        {link.label}
      </Button>
    </div>
  );
}

/** What the level that was reached may send; nothing while that is not known. */
function Opened() {
  const t = useText();
  const level = useKycStatus().data?.level;
  const limits = useKycConfig().data?.levels.find((one) => one.level === level);
  if (limits === undefined) return null;
  const day = fiatText(limits.usdPerDay, 'USD', { decimalsMin: 0 });
  const month = fiatText(limits.usdPerMonth, 'USD', { decimalsMin: 0 });
  return (
    <div className="mt-5 w-full text-start">
      <Note tone="info">{t('kycreview.opens', { level: limits.level, day, month, days: windowDays })}</Note>
    </div>
  );
}
