import { WaitingRows } from '../../screen/when-read.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';

/** As wide and high as a face; above rows in place of what is said of the card. */
export function WaitingCard() {
  return (
    <>
      <div className="mb-6 overflow-hidden rounded-md pt-2">
        <SkeletonBar width={343} height={216} />
      </div>
      <WaitingRows rows={3} />
    </>
  );
}
