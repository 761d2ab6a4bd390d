import { useState } from 'react';

import { invalidateExports } from '../../domain/bill/export-queries.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type ExportSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { ExportFields } from './export-fields.tsx';
import { ExportFiles, RunningExport } from './export-files.tsx';
import { ExportPreview, useNoExport } from './export-preview.tsx';
import { type ExportForm, exportRequest, useExportForm } from './use-export-form.ts';

/** The person's bills as a file: chosen, built in the background, downloaded (spec 2). */
export function ExportPage(search: ExportSearch) {
  const t = useText();
  const form = useExportForm(search);
  const { problem, start } = useStart(form);
  const isWide = useWideLayout();
  const no = useNoExport(form);
  const build = (
    <Button kind="primary" busyLabel={t('export.busy')} disabledReason={no} onPress={start}>
      {t('export.build')}
    </Button>
  );
  return (
    <Screen back={paths.bills()} foot={isWide ? undefined : build} sidebar={<ExportFiles />}>
      <RunningExport />
      <ExportFields form={form} />
      <ExportPreview form={form} />
      {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      <div className="mt-4 grid grid-cols-1 gap-3">
        {isWide ? <div>{build}</div> : null}
        <Button icon="envelope-simple" link={linkTo(paths.exportByMail(form.search))}>
          {t('export.byMail')}
        </Button>
      </div>
    </Screen>
  );
}

/** Begins the file; what is said against it stands beneath the form. */
function useStart({ filter, choice }: ExportForm) {
  const intent = useIntent('bill/export');
  const [problem, setProblem] = useState<string>();
  async function start(): Promise<void> {
    if (filter === undefined) return;
    setProblem(undefined);
    const result = await intent.send(exportRequest(filter, choice), {
      showErrors: true,
      disableLoading: true,
      onFail: () => undefined,
    });
    await invalidateExports();
    if (result.ok) window.scrollTo({ top: 0 });
    else setProblem(problemOf(result, { fields: [] })?.text);
  }
  return { problem, start };
}
