import { useState } from 'react';

import { installedVersion } from '../../lib/device/device.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Logo } from '../../ui/base/logo.tsx';
import { Segmented } from '../../ui/field/segmented.tsx';
import { type DeviceKind, deviceKindOf, deviceKinds } from './device-kind.ts';
import { InstallPanel } from './install-panel.tsx';
import { PhoneCode } from './phone-code.tsx';

/** How to have Marigold as an app: on the device in hand, on another one, from a store or from here (spec 2). */
export function DownloadPage() {
  const t = useText();
  const [own] = useState(() => deviceKindOf(navigator));
  const [kind, setKind] = useState<DeviceKind>(own);
  return (
    <Screen back={paths.home()} sidebar={own === 'desktop' ? <PhoneCode /> : null}>
      <Hero />
      <div className="pt-5 pb-4">
        <Segmented
          label={t('download.device')}
          options={deviceKinds.map((value) => ({ value, label: t(`download.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      <InstallPanel key={kind} kind={kind} isOwn={kind === own} />
      <div className="pt-4">
        <Button kind="secondary" icon="share-network" link={linkTo(paths.invite({ part: 'share' }))}>
          {t('shell.title.share')}
        </Button>
      </div>
    </Screen>
  );
}

/** The app as it will stand on the home screen. */
function Hero() {
  const t = useText();
  return (
    <section className="relative flex items-center gap-4 p-5 rounded-lg bg-field text-on-field overflow-hidden">
      <span
        aria-hidden="true"
        className="absolute -right-22 -top-26 size-75 bg-on-field opacity-15 mask-[url(/engraving.svg)] mask-center mask-contain mask-no-repeat"
      />
      <span className="relative flex-none grid place-items-center size-18 rounded-btn bg-field-chip">
        <Logo size={56} isCurrent />
      </span>
      <div className="relative flex-1 min-w-0">
        <h2 className="type-2">Marigold {installedVersion}</h2>
        <p className="type-sm mt-1">{t('download.lead')}</p>
      </div>
    </section>
  );
}
