import { isCode, isEmail } from '../../domain/account/contact.ts';
import { useContactCode } from '../../domain/account/use-contact-code.ts';
import { useIsDemo } from '../../lib/http/config.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SendCodeButton } from '../../screen/send-code-button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { PhoneField } from './phone-field.tsx';
import type { RegisterEntry } from './use-register.ts';

/** A phone number or an e-mail address, and the code that proves it. Both texts are kept while one switches. */
export function ContactFields({ form }: { form: RegisterEntry }) {
  const t = useText();
  const isDemo = useIsDemo();
  const { register, trigger, clearErrors, setValue, values, errors, say } = form;
  const { channel } = values;
  const code = useContactCode({ channel, typed: values[channel] });

  async function send(): Promise<void> {
    if (!(await trigger(channel, { shouldFocus: true }))) return;
    const outcome = await code.send();
    if (outcome !== true) {
      if (outcome !== undefined) say(outcome.field, outcome.text);
      return;
    }
    // What was wrong with the last code is over; now it matters where the new one went.
    clearErrors('code');
    document.getElementById(`${form.id}code`)?.focus();
  }

  const switchTo = channel === 'phone' ? 'email' : 'phone';
  const switcher = (
    <button type="button" onClick={() => setValue('channel', switchTo)}>
      {t(switchTo === 'email' ? 'login.useEmail' : 'login.usePhone')}
    </button>
  );
  return (
    <>
      {channel === 'phone' ? (
        <PhoneField key="phone" form={form} labelEnd={switcher} />
      ) : (
        <Field
          key="email"
          label={t('login.email')}
          labelEnd={switcher}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          error={errors.email?.message}
          {...register('email', {
            validate: (typed, { channel: chosen }) =>
              chosen !== 'email' || isEmail(typed) || t('login.emailError'),
          })}
        />
      )}
      <Field
        id={`${form.id}code`}
        label={t('login.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        isNumeric
        hint={
          code.note === undefined ? undefined : (
            <span role="status">
              {code.note}
              {isDemo && !code.isChecking ? <InboxLink /> : null}
            </span>
          )
        }
        error={errors.code?.message}
        right={<SendCodeButton code={code} onPress={send} />}
        {...register('code', { validate: (typed) => isCode(typed) || t('login.codeError') })}
      />
    </>
  );
}

/** In demo mode mails and SMS arrive in a page of the server itself. */
function InboxLink() {
  const t = useText();
  return (
    <>
      {' '}
      <a className="link" href="/dev/inbox" target="_blank" rel="noreferrer">
        {t('login.demoInboxOpen')}
      </a>
    </>
  );
}
