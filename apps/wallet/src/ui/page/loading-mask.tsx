import '../base/skeleton.css';
import './loading-mask.css';
import { Bloom } from '../base/bloom.tsx';

/** Stops every tap at once and shows the turning bloom after 200 ms. */
export function LoadingMask({ label }: { label: string }) {
  return (
    <div className="loading-mask" role="status">
      <div className="skeleton-late">
        <Bloom size={48} isTurning />
        {label}
      </div>
    </div>
  );
}
