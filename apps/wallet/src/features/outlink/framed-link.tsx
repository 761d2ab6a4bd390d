import { useEffect, useState } from 'react';

import type { ForeignLink } from '../../lib/route/links.ts';
import { OutsideLink } from '../../lib/route/out-link.tsx';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { HostLine, OutlinkBar } from './outlink-bar.tsx';

/** A page that has not come by then is not waited for any longer; the default of calls (spec 9). */
const frameTimeoutMs = 10_000;

type FramedProps = { readonly link: ForeignLink; readonly title: string | undefined };

/**
 * A page of a host that the operator allows, in a frame that can neither reach us nor lead us away. A browser tells
 * nobody that a site refused to be framed (docs/decisions/0021), so the way out stays below whatever the frame shows.
 */
export function FramedLink({ link, title }: FramedProps) {
  const t = useText();
  const { state, attempt, loaded, retry } = useFrame();
  const { address, host } = link;
  const outside = (props: object) => <OutsideLink {...props} address={address} />;
  return (
    <Page
      isFlush
      nav={
        <OutlinkBar
          title={title}
          actions={<IconButton icon="arrow-square-out" label={t('outlink.openOutside')} link={outside} />}
        />
      }
      foot={
        <div className="grid gap-2">
          {state === 'shown' ? <p className="type-sm text-ink-2">{t('outlink.emptyHint')}</p> : null}
          <Button icon="arrow-square-out" link={outside}>
            {t('outlink.openOutside')}
          </Button>
        </div>
      }
    >
      <div className="px-gutter wide:px-0 pb-3">
        <HostLine host={host} isSecure />
      </div>
      {state === 'failed' ? (
        <ErrorState
          title={t('outlink.notShown', { host })}
          reason={t('outlink.notShownText')}
          retry={{ label: t('shell.tapToRetry'), onPress: retry }}
        />
      ) : (
        <div className="grid flex-1">
          {state === 'loading' ? (
            <div className="[grid-area:1/1] px-gutter">
              <SkeletonRows label={t('outlink.loading', { host })} />
            </div>
          ) : null}
          <iframe
            key={attempt}
            // What the page does not paint is white, as in a browser of its own.
            className={`[grid-area:1/1] h-full min-h-[55dvh] w-full [background:#fff] ${state === 'loading' ? 'invisible' : ''}`}
            title={t('outlink.frame', { host })}
            src={address}
            sandbox="allow-scripts allow-forms allow-popups"
            referrerPolicy="no-referrer"
            allow=""
            onLoad={loaded}
          />
        </div>
      )}
    </Page>
  );
}

/** Whether the frame has come; without a word from it by the time-out it counts as failed. */
function useFrame() {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('failed'), frameTimeoutMs);
    return () => clearTimeout(timer);
  }, [state, attempt]);
  return {
    state,
    attempt,
    loaded: () => setState('shown'),
    retry: () => {
      setAttempt((last) => last + 1);
      setState('loading');
    },
  };
}
