import '../base/skeleton.css';
import './list.css';

/** Rows in the shape of the list to come; `label` is what readers hear meanwhile. */
export function SkeletonRows({ count = 4, label }: { count?: number; label: string }) {
  return (
    <div className="list skeleton-late" role="status">
      <span className="visually-hidden">{label}</span>
      <ul role="list" className="list" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <div className="list-row list-row-glyph">
              <span className="skeleton skeleton-round" />
              <span className="list-row-main grid gap-2">
                <span className="skeleton" style={{ width: 62 + ((index * 23) % 40) }} />
                <span className="skeleton" style={{ width: 84 + ((index * 17) % 30), height: 12 }} />
              </span>
              <span className="list-row-value grid gap-2 justify-items-end">
                <span className="skeleton" style={{ width: 84 }} />
                <span className="skeleton" style={{ width: 52, height: 12 }} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
