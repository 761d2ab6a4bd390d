import { exportMonthsMax } from '@marigold/contract/limits';

import type { Say } from '../../lib/text/i18n.ts';
import type { DayProblem } from './export-days.ts';

/** What is wrong with a chosen day; without a problem, that one is missing. */
export function dayProblemText(t: Say, problem: DayProblem | undefined): string {
  const kind = problem?.kind ?? 'missing';
  return kind === 'tooLong' ? t('export.day.tooLong', { months: exportMonthsMax }) : t(`export.day.${kind}`);
}
