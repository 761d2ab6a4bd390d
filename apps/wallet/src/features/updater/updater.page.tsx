import { appVersion, appVersionCode } from '../../lib/device.ts';
import { dateTimeText } from '../../lib/format.ts';
import { useText, type WalletTextId } from '../../lib/i18n.ts';
import { outLink } from '../../lib/out-link.tsx';
import { paths } from '../../lib/paths.ts';
import { loadNewest } from '../../lib/update.ts';
import { Screen } from '../../screen/screen.tsx';
import { Bloom } from '../../ui/bloom.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { Note } from '../../ui/note.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { type Newest, useVersions, type Verdict } from './use-versions.ts';

/** The version that runs here, the newest one, what is new in it, and the way there (spec 2). */
export function UpdaterPage() {
  const { newest, isUnknown, version, verdict, ask } = useVersions();
  return (
    <Screen
      width="480"
      // A version that may not go on has one way, and it leads forward.
      back={verdict === 'forced' ? undefined : paths.home()}
      foot={<Way verdict={verdict} url={newest?.url ?? null} onAsk={ask} />}
    >
      <Finding verdict={verdict} version={version} />
      <Versions newest={newest} isUnknown={isUnknown} />
      {newest === undefined ? null : <Notes newest={newest} />}
    </Screen>
  );
}

const notes = {
  ready: 'updater.readyNote',
  available: 'updater.readyNote',
  newest: 'updater.newestNote',
  unknown: 'updater.unknownNote',
} as const satisfies Partial<Readonly<Record<Verdict, WalletTextId>>>;

/** One sentence of truth under the bloom. */
function Finding({ verdict, version }: { readonly verdict: Verdict; readonly version: string }) {
  const t = useText();
  const titles: Readonly<Record<Verdict, string>> = {
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

function Versions({ newest, isUnknown }: VersionsProps) {
  const t = useText();
  const missing = isUnknown ? '—' : <SkeletonBar width={90} />;
  const here = t('updater.number', { version: appVersion, code: String(appVersionCode) });
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

function Notes({ newest: { version, notes: list } }: { readonly newest: Newest }) {
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

type WayProps = {
  readonly verdict: Verdict;
  /** Where a wrapper gets its new version. */
  readonly url: string | null;
  readonly onAsk: () => Promise<void>;
};

function Way({ verdict, url, onAsk }: WayProps) {
  const t = useText();
  if (verdict === 'newest' || verdict === 'checking' || verdict === 'unknown') {
    return (
      <Button icon="arrow-clockwise" busyLabel={t('updater.checking')} onPress={onAsk}>
        {t('updater.check')}
      </Button>
    );
  }
  if (url !== null) {
    return (
      <Button kind="primary" link={outLink(url, t('updater.get'))}>
        {t('updater.get')}
      </Button>
    );
  }
  return (
    <Button kind="primary" busyLabel={t('updater.busy')} onPress={loadNewest}>
      {t('updater.now')}
    </Button>
  );
}
