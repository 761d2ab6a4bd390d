import { isBeingBuilt, useExports } from '../../domain/bill/export-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useText } from '../../lib/text/i18n.ts';
import { dayProblemText } from './day-problem-text.ts';
import type { ExportForm } from './use-export-form.ts';

/** How many bills the file will hold, as long as that is no reason against it. */
export function ExportPreview({ form }: { readonly form: ExportForm }) {
  const t = useText();
  const { data, isError, isLoading } = form.preview;
  const counted = data === undefined || data.rows === 0 || data.rows > data.max ? '' : t('export.rows', data);
  const text = isLoading
    ? t('export.counting')
    : isError && data === undefined
      ? t('export.rowsFailed')
      : counted;
  return (
    <p role="status" className="mt-3 min-h-5 num type-sm-b text-ink-2">
      {form.filter === undefined ? '' : text}
    </p>
  );
}

/** Why a file cannot be begun now; undefined when it can. */
export function useNoExport({ filter, preview, dayProblem }: ExportForm): string | undefined {
  const t = useText();
  const { isOnline } = useOnline();
  const files = useExports();
  if (!isOnline) return t('export.offline');
  if (files.data?.list.some(isBeingBuilt) === true) return t('export.wait');
  if (dayProblem !== undefined || filter === undefined) return dayProblemText(t, dayProblem);
  const { data } = preview;
  if (data === undefined) return undefined;
  if (data.rows === 0) return t('export.rowsNone');
  return data.rows > data.max ? t('export.rowsMany', { max: data.max }) : undefined;
}
