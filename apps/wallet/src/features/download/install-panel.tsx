import { useState } from 'react';

import { configReaders, useConfig } from '../../domain/content/config-entries.ts';
import { install, useInstall } from '../../lib/device/install.ts';
import { isWrapped } from '../../lib/device/webview.ts';
import { outLink } from '../../lib/route/out-link.tsx';
import { useText, type WalletTextId } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { Note } from '../../ui/base/note.tsx';
import type { DeviceKind } from './device-kind.ts';

const steps = {
  ios: ['download.ios.open', 'download.ios.share', 'download.ios.add'],
  android: ['download.android.open', 'download.android.menu', 'download.android.add'],
  desktop: ['download.desktop.open', 'download.desktop.choose', 'download.desktop.confirm'],
} as const satisfies Readonly<Record<DeviceKind, readonly WalletTextId[]>>;

type PanelProps = {
  readonly kind: DeviceKind;
  /** It is the device in hand: what it already has, and what its browser offers, counts. */
  readonly isOwn: boolean;
};

/** Every way to the app on one kind of device, the shortest first. */
export function InstallPanel({ kind, isOwn }: PanelProps) {
  const t = useText();
  const { kind: state } = useInstall();
  const [isDeclined, setDeclined] = useState(false);
  if (isOwn && (state === 'installed' || isWrapped())) return <Installed />;
  return (
    <div className="grid gap-4">
      {isOwn && state === 'offered' ? (
        <Button
          kind="primary"
          icon="download-simple"
          busyLabel={t('download.installing')}
          onPress={async () => setDeclined(!(await install()))}
        >
          {t('download.install')}
        </Button>
      ) : null}
      {isDeclined ? (
        <p className="type-sm text-ink-2 px-1" role="status">
          {t('download.declined')}
        </p>
      ) : null}
      <Stores kind={kind} />
      <Card>
        <h2 className="type-3">{t('download.how')}</h2>
        <ol className="grid gap-3 mt-3">
          {steps[kind].map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden="true"
                className="flex-none grid place-items-center size-7 rounded-full bg-sunken type-sm-b num"
              >
                {index + 1}
              </span>
              <span className="flex-1 min-w-0 type-body">{t(step)}</span>
            </li>
          ))}
        </ol>
      </Card>
      {kind === 'ios' ? <Note tone="info">{t('download.profile')}</Note> : null}
    </div>
  );
}

function Installed() {
  const t = useText();
  return (
    <Card className="flex items-center gap-4">
      <Bloom size={56} />
      <div className="flex-1 min-w-0" role="status">
        <h2 className="type-3">{t('download.installed')}</h2>
        <p className="type-sm text-ink-2 mt-1">
          {t(isWrapped() ? 'download.wrapper' : 'download.installedNote')}
        </p>
      </div>
    </Card>
  );
}

type Store = { readonly label: WalletTextId; readonly address: string | undefined };

/** What the operator offers beside the web app; nothing where nothing is. */
function Stores({ kind }: { readonly kind: DeviceKind }) {
  const t = useText();
  const downloads = useConfig(configReaders.downloads);
  const offered: Readonly<Record<DeviceKind, readonly Store[]>> = {
    ios: [{ label: 'download.appStore', address: downloads.ios }],
    android: [
      { label: 'download.playStore', address: downloads.android },
      { label: 'download.apk', address: downloads.apk },
    ],
    desktop: [],
  };
  const stores = offered[kind].flatMap(({ label, address }) =>
    address === undefined ? [] : [{ label, address }],
  );
  if (stores.length === 0) return null;
  return (
    <div className="grid gap-2">
      {stores.map(({ label, address }) => (
        <Button key={label} icon="arrow-up-right" link={outLink(address, t(label))}>
          {t(label)}
        </Button>
      ))}
      {stores.some(({ label }) => label === 'download.apk') ? (
        <p className="type-sm text-ink-2 px-1">{t('download.apkNote')}</p>
      ) : null}
    </div>
  );
}
