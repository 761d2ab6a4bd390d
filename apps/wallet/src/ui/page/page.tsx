import './app-frame.css';
import './field-hero.css';
import './page.css';
import './split.css';
import './two-pane.css';
import type { ReactNode } from 'react';

interface AppFrameProps {
  children: ReactNode;
  /** `Rail`, seen from 960 px on. */
  rail?: ReactNode;
  /** `TabBar`, seen below 960 px; leave it out on pushed pages. */
  tabBar?: ReactNode;
  /** `DemoMark` and `OfflineBar`, above everything. */
  banners?: ReactNode;
}

/** The frame of every page: one column up to 959 px, rail and content from 960 px on. */
export function AppFrame({ children, rail, tabBar, banners }: AppFrameProps) {
  return (
    <div className="app-frame">
      {banners}
      {rail}
      <main id="content" className="app-frame-main">
        {children}
      </main>
      {tabBar}
    </div>
  );
}

interface PageProps {
  /** `NavBar`, or nothing where a field stands on top. */
  nav?: ReactNode;
  children: ReactNode;
  /** The sticky foot with the page's one call to action; on desktops it follows the content. */
  foot?: ReactNode;
  /** No padding around the content, for pages that begin with a field. */
  isFlush?: boolean | undefined;
  /** 480 keeps forms and results in one narrow column on desktops. */
  width?: 'full' | '480' | undefined;
}

/** One page: its bar, its content, its foot. The document scrolls, so phone browsers fold their bars away. */
export function Page({ nav, children, foot, isFlush, width = 'full' }: PageProps) {
  return (
    <div className="page" data-width={width}>
      {nav}
      <div className="page-body" data-flush={isFlush || undefined}>
        {children}
      </div>
      {foot ? <div className="page-foot">{foot}</div> : null}
    </div>
  );
}

interface TwoPaneProps {
  children: ReactNode;
  sidebar: ReactNode;
  /** 344: a form with its summary. 380: a list with its detail. */
  sidebarWidth?: 344 | 380 | undefined;
  /** Below 960 px the aside follows the content, or stays away where it is a page of its own. */
  narrow?: 'below' | 'hidden' | undefined;
}

/** List and detail, or form and summary, side by side from 960 px on; the aside is sticky. */
export function TwoPane({ children, sidebar, sidebarWidth = 344, narrow = 'below' }: TwoPaneProps) {
  return (
    <div className="two-pane" data-aside={sidebarWidth}>
      <div>{children}</div>
      <aside data-narrow={narrow}>{sidebar}</aside>
    </div>
  );
}

/** Login, wizards and results: one column of 480, with the engraved field on the left half of desktops. */
export function Split480({ art, children }: { art: ReactNode; children: ReactNode }) {
  return (
    <div className="split app-frame-main">
      <div className="split-art field-hero">{art}</div>
      <div className="split-main app-frame-main">{children}</div>
    </div>
  );
}
