import { type ReactNode, useId, useState } from 'react';

import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { useOnline } from '../../lib/device/online.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { AgainReasons } from './again-reasons.tsx';
import { lastStep, nameOfStep, type OwnStep, stepsOf } from './own-fields.ts';
import { forgetTyping } from './own-typing.ts';

type FrameProps = {
  readonly draft: KycDraft;
  readonly step: OwnStep;
  /** The heading of the step, where its content has none. */
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** Something here is not saved yet. */
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly busyLabel?: string;
  readonly problem: string | undefined;
  /** In place of the one button at the foot. */
  readonly foot?: ReactNode;
  readonly onward?: string;
  readonly onOnward: () => Promise<void> | void;
  /** Beneath the button: another way on. */
  readonly other?: ReactNode;
  /** Saves what is right and leaves. */
  readonly onSaveAndLeave: () => Promise<unknown>;
  readonly children: ReactNode;
};

/** One step of the form: how far it is, what it asks for, one button, and a way out that loses nothing. */
export function OwnFrame(props: FrameProps) {
  const t = useText();
  const id = useId();
  const { isOnline } = useOnline();
  const [isLeaving, setLeaving] = useState(false);
  const { draft, step, isBusy, problem } = props;
  const offline = isOnline ? undefined : t('kycown.offline');
  const save = async () => {
    if (isOnline && !isBusy) await props.onSaveAndLeave();
  };
  return (
    <Screen
      close={() => (props.isDirty ? setLeaving(true) : leave())}
      subject={t('kycown.title')}
      width="480"
      actions={<SaveAndExit onPress={save} isDisabled={!isOnline || isBusy} />}
      foot={
        <div className="grid grid-cols-1 gap-2">
          {props.foot ?? (
            <Button
              kind="primary"
              type="submit"
              form={id}
              isBusy={isBusy}
              busyLabel={props.busyLabel}
              disabledReason={offline}
            >
              {props.onward ?? t('kycown.continue')}
            </Button>
          )}
          {props.other}
        </div>
      }
    >
      <Segments draft={draft} step={step} />
      <form
        id={id}
        noValidate
        className="mt-3 grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isOnline && !isBusy) void props.onOnward();
        }}
      >
        {props.title === undefined ? null : (
          <div>
            <h2 className="type-1">{props.title}</h2>
            {props.text === undefined ? null : <p className="mt-1 type-sm text-ink-2">{props.text}</p>}
          </div>
        )}
        <AgainReasons draft={draft} step={step} />
        {props.children}
        {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      </form>
      <LeaveSheet
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        onSave={save}
        onLeave={() => {
          forgetTyping(draft.authNo);
          leave();
        }}
        offline={offline}
      />
    </Screen>
  );
}

function leave(): void {
  go(paths.kyc(), { isReplacing: true });
}

type SaveProps = { readonly onPress: () => Promise<void>; readonly isDisabled: boolean };

function SaveAndExit({ onPress, isDisabled }: SaveProps) {
  const t = useText();
  return (
    <button
      type="button"
      className="px-3 text-action text-ink-2"
      aria-disabled={isDisabled || undefined}
      onClick={() => void onPress()}
    >
      {t('kycown.saveAndExit')}
    </button>
  );
}

/** Six segments, or one for each step of what is asked once more. */
function Segments({ draft, step }: Pick<FrameProps, 'draft' | 'step'>) {
  const t = useText();
  const steps = stepsOf(draft);
  const place = steps.indexOf(step) + 1;
  const name = step === lastStep && draft.review === 'again' ? 'send' : nameOfStep[step];
  return (
    <div className="pt-0.5">
      <div className="flex gap-1" aria-hidden="true">
        {steps.map((one) => (
          <i key={one} className={`h-1 flex-1 rounded-full ${one <= step ? 'bg-brand' : 'bg-line'}`} />
        ))}
      </div>
      <p className="mt-2 num type-cap text-ink-3">
        {t('kycown.progress', { step: place, steps: steps.length, name: t(`kycown.step.${name}`) })}
      </p>
    </div>
  );
}

type LeaveProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSave: () => Promise<void>;
  readonly onLeave: () => void;
  readonly offline: string | undefined;
};

function LeaveSheet({ isOpen, onClose, onSave, onLeave, offline }: LeaveProps) {
  const t = useText();
  return (
    <ScreenSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('kycown.leave.title')}
      text={t('kycown.leave.text')}
      foot={
        <>
          <Button
            kind="primary"
            disabledReason={offline}
            onPress={async () => {
              onClose();
              await onSave();
            }}
          >
            {t('kycown.saveAndExit')}
          </Button>
          <Button kind="secondary" onPress={onLeave}>
            {t('kycown.leave.without')}
          </Button>
        </>
      }
    />
  );
}
