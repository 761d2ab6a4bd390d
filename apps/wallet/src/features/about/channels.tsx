import type { ReactElement } from 'react';

import { configReaders, useConfig, wordsHere } from '../../domain/content/config-entries.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { OutLink } from '../../lib/route/out-link.tsx';
import { useText } from '../../lib/text/i18n.ts';
import { CopyButton } from '../../ui/base/copy-button.tsx';
import type { IconName } from '../../ui/base/icon-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';

type Channel = ReturnType<typeof configReaders.channels>[number];

const icons: Readonly<Record<Channel['kind'], IconName>> = {
  email: 'envelope-simple',
  phone: 'device-mobile',
  telegram: 'paper-plane-tilt',
  whatsapp: 'paper-plane-tilt',
  website: 'globe',
  hours: 'clock-counter-clockwise',
};

/** How else to reach support, as the operator set it. */
export function ContactChannels(): ReactElement {
  const t = useText();
  const channels = useConfig(configReaders.channels);
  if (channels.length === 0) return <p className="type-body text-ink-2 px-1">{t('contactus.none')}</p>;
  return (
    <>
      <SectionHead isQuiet title={t('contactus.channels')} />
      <List label={t('contactus.channels')}>
        {channels.map((channel) => (
          <ChannelRow key={`${channel.kind} ${channel.value}`} channel={channel} />
        ))}
      </List>
    </>
  );
}

function ChannelRow({ channel }: { readonly channel: Channel }): ReactElement {
  const t = useText();
  const say = useCopyOutcome();
  const { kind, value } = channel;
  const label = wordsHere(channel.label);
  return (
    <ListRow
      glyph={<Icon name={icons[kind]} />}
      title={label}
      detail={<Address channel={channel} />}
      value={
        kind === 'hours' ? undefined : (
          <CopyButton value={value} label={t('contactus.copy', { what: label })} onDone={say} />
        )
      }
    />
  );
}

/** Mail and telephone are the device's own; everything else goes the way of every link. */
function Address({ channel: { value, link } }: { readonly channel: Channel }): ReactElement {
  if (link === undefined) return <>{value}</>;
  if (/^(mailto|tel):/.test(link)) {
    return (
      <a className="link" href={link}>
        {value}
      </a>
    );
  }
  return (
    <OutLink className="link" text={link}>
      {value}
    </OutLink>
  );
}
