import type { ReactNode } from 'react';

import { Card } from '../../ui/base/card.tsx';
import { TwoPane } from '../../ui/page/page.tsx';
import { FillView } from './fill-view.tsx';
import { OrderView } from './order-view.tsx';

type PanesProps = {
  /** What stands beside the list. */
  readonly id: string | undefined;
  readonly isFill?: boolean;
  readonly children: ReactNode;
};

/** A list, and what is chosen in it beside it on wide screens. */
export function Panes({ id, isFill = false, children }: PanesProps) {
  const pane =
    id === undefined ? null : (
      <Card className="max-h-[calc(100dvh-40px)] overflow-y-auto">
        {isFill ? <FillView key={id} id={id} isInPane /> : <OrderView key={id} id={id} isInPane />}
      </Card>
    );
  return (
    <TwoPane sidebarWidth={380} narrow="hidden" sidebar={pane}>
      {children}
    </TwoPane>
  );
}
