import { isUsername } from '@marigold/money/credentials';

import { useText } from '../../lib/i18n.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { ContactFields } from './contact-fields.tsx';
import { isInviteCode } from './contact.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { RegisterForm as Form } from './use-register.ts';

/** The second face: name, proven contact, password, and an invitation if there is one. Its button is in the page's foot. */
export function RegisterForm({ form }: { form: Form }) {
  const t = useText();
  const { id, register, errors, problem, submit } = form;
  return (
    <form
      id={id}
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <UsernameField form={form} />
      <ContactFields form={form} />
      <NewPasswordFields form={form} />
      <Field
        label={t('login.referral')}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        error={errors.inviteCode?.message}
        {...register('inviteCode', { validate: (typed) => isInviteCode(typed) || t('login.referralError') })}
      />
      {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
    </form>
  );
}

/** Spec 5: 4-20 letters or digits. Ticked while one types, and a wrong character or one too many is said at once. */
function UsernameField({ form: { register, values, errors } }: { form: Form }) {
  const t = useText();
  const typed = values.username;
  const cannotBecomeOne = typed !== '' && !isUsername(typed.padEnd(4, '0'));
  return (
    <Field
      label={t('login.username')}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={t('login.usernameHint')}
      error={errors.username?.message ?? (cannotBecomeOne ? t('login.usernameError') : undefined)}
      right={
        isUsername(typed) && errors.username === undefined ? (
          <Icon name="check-circle-fill" size={22} className="text-ok" />
        ) : null
      }
      {...register('username', { validate: (name) => isUsername(name) || t('login.usernameError') })}
    />
  );
}
