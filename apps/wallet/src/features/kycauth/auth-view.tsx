import { daysIn, kycBindingForMs } from '@marigold/contract/durations';
import { useId, useState } from 'react';

import type { KycBindings, KycRecordItem } from '../../domain/kyc/kyc-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { numberHead, promptOf } from './auth-look.ts';
import { BindDone } from './bind-done.tsx';
import { BindForm } from './bind-form.tsx';
import { BindingList } from './binding-list.tsx';
import { PasswordSheet } from './password-sheet.tsx';
import { ReceivedWishes } from './received-wishes.tsx';
import { type BindNumber, useBindNumber } from './use-bind-number.ts';

type ViewProps = {
  /** The number that is filled in; '' is none. */
  readonly first: string;
  readonly bindings: KycBindings;
  /** Of this person, that can be bound. */
  readonly own: readonly KycRecordItem[];
};

/** Who waits for an answer, the form of a number or what came of it, and what was asked before. */
export function AuthView({ first, bindings, own }: ViewProps) {
  const t = useText();
  const id = useId();
  const { isOnline } = useOnline();
  const form = useBindNumber(first);
  const [isConfirming, setConfirming] = useState(false);
  const prompt = promptOf(form.fields);
  const missing = prompt === undefined ? undefined : t(`kycauth.empty.${prompt}`);
  const reason = isOnline ? missing : t('kycauth.offline');
  const { made, received } = bindings;
  const foot = (
    <Button kind="primary" type="submit" form={id} disabledReason={reason}>
      {t('kycauth.send')}
    </Button>
  );
  return (
    <Screen back={paths.kycRecords()} width="480" foot={form.end === undefined ? foot : undefined}>
      <ReceivedWishes wishes={received.filter(({ status }) => status === 'open')} />
      {form.end === undefined ? (
        <BindForm
          id={id}
          form={form}
          own={own}
          onSubmit={() => {
            if (reason === undefined) setConfirming(true);
          }}
        />
      ) : (
        <BindDone end={form.end} onAgain={form.again} />
      )}
      <BindingList title={t('kycauth.made')} rows={made} />
      <BindingList title={t('kycauth.earlier')} rows={received.filter(({ status }) => status !== 'open')} />
      <ConfirmSheet form={form} own={own} isOpen={isConfirming} onClose={() => setConfirming(false)} />
    </Screen>
  );
}

type ConfirmProps = Pick<ViewProps, 'own'> & {
  readonly form: BindNumber;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

function ConfirmSheet({ form, own, isOpen, onClose }: ConfirmProps) {
  const t = useText();
  const { number, use } = form.fields;
  const authNo = `${numberHead}${number}`;
  const isOwn = own.some((record) => record.authNo === authNo);
  return (
    <PasswordSheet
      isOpen={isOpen}
      title={t('kycauth.confirm.title')}
      text={isOwn ? t('kycauth.confirm.own') : t('kycauth.confirm.other', { days: daysIn(kycBindingForMs) })}
      back={paths.kycAuth({ record: authNo })}
      send={form.send}
      onClose={onClose}
    >
      <div className="mb-3">
        <KeyValues
          isTight
          rows={[
            {
              key: t('kycauth.number'),
              value: <span className="type-mono whitespace-nowrap">{authNo}</span>,
            },
            { key: t('kycauth.use'), value: t(`kycauth.use.${use}`) },
          ]}
        />
      </div>
    </PasswordSheet>
  );
}
