import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { writeClipboard } from '../../ui/base/copy-button.tsx';
import { FactLists } from './fact-lists.tsx';
import { reportOf } from './report.ts';
import { useFacts } from './use-facts.ts';

/** What support asks for when something does not work: versions, line, clock, storage, wrapper. Never a secret. */
export function DiagnosticsPage() {
  const t = useText();
  const say = useCopyOutcome();
  const { facts, check, testBridge } = useFacts();
  return (
    <Screen
      width="480"
      back={paths.home()}
      foot={
        <div className="grid gap-2">
          <Button
            kind="primary"
            icon="copy-bold"
            onPress={async () => say(await writeClipboard(reportOf(facts, Date.now())))}
          >
            {t('test.copy')}
          </Button>
          <Button icon="arrow-clockwise" busyLabel={t('test.checking')} onPress={check}>
            {t('test.again')}
          </Button>
        </div>
      }
    >
      <p className="px-1 type-sm text-ink-2">{t('test.intro')}</p>
      <FactLists facts={facts} onTestBridge={testBridge} />
    </Screen>
  );
}
