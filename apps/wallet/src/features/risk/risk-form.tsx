import { riskAnswerMax } from '@marigold/contract/limits';
import { useId } from 'react';

import type { RiskDetail } from '../../domain/chain/chain-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { Note } from '../../ui/base/note.tsx';
import { TextAreaField } from '../../ui/field/field.tsx';
import { questionsOf } from './answers.ts';
import { RiskFiles } from './risk-files.tsx';
import { useRiskForm } from './use-risk-form.ts';

/** What is asked, and the way to answer it. */
export function RiskForm({ risk }: { readonly risk: RiskDetail }) {
  const t = useText();
  const id = useId();
  const { isOnline } = useOnline();
  const form = useRiskForm(risk, id);
  const { deadline, asks } = risk;
  return (
    <form
      id={id}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isSending && !form.files.isBusy && isOnline) void form.send();
      }}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="type-3">{t('risk.questions')}</h2>
        {deadline === null ? null : (
          <span className="type-sm text-warn">{t('risk.answerUntil', { time: momentText(deadline) })}</span>
        )}
      </div>
      {questionsOf(asks).map((ask) => (
        <TextAreaField
          key={ask}
          name={ask}
          label={t(`risk.ask.${ask}`)}
          hint={t(`risk.hint.${ask}`)}
          error={form.errors[ask]}
          className="min-h-20"
          maxLength={riskAnswerMax}
          value={form.texts[ask] ?? ''}
          onChange={({ target }) => form.set(ask, target.value)}
        />
      ))}
      {asks.includes('document') ? <RiskFiles files={form.files} error={form.errors.document} /> : null}
      {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
      {form.isUnanswered && !form.isSending ? <Note tone="info">{t('risk.unsure')}</Note> : null}
      <div>
        <Button
          kind="primary"
          type="submit"
          isBusy={form.isSending}
          busyLabel={t('risk.sending')}
          isDisabled={form.files.isBusy}
          disabledReason={isOnline ? undefined : t('risk.offline')}
        >
          {t('risk.send')}
        </Button>
      </div>
    </form>
  );
}

type GivenProps = { readonly risk: RiskDetail; readonly className: string };

/** What was answered, in the words it was answered with; nothing where nothing was. */
export function GivenAnswers({ risk: { answers, files }, className }: GivenProps) {
  const t = useText();
  if (answers.length === 0 && files.length === 0) return null;
  return (
    <section className={className}>
      <h2 className="type-3 mb-3">{t('risk.answers')}</h2>
      <dl className="grid gap-3">
        {answers.map(({ ask, text }) => (
          <div key={ask}>
            <dt className="type-sm text-ink-2">{t(`risk.ask.${ask}`)}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
        {files.length === 0 ? null : (
          <div>
            <dt className="type-sm text-ink-2">{t('risk.ask.document')}</dt>
            {files.map((file) => (
              <dd key={file.id} className="mt-1 flex items-center gap-2 wrap-anywhere">
                <Icon name="image" size={20} className="flex-none text-ink-3" />
                {file.name}
              </dd>
            ))}
          </div>
        )}
      </dl>
    </section>
  );
}
