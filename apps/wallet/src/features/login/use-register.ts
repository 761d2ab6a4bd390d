import { useEffect, useId, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';

import { readCodeInput, readInviteCode } from '../../domain/account/contact.ts';
import { contactInput } from '../../domain/account/use-contact-code.ts';
import { storedInviteCode } from '../../lib/device/launch.ts';
import { session } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { wasApplied } from '../../lib/intents/once.ts';
import { currentLanguage, useText } from '../../lib/text/i18n.ts';
import { type RegisterFields, registerDraft } from './register-draft.ts';
import { useLogIn } from './use-login.ts';

const fieldNames = ['username', 'phone', 'email', 'code', 'password', 'confirm', 'inviteCode'] as const;
type FieldName = (typeof fieldNames)[number];

const malformedTexts = {
  username: 'login.usernameError',
  phone: 'login.phoneError',
  email: 'login.emailError',
  code: 'login.codeError',
  password: 'login.newPasswordError',
  confirm: 'login.confirmError',
  inviteCode: 'login.referralError',
} as const satisfies Record<FieldName, string>;

export type RegisterEntry = Pick<
  UseFormReturn<RegisterFields>,
  'control' | 'register' | 'setValue' | 'trigger' | 'clearErrors'
> & {
  readonly id: string;
  /** Live values, for what ticks while one types. */
  readonly values: RegisterFields;
  readonly errors: Partial<Record<FieldName, { readonly message?: string | undefined }>>;
  /** What concerns no single field. */
  readonly problem: string | undefined;
  readonly isSubmitting: boolean;
  /** Puts a "no" where it belongs and the focus with it. */
  readonly say: (field: FieldName | undefined, text: string) => void;
  readonly submit: () => Promise<void>;
};

/** The second face's form: an account that is made once, however often the button is pressed or the answer lost. */
export function useRegister(invitecode: string | undefined): RegisterEntry {
  const t = useText();
  const id = useId();
  const logIn = useLogIn();
  const intent = useIntent('user/register');
  const [problem, setProblem] = useState<string>();
  const [draft] = useState(registerDraft.read);
  const { control, register, setValue, trigger, setError, clearErrors, handleSubmit, formState } =
    useForm<RegisterFields>({
      defaultValues: {
        username: '',
        channel: 'phone',
        phone: '',
        email: '',
        code: '',
        password: '',
        confirm: '',
        ...draft,
        inviteCode: invitecode ?? (draft.inviteCode || storedInviteCode()) ?? '',
      },
      shouldUnregister: false,
    });
  // Every field has a default, so the watched values are whole.
  const values = useWatch({ control }) as RegisterFields;

  useEffect(() => registerDraft.keep(values), [values]);

  function say(field: FieldName | undefined, text: string): void {
    if (field === undefined) setProblem(text);
    else setError(field, { message: text }, { shouldFocus: true });
  }

  async function create(fields: RegisterFields): Promise<void> {
    setProblem(undefined);
    const { username, channel, password, confirm } = fields;
    const inviteCode = readInviteCode(fields.inviteCode);
    const result = await intent.send(
      {
        username,
        ...contactInput({ channel, typed: fields[channel] }),
        password,
        confirm,
        code: readCodeInput(fields.code),
        ...(inviteCode === '' ? {} : { inviteCode }),
        language: currentLanguage(),
      },
      { showErrors: true, disableLoading: true, onFail: () => undefined },
    );
    if (result.ok && result.data.token !== undefined) {
      session.signIn({ token: result.data.token, user: result.data.user });
      showToast({ text: t('login.registerDone') });
      return;
    }
    // Made by an earlier try whose answer was lost: a replayed answer carries no token, so the password opens the door.
    if (wasApplied(result)) {
      const outcome = await logIn({ account: username, password, remember: false });
      if (outcome !== true && outcome !== undefined) say('password', outcome.text);
      return;
    }
    const no = problemOf(result, { fields: fieldNames, malformed: (field) => t(malformedTexts[field]) });
    if (no !== undefined) say(no.field, no.text);
  }

  return {
    id,
    control,
    register,
    setValue,
    trigger,
    clearErrors,
    values,
    errors: formState.errors,
    isSubmitting: formState.isSubmitting,
    problem,
    say,
    submit: handleSubmit(create),
  };
}
