import type { ReactNode } from 'react';

import { paths } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';

type FrameProps = {
  readonly title: string;
  readonly text: string;
  readonly foot: ReactNode;
  readonly children?: ReactNode;
};

/** One narrow column with its buttons below, for everybody whom a link led here. */
export function NotMeFrame({ title, text, foot, children }: FrameProps) {
  return (
    <Screen width="480" close={paths.home()} foot={<div className="grid gap-3">{foot}</div>}>
      <h2 className="mt-2 type-1">{title}</h2>
      <p className="mt-1 text-ink-2">{text}</p>
      {children}
    </Screen>
  );
}
