import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Tag } from '../../../ui/base/tag.tsx';
import { CardFace } from '../../../ui/card-face/card-face.tsx';
import {
  progressSteps,
  progressFace,
  progressTones,
  reachedStep,
  progressStepNames,
} from './progress-look.ts';

type HeadProps = { readonly application: CardApplication };

/** The card, what happens with it now in a word and a sentence, and the five steps as a bar. */
export function ProgressHead({ application }: HeadProps) {
  const t = useText();
  const { design, name, latinName, lastKnown, delivery } = application;
  const face = progressFace(application);
  const isOver = face === 'closed' || face === 'active';
  const text = face === 'opened' && delivery !== null ? 'made' : face;
  return (
    <header>
      <div className="mx-auto w-59 max-w-full pt-2 pb-6">
        <CardFace
          design={lastKnown === 'closed' ? 'blank' : design}
          caption={name}
          holder={lastKnown === 'closed' ? undefined : latinName}
          size="full"
          label={t('card.faceOf', { name })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="type-2">{t(`card.progress.${text}.title`)}</h2>
        <Tag tone={progressTones[face]}>
          {isOver
            ? t(`card.over.${face}`)
            : t('card.stepOf', { step: reachedStep(application), steps: progressStepNames.length })}
        </Tag>
      </div>
      <p role="status" className="mt-1 type-sm text-ink-2">
        {t(`card.progress.${text}.text`)}
      </p>
      {face === 'closed' ? null : <StepBar application={application} />}
    </header>
  );
}

const barTones = { done: 'bg-ok', now: 'bg-brand', failed: 'bg-bad', todo: 'bg-line' } as const;

/** For eyes alone: the list beneath says the same in words. */
function StepBar({ application }: HeadProps) {
  return (
    <div className="mt-4 flex gap-1" aria-hidden="true">
      {progressSteps(application).map(({ name, state }) => (
        <i key={name} className={`h-1.5 flex-1 rounded-full ${barTones[state]}`} />
      ))}
    </div>
  );
}
