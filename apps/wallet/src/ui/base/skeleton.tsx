import './skeleton.css';

/** A grey bar in the shape of words to come, `width` in CSS pixels. Seen after 200 ms. */
export function SkeletonBar({ width, height = 14 }: { width: number; height?: number }) {
  return <span className="skeleton skeleton-late" style={{ width, height, maxWidth: '100%' }} />;
}
