import { useId, type ComponentProps } from 'react';

import { PasswordField } from './password-field.tsx';
import { type ListedRule, RuleList } from './rule-list.tsx';

interface NewPasswordWords {
  password: string;
  confirm: string;
  confirmHint: string;
  show: string;
  hide: string;
  met: string;
  open: string;
}

/** What a form library registers, and what is wrong. */
type Registered = Omit<ComponentProps<'input'>, 'children'> & { error: string | undefined };

interface NewPasswordFieldsProps {
  words: NewPasswordWords;
  rules: readonly ListedRule[];
  password: Registered;
  confirm: Registered;
}

/** A new password with its rules ticked while one types, and the same once more. */
export function NewPasswordFields({ words, rules, password, confirm }: NewPasswordFieldsProps) {
  const rulesId = useId();
  const eye = { showLabel: words.show, hideLabel: words.hide };
  return (
    <>
      <div>
        <PasswordField
          {...eye}
          label={words.password}
          autoComplete="new-password"
          describedBy={rulesId}
          {...password}
        />
        <RuleList id={rulesId} rules={rules} metLabel={words.met} unmetLabel={words.open} />
      </div>
      <PasswordField
        {...eye}
        label={words.confirm}
        placeholder={words.confirmHint}
        autoComplete="new-password"
        {...confirm}
      />
    </>
  );
}
