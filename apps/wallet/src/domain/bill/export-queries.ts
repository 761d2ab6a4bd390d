/** What screens read of exports of bills. */
import { type Input, type Output, useRead, queryClient } from '../../lib/query/queries.ts';

export type ExportFilter = Input<'bill/export/preview'>;

export type ExportFile = Output<'bill/export/list'>['list'][number];

/** How many bills an export would hold; nothing is asked for while there is no range. */
export function useExportPreview(filter: ExportFilter | undefined) {
  return useRead('bill/export/preview', filter ?? { from: 0, to: 0 }, { isEnabled: filter !== undefined });
}

export function isBeingBuilt({ status }: ExportFile): boolean {
  return status === 'queued' || status === 'building';
}

/** The live channel tells how far a file is; asking is for when that is away. */
const exportsEveryMs = 3_000;

/** The files of the last 24 hours, the newest first. */
export function useExports() {
  return useRead(
    'bill/export/list',
    {},
    { everyMs: (data) => (data?.list.some(isBeingBuilt) === true ? exportsEveryMs : false) },
  );
}

/** After a file was asked for. */
export async function invalidateExports(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['bill/export/list'] });
}
