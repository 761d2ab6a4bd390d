import type { Contract } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';
import { type ReactNode, useEffect, useRef } from 'react';

import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import { WayIn } from './way-in.tsx';

export type LockAnswer = WireOutput<Contract['user/notme']>;

type DoneProps = {
  readonly answer: LockAnswer;
  /** From here on the account is locked, and this page is the way out of it. */
  readonly onGoOn: () => void;
};

/** What is locked now, and what comes next. */
export function LockDone({ answer: { locked, next, wasUsed }, onGoOn }: DoneProps) {
  const t = useText();
  if (wasUsed)
    return (
      <Finding
        title={t('notme.usedTitle')}
        text={t(locked.length === 0 ? 'notme.usedOpen' : 'notme.usedLocked')}
        foot={<WayIn label={t('notme.login')} />}
      />
    );
  if (next === 'login')
    return (
      <Finding
        title={t('notme.doneTitle')}
        text={t('notme.doneLogin')}
        foot={<WayIn label={t('notme.change')} />}
        isOpening
      />
    );
  return (
    <Finding
      title={t('notme.doneTitle')}
      text={t('notme.doneText')}
      foot={
        <Button kind="primary" onPress={onGoOn}>
          {t('notme.change')}
        </Button>
      }
      isOpening
    />
  );
}

/** The lock was lifted: from when on the rest is free, epoch ms; 0: nothing waits. */
export function Unlocked({ freeAt }: { readonly freeAt: number }) {
  const t = useText();
  return (
    <Finding
      title={t('notme.liftedTitle')}
      text={freeAt === 0 ? t('notme.liftNow') : t('notme.liftedText', { time: dateTimeText(freeAt) })}
      foot={
        <Button kind="primary" link={linkTo(paths.home(), { isReplacing: true })}>
          {t('shell.done')}
        </Button>
      }
      isOpening
    />
  );
}

type FindingProps = {
  readonly title: string;
  readonly text: string;
  readonly foot: ReactNode;
  readonly isOpening?: boolean;
};

function Finding({ title, text, foot, isOpening = false }: FindingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Screen width="480" close={paths.home()} hasOwnHeading foot={<div className="grid gap-3">{foot}</div>}>
      <div className="grid flex-1 content-center justify-items-center py-6 text-center">
        <Bloom size={140} isOpening={isOpening} />
        <h1 ref={heading} tabIndex={-1} className="mt-6 type-1 outline-none">
          {title}
        </h1>
        <p className="mt-2 max-w-75 text-ink-2">{text}</p>
      </div>
    </Screen>
  );
}
