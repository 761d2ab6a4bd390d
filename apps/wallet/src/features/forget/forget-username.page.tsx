import { useId } from 'react';

import { isLoginName } from '../../domain/account/contact.ts';
import { type ForgetUsernameSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Field } from '../../ui/field/field.tsx';
import { ForgetFrame } from './forget-frame.tsx';
import { useForgottenAccount } from './use-forgotten-account.ts';

/** The account whose password is forgotten. The answer is the same whether it exists or not. */
export function ForgetUsernamePage({ account }: ForgetUsernameSearch) {
  const t = useText();
  const id = useId();
  const form = useForgottenAccount(account);
  return (
    <ForgetFrame
      title={t('forget.title')}
      text={t('forget.intro')}
      back={paths.login()}
      foot={
        <Button
          kind="primary"
          type="submit"
          form={id}
          isBusy={form.isSubmitting}
          busyLabel={t(form.isChecking ? 'login.checking' : 'forget.busy')}
        >
          {t('forget.find')}
        </Button>
      }
    >
      <form
        id={id}
        className="grid grid-cols-1 gap-4"
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        {form.isOver ? <Note tone="warn">{t('forget.expired')}</Note> : null}
        <Field
          label={t('login.account')}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={form.accountError}
          {...form.register('account', {
            validate: (typed) => isLoginName(typed) || t('login.accountRequired'),
          })}
        />
        {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
      </form>
    </ForgetFrame>
  );
}
