import type { Link } from '../../lib/route/links.ts';
import { goBack } from '../../lib/route/navigation.ts';
import { OutsideLink } from '../../lib/route/out-link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { Note } from '../../ui/base/note.tsx';
import { ListGlyph } from '../../ui/list/list.tsx';
import { Page } from '../../ui/page/page.tsx';
import { HostLine, OutlinkBar } from './outlink-bar.tsx';

type Leaving = Extract<Link, { readonly kind: 'outlink' | 'messaging' }>;

/** As much of an address as tells it from others; its host is above it in full. */
const addressLengthMax = 240;

/** The last look before another site: its real host, what speaks against it, open or stay. */
export function LeavingLink({ link, title }: { link: Leaving; title: string | undefined }) {
  const t = useText();
  const { address, host } = link;
  const isSecure = link.kind === 'messaging' || link.isSecure;
  const shortened = address.length > addressLengthMax ? `${address.slice(0, addressLengthMax)}…` : address;
  return (
    <Page
      width="480"
      nav={<OutlinkBar title={title} />}
      foot={
        <div className="grid gap-2">
          <Button
            kind="primary"
            icon="arrow-square-out"
            link={(props) => <OutsideLink {...props} address={address} />}
          >
            {t('outlink.openOutside')}
          </Button>
          <Button onPress={() => goBack(paths.home())}>{t('outlink.stay')}</Button>
        </div>
      }
    >
      <div className="grid flex-1 content-center gap-4 py-4">
        <div className="grid justify-items-center text-center">
          <ListGlyph icon="arrow-square-out" tone="brand" />
          <h2 className="mt-4 type-2 max-w-full wrap-anywhere">{t('outlink.leaving', { host })}</h2>
          <p className="mt-2 type-sm text-ink-2 max-w-80">{t('outlink.leavingText')}</p>
        </div>
        <Card>
          <HostLine host={host} isSecure={isSecure} />
          <p className="mt-2 type-mono text-ink-2" dir="ltr">
            {shortened}
          </p>
        </Card>
        <Doubt host={host} isSecure={isSecure} />
      </div>
    </Page>
  );
}

/** What speaks against the site, the worst alone. */
function Doubt({ host, isSecure }: { host: string; isSecure: boolean }) {
  const t = useText();
  if (/(^|\.)xn--/.test(host)) return <Note tone="warn">{t('outlink.foreignLetters')}</Note>;
  return isSecure ? null : <Note tone="warn">{t('outlink.insecure')}</Note>;
}
