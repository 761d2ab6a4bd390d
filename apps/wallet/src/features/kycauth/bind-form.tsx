import '../../ui/base/card.css';
import { useId } from 'react';

import type { KycRecordItem } from '../../domain/kyc/kyc-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Note } from '../../ui/base/note.tsx';
import { RadioRows } from '../../ui/field/choice-rows.tsx';
import { Field, FieldHint, TextAreaField } from '../../ui/field/field.tsx';
import { type BindUse, numberBody, numberHead } from './auth-look.ts';
import { OwnNumbers } from './own-numbers.tsx';
import type { BindNumber } from './use-bind-number.ts';

type FormProps = {
  /** The button of the page that sends it. */
  readonly id: string;
  readonly form: BindNumber;
  readonly own: readonly KycRecordItem[];
  readonly onSubmit: () => void;
};

/** The number, what it is for, and what its owner reads. */
export function BindForm({ id, form, own, onSubmit }: FormProps) {
  const t = useText();
  const { fields, problem, set } = form;
  return (
    <form
      id={id}
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <p className="text-ink-2">{t('kycauth.lead')}</p>
      <Field
        name="number"
        label={t('kycauth.number')}
        hint={t('kycauth.numberHint')}
        error={problem?.field === 'authNo' ? problem.text : undefined}
        left={<span className="type-mono text-ink-2">{numberHead}</span>}
        className="type-mono"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={fields.number}
        onChange={({ target }) => set({ number: numberBody(target.value) })}
      />
      <OwnNumbers own={own} chosen={fields.number} onChoose={(number) => set({ number })} />
      <UseChoice form={form} />
      <Field
        name="purpose"
        label={t('kycauth.purpose')}
        hint={t('kycauth.purposeHint')}
        autoComplete="off"
        maxLength={120}
        value={fields.purpose}
        onChange={({ target }) => set({ purpose: target.value })}
      />
      <Field
        name="contact"
        label={t('kycauth.contact')}
        hint={t('kycauth.contactHint')}
        autoComplete="off"
        maxLength={120}
        value={fields.contact}
        onChange={({ target }) => set({ contact: target.value })}
      />
      <TextAreaField
        name="description"
        label={t('kycauth.description')}
        labelEnd={t('shell.optional')}
        className="min-h-20"
        maxLength={500}
        value={fields.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      {problem !== undefined && problem.field === undefined ? <Note tone="bad">{problem.text}</Note> : null}
      {form.isUnanswered ? <Note tone="info">{t('kycauth.unanswered')}</Note> : null}
    </form>
  );
}

function UseChoice({ form: { fields, problem, set } }: Pick<FormProps, 'form'>) {
  const t = useText();
  const id = useId();
  return (
    <div>
      <p className="mb-2 type-sm-b">{t('kycauth.use')}</p>
      <RadioRows<BindUse>
        label={t('kycauth.use')}
        options={[
          { value: 'card', label: t('kycauth.use.card'), detail: t('kycauth.use.cardNote') },
          { value: 'system', label: t('kycauth.use.system'), detail: t('kycauth.use.systemNote') },
        ]}
        value={fields.use}
        onChange={(use) => set({ use })}
      />
      <FieldHint id={id} error={problem?.field === 'use' ? problem.text : undefined} />
    </div>
  );
}
