import { checkLoginPassword, isLoginPassword } from '@marigold/money/credentials';

import { useText } from '../../lib/i18n.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { RuleList } from '../../ui/rule-list.tsx';
import type { RegisterForm } from './use-register.ts';

const parts = ['length', 'digit', 'upper', 'lower', 'special'] as const;

/** A new login password with its rules ticked while one types (spec 5), and the same once more. */
export function NewPasswordFields({ form: { id, register, values, errors } }: { form: RegisterForm }) {
  const t = useText();
  const rulesId = `${id}rules`;
  const met = checkLoginPassword(values.password);
  const rules = parts.map((part) => ({ id: part, label: t(`login.rule.${part}`), isMet: met[part] }));
  const eye = { showLabel: t('shell.showPassword'), hideLabel: t('shell.hidePassword') };
  return (
    <>
      <div>
        <PasswordField
          {...eye}
          label={t('login.newPassword')}
          autoComplete="new-password"
          describedBy={rulesId}
          error={errors.password?.message}
          {...register('password', {
            validate: (typed) => isLoginPassword(typed) || t('login.newPasswordError'),
            deps: ['confirm'],
          })}
        />
        <RuleList
          id={rulesId}
          rules={rules}
          metLabel={t('login.rule.met')}
          unmetLabel={t('login.rule.open')}
        />
      </div>
      <PasswordField
        {...eye}
        label={t('login.confirm')}
        placeholder={t('login.confirmHint')}
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...register('confirm', {
          validate: (typed, { password }) => (typed !== '' && typed === password) || t('login.confirmError'),
        })}
      />
    </>
  );
}
