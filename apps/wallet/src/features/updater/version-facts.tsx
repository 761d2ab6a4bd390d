import { installedVersion, appVersionCode } from '../../lib/device/device.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText, type WalletTextId } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Card } from '../../ui/base/card.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { Note } from '../../ui/base/note.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import type { Newest, VersionVerdict } from './use-versions.ts';

const notes = {
  ready: 'updater.readyNote',
  available: 'updater.readyNote',
  newest: 'updater.newestNote',
  unknown: 'updater.unknownNote',
} as const satisfies Partial<Readonly<Record<VersionVerdict, WalletTextId>>>;

/** One sentence of truth under the bloom. */
export function VersionFinding({
  verdict,
  version,
}: {
  readonly verdict: VersionVerdict;
  readonly version: string;
}) {
  const t = useText();
  const titles: Readonly<Record<VersionVerdict, string>> = {
    forced: t('updater.available', { version }),
    available: t('updater.available', { version }),
    ready: t('updater.ready'),
    newest: t('updater.newest'),
    checking: t('updater.checking'),
    unknown: t('updater.unknown'),
  };
  const tone = verdict === 'unknown' ? 'dotted' : 'brand';
  return (
    <section className="grid justify-items-center text-center pt-3 pb-6">
      <Bloom size={140} tone={tone} isTurning={verdict === 'checking'} />
      <div role="status" className="mt-5">
        <h2 className="type-1">{titles[verdict]}</h2>
        {verdict === 'forced' || verdict === 'checking' ? null : (
          <p className="type-body text-ink-2 mt-2">{t(notes[verdict])}</p>
        )}
      </div>
      {verdict === 'forced' ? (
        <div className="mt-4 text-start">
          <Note tone="bad">{t('updater.forced')}</Note>
        </div>
      ) : null}
    </section>
  );
}

type VersionsProps = { readonly newest: Newest | undefined; readonly isUnknown: boolean };

export function Versions({ newest, isUnknown }: VersionsProps) {
  const t = useText();
  const missing = isUnknown ? '—' : <SkeletonBar width={90} />;
  const here = t('updater.number', { version: installedVersion, code: String(appVersionCode) });
  return (
    <Card>
      <KeyValues
        rows={[
          { key: t('updater.this'), value: here },
          {
            key: t('updater.newestVersion'),
            value:
              newest === undefined
                ? missing
                : t('updater.number', { version: newest.version, code: String(newest.code) }),
          },
          {
            key: t('updater.published'),
            value: newest === undefined ? missing : dateTimeText(newest.time),
          },
        ]}
      />
    </Card>
  );
}

export function VersionNotes({ newest: { version, notes: list } }: { readonly newest: Newest }) {
  const t = useText();
  if (list.length === 0) return null;
  return (
    <Card className="mt-4">
      <h2 className="type-3">{t('updater.notes', { version })}</h2>
      <ul className="grid gap-3 mt-3">
        {list.map((note) => (
          <li key={note} className="flex gap-3">
            <Icon name="sparkle" size={20} className="flex-none mt-0.5 text-brand-text" />
            <span className="flex-1 min-w-0 type-body">{note}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
