import { useText } from '../../lib/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Bloom } from '../../ui/bloom.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { initialsOf } from '../../ui/initials.ts';
import type { TransferFormState } from './use-transfer-form.ts';

/** Who gets the money: typed, looked up once, and shown as a masked nickname before anything else is asked. */
export function PayeeField({ form }: { readonly form: TransferFormState }) {
  const t = useText();
  const { answer } = form.payee;
  const found = answer?.kind === 'found' ? answer.payee : undefined;
  return (
    <div>
      <Field
        name="to"
        label={t('transfer.to')}
        hint={found === undefined ? t('transfer.toHint') : undefined}
        error={form.errors.to}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={254}
        value={form.form.to}
        onChange={(event) => form.set('to', event.target.value)}
        onBlur={() => form.leave('to')}
        left={
          found === undefined ? null : <Avatar initials={initialsOf(found.masked)} size={32} tone="soft" />
        }
        right={<PayeeState form={form} />}
      />
      <p role="status" className="type-label text-ok">
        {found === undefined ? null : (
          <span className="mt-1.5 inline-block wrap-anywhere">
            {t('transfer.toFound', { masked: found.masked })}
          </span>
        )}
      </p>
    </div>
  );
}

function PayeeState({ form: { payee } }: { readonly form: TransferFormState }) {
  const t = useText();
  if (payee.isLooking) {
    return (
      <span className="flex-none" role="img" aria-label={t('transfer.toChecking')}>
        <Bloom size={24} isTurning />
      </span>
    );
  }
  if (payee.answer?.kind === 'found') {
    return <Icon name="check-circle-fill" size={22} className="flex-none text-ok" />;
  }
  if (!payee.canLook) return null;
  return (
    <button type="button" className="flex-none text-action text-brand-text" onClick={() => void payee.find()}>
      {t(payee.answer?.kind === 'failed' ? 'shell.retry' : 'transfer.toFind')}
    </button>
  );
}
