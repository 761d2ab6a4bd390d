import type { ReactNode } from 'react';

import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { BrandMark } from '../../ui/base/logo.tsx';
import { Split480 } from '../../ui/page/page.tsx';

type FrameProps = {
  readonly title: string;
  readonly text?: string;
  /** Where the arrow leads when this is the first page of the visit. */
  readonly back: string;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
};

/** One step of the way back to an account. */
export function ForgetFrame({ title, text, back, foot, children }: FrameProps) {
  const t = useText();
  return (
    <Split480
      art={
        <>
          <BrandMark name="Marigold" isCurrent />
          <p className="type-display max-w-105 text-balance">{t('login.promise')}</p>
        </>
      }
    >
      <Screen back={back} foot={foot}>
        <h2 className="mt-2 type-1">{title}</h2>
        {text === undefined ? null : <p className="mt-1 mb-5 wrap-anywhere type-sm text-ink-2">{text}</p>}
        {children}
      </Screen>
    </Split480>
  );
}
