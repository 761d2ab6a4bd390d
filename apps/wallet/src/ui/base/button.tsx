import './button.css';
import { useId, useRef, useState, type MouseEvent, type ReactNode } from 'react';

import { Bloom } from './bloom.tsx';
import type { IconName } from './icon-names.ts';
import { Icon } from './icon.tsx';
import type { LinkRender } from './pressable.tsx';

/**
 * primary: marigold, one per view · ink: the second call · field and quiet: on the marigold field · buy and sell: in the
 * colours of prices, whose tokens (ui-market/market-tokens.css) come with the screens that trade.
 */
export type ButtonKind =
  | 'primary'
  | 'secondary'
  | 'surface'
  | 'outline'
  | 'danger'
  | 'ink'
  | 'field'
  | 'quiet'
  | 'buy'
  | 'sell';

export interface ButtonProps {
  kind?: ButtonKind | undefined;
  size?: 'normal' | 'small' | undefined;
  children: ReactNode;
  icon?: IconName | undefined;
  /** A promise keeps the button busy until it settles; a second tap meanwhile is ignored. */
  onPress?: (() => unknown) | undefined;
  link?: LinkRender | undefined;
  type?: 'button' | 'submit' | undefined;
  /** Id of the form that a submit button outside of it sends. */
  form?: string | undefined;
  isBusy?: boolean | undefined;
  /** The verb in progress, shown beside the turning bloom. */
  busyLabel?: string | undefined;
  isDisabled?: boolean | undefined;
  /** Why the button cannot act now. Disables it and stands beneath it. */
  disabledReason?: string | undefined;
  className?: string | undefined;
}

/** The button. Its width and its focus stay while it is busy or disabled. */
export function Button(props: ButtonProps) {
  const { kind = 'secondary', size, icon, link, disabledReason } = props;
  const reasonId = useId();
  const { isBusy, press } = usePress(props);
  const isOff = Boolean(props.isDisabled) || disabledReason !== undefined;
  const className =
    `button button-${kind}${size === 'small' ? ' button-small' : ''} ${props.className ?? ''}`.trimEnd();
  const label = (
    <>
      {icon ? <Icon name={icon} size={size === 'small' ? 18 : 20} /> : null}
      {props.children}
    </>
  );
  if (link && !isOff) return link({ className, children: label });
  return (
    <>
      <button
        type={props.type ?? 'button'}
        form={props.form}
        className={className}
        aria-busy={isBusy || undefined}
        aria-disabled={isOff || isBusy || undefined}
        aria-describedby={disabledReason === undefined ? undefined : reasonId}
        onClick={press}
      >
        {isBusy ? <BusyLabel label={label} busyLabel={props.busyLabel} /> : label}
      </button>
      {disabledReason === undefined ? null : (
        <p id={reasonId} className="button-reason">
          {disabledReason}
        </p>
      )}
    </>
  );
}

/** Its words keep the room that they took; without a verb in progress they stay the name that is read out, too. */
function BusyLabel({ label, busyLabel }: { label: ReactNode; busyLabel: string | undefined }) {
  return (
    <span className="button-stack">
      <span data-kept={busyLabel === undefined ? 'read' : 'silent'}>{label}</span>
      <span>
        <Bloom size={24} tone="current" isTurning />
        {busyLabel}
      </span>
    </span>
  );
}

/** Guards a press: nothing while off or busy, and nothing again until the promise of the last press has settled. */
function usePress({ onPress, isBusy, isDisabled, disabledReason }: ButtonProps) {
  const [isPending, setPending] = useState(false);
  const isRunning = useRef(false);
  const isStopped = isBusy || isDisabled || disabledReason !== undefined;
  function press(event: MouseEvent) {
    if (isStopped || isRunning.current) {
      event.preventDefault();
      return;
    }
    const result = onPress?.();
    if (!(result instanceof Promise)) return;
    isRunning.current = true;
    setPending(true);
    const settle = () => {
      isRunning.current = false;
      setPending(false);
    };
    result.then(settle, (error: unknown) => {
      settle();
      throw error;
    });
  }
  return { isBusy: Boolean(isBusy) || isPending, press };
}
