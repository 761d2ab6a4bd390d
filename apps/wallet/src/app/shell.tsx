/** The frame around every page: bars, banners, toasts, the loading mask, and where the keyboard stands after a change. */
import { Fragment, type ReactNode, useEffect, useRef } from 'react';

import { useOnline } from '../lib/device/online.ts';
import { useSession } from '../lib/device/session.ts';
import { useIsDemo } from '../lib/http/config.ts';
import { useLoadingMask } from '../lib/http/loading.ts';
import { useOldestReadAt } from '../lib/query/queries.ts';
import { linkTo } from '../lib/route/link.tsx';
import type { PagePath } from '../lib/route/paths.ts';
import { deviceMomentText } from '../lib/text/format.ts';
import { type Say, useText } from '../lib/text/i18n.ts';
import { Avatar } from '../ui/base/avatar.tsx';
import { Icon } from '../ui/base/icon.tsx';
import { initialsOf } from '../ui/base/initials.ts';
import { DemoMark, OfflineBar } from '../ui/page/banners.tsx';
import { LoadingMask } from '../ui/page/loading-mask.tsx';
import { AppFrame } from '../ui/page/page.tsx';
import { type BarItem, Rail, TabBar } from '../ui/page/tab-bar.tsx';
import { ToastHost } from '../ui/page/toast-host.tsx';
import { type BarEntryOf, barPaths, barOf } from './bars.ts';

type ShellProps = {
  /** The page on screen; undefined where no page is. */
  readonly path: PagePath | undefined;
  /** No way to any other page. */
  readonly isBare: boolean;
  readonly children: ReactNode;
};

export function Shell({ path, isBare, children }: ShellProps) {
  const t = useText();
  const place = path === undefined ? undefined : barOf[path];
  const isTabHome = place?.tab !== undefined;
  useFocusAfterNavigation(path);
  const items = (isWanted: (place: BarEntryOf) => boolean) => barItems(t, path, isWanted);
  return (
    <>
      <SkipLink />
      <AppFrame
        banners={<Banners />}
        rail={
          isBare || place?.hasBars === false ? null : (
            <Rail
              brand="Marigold"
              label={t('shell.nav.label')}
              groups={[items(({ rail }) => rail === 1), items(({ rail }) => rail === 2)]}
              end={<RailFoot items={items(({ rail }) => rail === 3)} />}
            />
          )
        }
        tabBar={
          isTabHome ? (
            <TabBar label={t('shell.nav.label')} items={items(({ tab }) => tab !== undefined)} />
          ) : null
        }
      >
        {children}
      </AppFrame>
      <ToastHost />
      <Mask />
    </>
  );
}

type Item = BarItem & { readonly id: PagePath };

/** What stands in the bars at the wanted places, in their order. */
function barItems(t: Say, current: PagePath | undefined, isWanted: (place: BarEntryOf) => boolean): Item[] {
  return barPaths.flatMap((id) => {
    const place = barOf[id];
    if (place?.bar === undefined || !isWanted(place)) return [];
    const { label, icon, activeIcon } = place.bar;
    return [{ id, label: t(label), icon, activeIcon, isActive: id === current, link: linkTo(id) }];
  });
}

const mePath: PagePath = '/pages/user/index';

/** The way to one's own page shows one's own picture. */
function RailFoot({ items }: { readonly items: readonly Item[] }) {
  const { user } = useSession();
  return items.map(({ id, label, link, isActive, icon, activeIcon = icon }) => (
    <Fragment key={id}>
      {link({
        className: '',
        children: (
          <>
            {id === mePath && user?.avatar ? (
              <Avatar initials={initialsOf(user.nickname)} src={user.avatar} size={22} />
            ) : (
              <Icon name={isActive ? activeIcon : icon} size={22} />
            )}
            {label}
          </>
        ),
        ...(isActive ? { 'aria-current': 'page' as const } : {}),
      })}
    </Fragment>
  ));
}

function Banners() {
  const t = useText();
  const isDemo = useIsDemo();
  const state = useOnline();
  return (
    <>
      {isDemo ? <DemoMark label={t('shell.demo')}>{t('shell.demo')}</DemoMark> : null}
      {state.isOnline ? null : <Offline lastAnswerMs={state.dataTimeMs} />}
    </>
  );
}

/** From when what is on screen is; of several reads the oldest counts. */
function Offline({ lastAnswerMs }: { readonly lastAnswerMs: number | undefined }) {
  const t = useText();
  const sinceMs = useOldestReadAt() ?? lastAnswerMs;
  return (
    <OfflineBar>
      {sinceMs === undefined
        ? t('shell.offline')
        : t('shell.offlineFrom', { time: deviceMomentText(sinceMs) })}
    </OfflineBar>
  );
}

function Mask() {
  const t = useText();
  return useLoadingMask() ? <LoadingMask label={t('shell.loading')} /> : null;
}

function SkipLink() {
  const t = useText();
  return (
    <a
      href="#content"
      className="visually-hidden"
      onClick={(event) => {
        event.preventDefault();
        focusContent();
      }}
    >
      {t('shell.skip')}
    </a>
  );
}

/** After a change of page the keyboard and the reader start at its content, as they would after a full load. */
function useFocusAfterNavigation(path: PagePath | undefined): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    focusContent();
  }, [path]);
}

function focusContent(): void {
  const content = document.querySelector('main');
  if (content === null) return;
  content.tabIndex = -1;
  content.focus({ preventScroll: true });
}
