import { readLoginName } from '../../domain/account/contact.ts';
import { session } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { call } from '../../lib/http/call.ts';
import { type FormProblem, problemOf } from '../../lib/http/form-problem.ts';
import { useText } from '../../lib/text/i18n.ts';
import { pendingLogin, waitingName } from './pending-login.ts';

export type LoginFields = {
  readonly account: string;
  readonly password: string;
  readonly remember: boolean;
};

/** Logs in: true when the session is open or a code is asked for, otherwise what to say; undefined where a toast has said it. */
export type LogIn = (fields: LoginFields) => Promise<true | FormProblem<'account' | 'password'> | undefined>;

/** The log-in call. Both faces of the page end with it: a registration whose answer was lost logs in by its password. */
export function useLogIn(): LogIn {
  const t = useText();
  return async ({ account, password, remember }) => {
    const input = { account: readLoginName(account), password, remember };
    const result = await call('user/login', input, {
      showErrors: true,
      disableLoading: true,
      onFail: () => undefined,
    });
    if (result.ok) {
      const { data } = result;
      if ('need' in data) {
        waitingName.set(account);
        pendingLogin.set({ ...data.need, sent: undefined });
        return true;
      }
      session.signIn(data);
      showToast({ text: t('login.done') });
      return true;
    }
    return problemOf(result, {
      fields: ['account', 'password'],
      byRefusal: {
        account_or_password_incorrect: 'password',
        account_locked: 'password',
        account_disabled: 'password',
      },
      malformed: (field) => t(field === 'account' ? 'login.accountRequired' : 'login.passwordRequired'),
    });
  };
}
