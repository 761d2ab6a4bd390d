/** A new login password on a form: its rules while one types (spec 5), and what is wrong with it. */
import { checkLoginPassword, isLoginPassword } from '@marigold/contract/rules/credentials';

import { type Say, useText } from '../../lib/text/i18n.ts';

const parts = ['length', 'digit', 'upper', 'lower', 'special'] as const;

/** The words and the ticked rules of `NewPasswordFields`. */
export function useNewPassword(typed: string) {
  const t = useText();
  const met = checkLoginPassword(typed);
  return {
    rules: parts.map((part) => ({ id: part, label: t(`login.rule.${part}`), isMet: met[part] })),
    words: {
      password: t('login.newPassword'),
      confirm: t('login.confirm'),
      confirmHint: t('login.confirmHint'),
      show: t('shell.showPassword'),
      hide: t('shell.hidePassword'),
      met: t('login.rule.met'),
      open: t('login.rule.open'),
    },
  };
}

/** True, or what to say at the field. */
export function checkNewPassword(t: Say, typed: string): true | string {
  return isLoginPassword(typed) || t('login.newPasswordError');
}

/** True, or what to say at the field. */
export function checkConfirm(t: Say, typed: string, password: string): true | string {
  return (typed !== '' && typed === password) || t('login.confirmError');
}
