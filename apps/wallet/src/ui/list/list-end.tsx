import './list-end.css';
import { useEffect, useEffectEvent, useRef } from 'react';

import { Bloom } from '../base/bloom.tsx';
import { Button } from '../base/button.tsx';

export interface ListEndProps {
  /** more: older rows exist · busy: they are on their way · failed: they did not come · end: these are all. */
  state: 'more' | 'busy' | 'failed' | 'end';
  labels: { more: string; busy: string; retry: string; end: string };
  onMore: () => unknown;
}

/** How far ahead of the reader the next rows are fetched. */
const aheadPx = 1200;

/** The foot of an endless list: fetches what follows before the reader arrives, and is a button where that failed. */
export function ListEnd({ state, labels, onMore }: ListEndProps) {
  const foot = useRef<HTMLDivElement>(null);
  const fetchMore = useEffectEvent(onMore);
  useEffect(() => {
    if (state !== 'more' || !foot.current) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) fetchMore();
      },
      { rootMargin: `${aheadPx}px` },
    );
    watcher.observe(foot.current);
    return () => watcher.disconnect();
  }, [state]);
  return (
    <div ref={foot} className="list-end">
      <span role="status">
        {state === 'end' ? labels.end : null}
        {state === 'busy' ? <span className="visually-hidden">{labels.busy}</span> : null}
      </span>
      {state === 'busy' ? <Bloom size={24} isTurning /> : null}
      {state === 'more' || state === 'failed' ? (
        <Button size="small" onPress={onMore}>
          {state === 'failed' ? labels.retry : labels.more}
        </Button>
      ) : null}
    </div>
  );
}
