import { Card } from '../../ui/base/card.tsx';
import { BillView } from './bill-view.tsx';

/** One bill beside the list of wide screens. */
export function BillPane({ id }: { readonly id: string }) {
  return (
    <Card className="max-h-[calc(100dvh-40px)] overflow-y-auto">
      <BillView id={id} isInPane />
    </Card>
  );
}
