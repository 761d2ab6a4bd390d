import { type KycRecordSearch, paths } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { RecordView } from './record-view.tsx';

/** One record on a page of its own (spec 2.10). */
export function KycRecordPage({ record = '' }: KycRecordSearch) {
  return (
    <Screen back={paths.kycRecords()} width="480">
      <RecordView number={record} />
    </Screen>
  );
}
