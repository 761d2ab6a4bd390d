import { loadNewest } from '../../lib/http/update.ts';
import { outLink } from '../../lib/route/out-link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useVersions, type VersionVerdict } from './use-versions.ts';
import { VersionFinding, VersionNotes, Versions } from './version-facts.tsx';

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
      <VersionFinding verdict={verdict} version={version} />
      <Versions newest={newest} isUnknown={isUnknown} />
      {newest === undefined ? null : <VersionNotes newest={newest} />}
    </Screen>
  );
}

type WayProps = {
  readonly verdict: VersionVerdict;
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
