import { useId } from 'react';

import { useCodeWords } from '../../domain/verification/use-verification.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { useOnline } from '../../lib/device/online.ts';
import type { User } from '../../lib/device/session.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { useSecondsLeft } from '../../lib/text/countdown.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeBefore } from '../../screen/freeze-before.tsx';
import { ScreenCodeSheet } from '../../screen/screen-code-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { QrCode } from '../../ui/address/qr-code.tsx';
import { Button } from '../../ui/base/button.tsx';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { BindFields } from './bind-fields.tsx';
import { leaveGoogle } from './leave.ts';
import { useBind } from './use-bind.ts';
import { type OfferedKey, useOffer } from './use-offer.ts';

type OfferedProps = {
  readonly user: User;
  readonly back: string | undefined;
  readonly onBound: (codes: readonly string[] | undefined) => void;
};

/** The seed for an authenticator app, to be scanned or typed, and the form that binds it. */
export function OfferedSeed(props: OfferedProps) {
  const t = useText();
  const { state, renew } = useOffer();
  const leave = () => leaveGoogle(props.back);
  if (state.kind === 'offered')
    return <BindForm key={state.offer.secret} {...props} offer={state.offer} onRenew={renew} />;
  return (
    <Screen width="480" back={leave}>
      {state.kind === 'loading' ? (
        <SkeletonRows label={t('google.loading')} />
      ) : (
        <ErrorState
          title={t('google.failed')}
          reason={state.text}
          retry={{ label: t('shell.retry'), onPress: renew }}
        />
      )}
    </Screen>
  );
}

type FormProps = OfferedProps & { readonly offer: OfferedKey; readonly onRenew: () => void };

function BindForm({ user, back, offer, onBound, onRenew }: FormProps) {
  const t = useText();
  const id = useId();
  const words = useCodeWords();
  const { isOnline } = useOnline();
  const isOver = useSecondsLeft(serverClock.onDevice(offer.expires)) === 0;
  const form = useBind({ user, onBound, onExpired: onRenew });
  return (
    <Screen
      width="480"
      back={() => leaveGoogle(back)}
      foot={
        isOver ? (
          <Button kind="primary" onPress={onRenew}>
            {t('google.newKey')}
          </Button>
        ) : (
          <>
            <FreezeBefore reason="googleBound" />
            <Button
              kind="primary"
              type="submit"
              form={id}
              isBusy={form.isSubmitting}
              busyLabel={t('password.busy')}
              disabledReason={isOnline ? undefined : words.offline}
            >
              {t('google.bind')}
            </Button>
          </>
        )
      }
    >
      <h2 className="mt-2 type-1">{t('google.title')}</h2>
      <p className="mt-1 type-sm text-ink-2">{t('google.intro')}</p>
      <p className="mt-2 mb-5 type-sm text-ink-2">{t('google.why')}</p>
      {isOver ? (
        <Note tone="warn">{t('google.expired')}</Note>
      ) : (
        <>
          <Seed offer={offer} />
          <BindFields id={id} form={form} />
        </>
      )}
      <ScreenCodeSheet
        title={t('google.approveTitle')}
        text={t('google.approveText')}
        approval={form.approval}
      />
    </Screen>
  );
}

function Seed({ offer: { secret, otpauth } }: { readonly offer: OfferedKey }) {
  const t = useText();
  const say = useCopyOutcome();
  const isWide = useWideLayout();
  return (
    <section aria-label={t('google.key')} className="mb-5 rounded-xl bg-surface p-4 text-center text-ink">
      <div className="flex justify-center">
        <QrCode text={otpauth} label={t('google.qr')} size={200} />
      </div>
      <p className="mt-3 type-cap text-ink-2">{t('google.key')}</p>
      <p className="flex items-center justify-center gap-1 type-mono type-sm-b" translate="no">
        <span className="wrap-anywhere">{inGroups(secret)}</span>
        <CopyButton value={secret} label={t('shell.copyWhat', { what: t('google.key') })} onDone={say} />
      </p>
      {isWide ? null : (
        <p className="mt-2">
          <a href={otpauth} className="text-action text-brand-text">
            {t('google.open')}
          </a>
        </p>
      )}
    </section>
  );
}

/** As people compare it with what they typed: groups of four. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
