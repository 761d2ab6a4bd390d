import type { ReactNode } from 'react';

import { linkTitle } from '../../lib/route/links.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenBar } from '../../screen/screen.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';

/** The bar of every face of the page: the title as text, or the page's own name. */
export function OutlinkBar({ title, actions }: { title?: string | undefined; actions?: ReactNode }) {
  return <ScreenBar subject={linkTitle(title) || undefined} back={paths.home()} actions={actions} />;
}

/** Where the link really leads, with a lock where the connection has one. */
export function HostLine({ host, isSecure }: { host: string; isSecure: boolean }) {
  const t = useText();
  return (
    <p className="flex items-center gap-2 type-sm-b">
      <Icon
        name={isSecure ? 'lock-fill' : 'warning-fill'}
        size={16}
        className={`flex-none ${isSecure ? 'text-ink-3' : 'text-warn'}`}
      />
      <VisuallyHidden>{t('outlink.host', { host })}</VisuallyHidden>
      <bdi aria-hidden="true" className="min-w-0 wrap-anywhere">
        {host}
      </bdi>
    </p>
  );
}
