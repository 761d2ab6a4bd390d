/** A page with all that pages have in common. Its heading is not among what it is given: the router knows it. */
import { type ReactNode, useContext } from 'react';

import { goBack } from '../lib/route/navigation.ts';
import { useText } from '../lib/text/i18n.ts';
import { NavBar } from '../ui/page/nav-bar.tsx';
import { Page, TwoPane } from '../ui/page/page.tsx';
import { PullToRefresh } from '../ui/page/pull-to-refresh.tsx';
import { PageFactsContext } from './page-facts.ts';

/** The address that it leads to where this is the first page of the visit, or what it does instead. */
type WayOut = string | (() => void);

type BarProps = {
  /** The arrow. Absent on the homes of the tabs, and where there is no other way than on. */
  readonly back?: WayOut | undefined;
  /** A cross in place of the arrow: on results, and on what is held in front of somebody. */
  readonly close?: WayOut | undefined;
  /** What the page shows, where that names it better than its title: a market, a document. */
  readonly subject?: string | undefined;
  /** The heading stands in the content, large, and says what came of it. */
  readonly hasOwnHeading?: boolean;
  /** At most two icon buttons or one text action. */
  readonly actions?: ReactNode;
};

/** The bar of a page, for pages that have it on a field of their own. */
export function ScreenBar({ back, close, subject, hasOwnHeading = false, actions }: BarProps) {
  const t = useText();
  const { heading, isInRail } = useContext(PageFactsContext);
  const wayOut =
    close !== undefined
      ? { kind: 'close' as const, label: t('shell.close'), onPress: () => leave(close) }
      : back !== undefined
        ? { kind: 'back' as const, label: t('shell.back'), onPress: () => leave(back) }
        : undefined;
  return (
    <NavBar
      title={hasOwnHeading ? undefined : (subject ?? heading)}
      back={wayOut}
      // The cross of a result is no way to where the rail leads.
      isInRail={isInRail && wayOut?.kind === 'back'}
      actions={actions}
    />
  );
}

function leave(way: WayOut): void {
  if (typeof way === 'string') goBack(way);
  else way();
}

type ScreenProps = BarProps & {
  readonly children: ReactNode;
  /** The page's main button: sticky on phones, after its form on wide screens. */
  readonly foot?: ReactNode;
  /** 480 keeps forms and results in one narrow column on wide screens. */
  readonly width?: '480';
  /** No padding around the content. */
  readonly isFlush?: boolean;
  /** Above both panes. */
  readonly head?: ReactNode;
  /** Beside the content on wide screens, beneath it on phones; null keeps its place. */
  readonly sidebar?: ReactNode;
  readonly sidebarWidth?: 344 | 380;
  /** What is chosen in a list: beside it on wide screens, a page of its own on phones; null keeps its place. */
  readonly detail?: ReactNode;
};

export function Screen(props: ScreenProps) {
  const { children, foot, width, isFlush, head, sidebar, sidebarWidth, detail, ...bar } = props;
  return (
    <Page nav={<ScreenBar {...bar} />} foot={foot} width={width} isFlush={isFlush}>
      {head}
      {detail !== undefined ? (
        <TwoPane sidebarWidth={380} narrow="hidden" sidebar={detail}>
          {children}
        </TwoPane>
      ) : sidebar !== undefined ? (
        <TwoPane sidebarWidth={sidebarWidth} sidebar={sidebar}>
          {children}
        </TwoPane>
      ) : (
        children
      )}
    </Page>
  );
}

type RefreshableProps = {
  readonly onRefresh: () => Promise<unknown>;
  /** The page begins with the marigold field. */
  readonly isOnField?: boolean;
  readonly children: ReactNode;
};

/** A page that is pulled down to read it anew (spec 2): the homes of the tabs, and prices. */
export function Refreshable({ onRefresh, isOnField, children }: RefreshableProps) {
  const t = useText();
  return (
    <PullToRefresh
      onRefresh={onRefresh}
      label={t('shell.refresh')}
      busyLabel={t('shell.pull.refreshing')}
      isOnField={isOnField}
    >
      {children}
    </PullToRefresh>
  );
}
