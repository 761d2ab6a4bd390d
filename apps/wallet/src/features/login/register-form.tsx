import { isUsername } from '@marigold/contract/rules/credentials';

import { isInviteCode } from '../../domain/account/contact.ts';
import { checkConfirm, checkNewPassword, useNewPassword } from '../../domain/account/new-password.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Field } from '../../ui/field/field.tsx';
import { NewPasswordFields } from '../../ui/field/new-password-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { RegisterEntry as Form } from './use-register.ts';

/** The second face: name, proven contact, password, and an invitation if there is one. Its button is in the page's foot. */
export function RegisterForm({ form }: { form: Form }) {
  const t = useText();
  const { id, register, values, errors, problem, submit } = form;
  const newPassword = useNewPassword(values.password);
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
      <NewPasswordFields
        {...newPassword}
        password={{
          error: errors.password?.message,
          ...register('password', { validate: (typed) => checkNewPassword(t, typed), deps: ['confirm'] }),
        }}
        confirm={{
          error: errors.confirm?.message,
          ...register('confirm', { validate: (typed, { password }) => checkConfirm(t, typed, password) }),
        }}
      />
      <Field
        label={t('login.referral')}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        error={errors.inviteCode?.message}
        {...register('inviteCode', { validate: (typed) => isInviteCode(typed) || t('login.referralError') })}
      />
      <Agreements />
      {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
    </form>
  );
}

/** What is agreed to by going on; both open as pages of ours, and what was typed waits here. */
function Agreements() {
  const t = useText();
  const links = {
    '\uE000': { to: paths.content({ id: 'terms' }), label: t('login.terms') },
    '\uE001': { to: paths.content({ id: 'privacy' }), label: t('login.privacy') },
  } as const;
  const parts = t('login.agree', { terms: '\uE000', privacy: '\uE001' }).split(/([\uE000\uE001])/);
  return (
    <p className="type-sm text-ink-2">
      {parts.map((part, index) =>
        part === '\uE000' || part === '\uE001' ? (
          <PageLink key={index} className="link" to={links[part].to}>
            {links[part].label}
          </PageLink>
        ) : (
          part
        ),
      )}
    </p>
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
