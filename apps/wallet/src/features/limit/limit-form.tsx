import { hoursIn } from '@marigold/contract/durations';
import { limitRaiseMs } from '@marigold/guard/wallet-limits';
import { type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';

import type { LimitsNow } from '../../domain/verification/own-limits.ts';
import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { useOnline } from '../../lib/device/online.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { goBack } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { fiatText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenCodeSheet } from '../../screen/screen-code-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { Note } from '../../ui/base/note.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { RadioRows } from '../../ui/field/choice-rows.tsx';
import { Field } from '../../ui/field/field.tsx';
import { type LimitFormState, strongest, useLimitForm } from './use-limit-form.ts';

type LimitFormProps = {
  readonly limits: LimitsNow;
  /** What holds and is used, between the words and the fields. */
  readonly children: ReactNode;
};

/** The limits as a form. Narrower ones hold at once; wider ones ask for a proof and wait. */
export function LimitForm({ limits, children }: LimitFormProps) {
  const t = useText();
  const id = useId();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const state = useLimitForm(limits);
  const { form, approval, problem } = state;
  const order = approval.sheet?.order;
  return (
    <Screen
      width="480"
      back={() => goBack(paths.profile())}
      foot={
        <>
          <p className="mb-2 type-sm text-ink-3">{t('limit.rule', { hours: hoursIn(limitRaiseMs) })}</p>
          <Button
            kind="primary"
            type="submit"
            form={id}
            isBusy={form.formState.isSubmitting}
            busyLabel={t('password.busy')}
            disabledReason={isOnline ? undefined : words.offline}
          >
            {t('limit.save')}
          </Button>
        </>
      }
    >
      <p className="mt-1 px-1 type-sm text-ink-2">{t('limit.intro')}</p>
      {children}
      <form
        id={id}
        className="mt-4 grid grid-cols-1 gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void state.submit();
        }}
      >
        <Fields limits={limits} state={state} />
        {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      </form>
      <ScreenCodeSheet
        title={t('limit.codeTitle')}
        text={
          order === undefined
            ? ''
            : t('limit.codeText', {
                single: fiatText(order.single, 'USD'),
                total: fiatText(order.total, 'USD'),
                payments: order.payments,
              })
        }
        approval={approval}
      />
    </Screen>
  );
}

function Fields({ limits, state }: { readonly limits: LimitsNow; readonly state: LimitFormState }) {
  const t = useText();
  const { form, checks } = state;
  const { register, formState } = form;
  const { errors } = formState;
  const { bounds } = limits;
  return (
    <>
      <Field
        label={t('limit.single')}
        inputMode="decimal"
        isNumeric
        error={errors.single?.message}
        {...register('single', { validate: checks.single, deps: ['total'] })}
      />
      <Field
        label={t('limit.total')}
        inputMode="decimal"
        isNumeric
        hint={t('limit.bound', { max: fiatText(bounds.total, 'USD') })}
        error={errors.total?.message}
        {...register('total', { validate: checks.total })}
      />
      <Field
        label={t('limit.payments')}
        inputMode="numeric"
        isNumeric
        hint={t('limit.paymentsHint', { most: bounds.payments })}
        error={errors.payments?.message}
        {...register('payments', { validate: checks.payments })}
      />
      <Methods limits={limits} form={form} />
    </>
  );
}

/** What is offered first; somebody who has nothing strong yet finds the way to it. */
function Methods({ limits, form }: { readonly limits: LimitsNow; readonly form: LimitFormState['form'] }) {
  const t = useText();
  const { methods: words } = useCodeWords();
  const method = useWatch({ control: form.control, name: 'method' });
  const { methods } = limits;
  const hasStrong = methods.includes('google') || methods.includes('passkey');
  return (
    <div>
      <SectionHead isQuiet title={t('limit.method')} />
      <Card className="!p-1.5">
        <RadioRows
          label={t('limit.method')}
          value={method}
          options={[
            { value: strongest, label: t('limit.strongest') },
            ...methods.map((one) => ({ value: one, label: words[one] })),
          ]}
          onChange={(choice) => form.setValue('method', choice)}
        />
      </Card>
      {hasStrong ? null : (
        <p className="mt-2 px-1 type-sm">
          <PageLink to={paths.googleAuth({ back: paths.walletLimit() })} className="link">
            {t('limit.bindFirst')}
          </PageLink>
        </p>
      )}
    </div>
  );
}
