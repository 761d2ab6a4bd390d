import { useId } from 'react';

import type { Payee } from '../../domain/payee/payee-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Field } from '../../ui/field/field.tsx';
import { Segmented } from '../../ui/field/segmented.tsx';
import { ToAddress, ToPerson, TravelFields } from './to-fields.tsx';
import { type NewPayee, type PayeeForm, type PayeeKind, usePayeeForm } from './use-payee-form.ts';

type PayeeFormSheetProps = {
  /** The recipient to change; undefined adds one. */
  readonly known: Payee | undefined;
  /** Who is added, where another page knows. */
  readonly start?: NewPayee | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone: (saved: Payee) => void;
};

/** Adds or changes a recipient, over the list it belongs to. */
export function PayeeFormSheet({ known, start, isOpen, onClose, onDone }: PayeeFormSheetProps) {
  const t = useText();
  return (
    <ScreenSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t(known === undefined ? 'payee.add' : 'payee.edit')}
    >
      <PayeeFields key={known?.id ?? start?.to ?? 'new'} known={known} start={start} onDone={onDone} />
    </ScreenSheet>
  );
}

function PayeeFields({ known, start, onDone }: Pick<PayeeFormSheetProps, 'known' | 'start' | 'onDone'>) {
  const t = useText();
  const id = useId();
  const { isOnline } = useOnline();
  const form = usePayeeForm(known, { start, onDone });
  const { fields, errors } = form;
  return (
    <form
      id={id}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isSaving && isOnline) void form.save();
      }}
    >
      {known === undefined ? <Recipient form={form} /> : null}
      <Field
        name="name"
        label={t('payee.name')}
        hint={t('payee.nameHint')}
        error={errors.name}
        autoComplete="off"
        maxLength={40}
        value={fields.name}
        onChange={(event) => form.set('name', event.target.value)}
      />
      <Field
        name="remark"
        label={t('payee.remark')}
        labelEnd={t('shell.optional')}
        placeholder={t('payee.remarkHint')}
        error={errors.remark}
        autoComplete="off"
        maxLength={140}
        value={fields.remark}
        onChange={(event) => form.set('remark', event.target.value)}
      />
      {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
      <Button
        kind="primary"
        type="submit"
        form={id}
        isBusy={form.isSaving}
        busyLabel={t('payee.saving')}
        disabledReason={isOnline ? undefined : t('payee.offline')}
      >
        {t('payee.save')}
      </Button>
    </form>
  );
}

/** A person of Marigold, or an address with what would be sent there. */
function Recipient({ form }: { readonly form: PayeeForm }) {
  const t = useText();
  const { fields, errors, travel } = form;
  const to = { typed: fields.to, error: errors.to, onType: (typed: string) => form.set('to', typed) };
  return (
    <>
      <Segmented<PayeeKind>
        label={t('payee.kind')}
        options={[
          { value: 'person', label: t('payee.kind.person') },
          { value: 'address', label: t('payee.kind.address') },
        ]}
        value={fields.kind}
        onChange={(kind) => form.set('kind', kind)}
      />
      {fields.kind === 'person' ? (
        <ToPerson {...to} person={form.person} />
      ) : (
        <>
          <TravelFields
            travel={travel}
            onCurrency={(currency) => form.set('currency', currency)}
            onChain={(chain) => form.set('chain', chain)}
          />
          <ToAddress {...to} address={form.address} />
        </>
      )}
    </>
  );
}
