import '../base/button.css';
import './pull-to-refresh.css';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

import { Bloom } from '../base/bloom.tsx';
import { isPullComplete, pullDistance, pullGoalPx, pullPetals } from './pull.ts';

interface PullToRefreshProps {
  /** Settles when the data is fresh, or was not to be had; errors are the page's own matter. */
  onRefresh: () => Promise<unknown>;
  /** "Refresh", the button that keyboards reach first. */
  label: string;
  busyLabel: string;
  children: ReactNode;
  /** The page begins with the marigold field. */
  isOnField?: boolean | undefined;
}

/** Pulls the page down to refresh it. Petals fill with the pull and turn until the data has come. */
export function PullToRefresh({ onRefresh, label, busyLabel, children, isOnField }: PullToRefreshProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [petals, setPetals] = useState(0);
  const [isBusy, setBusy] = useState(false);

  async function refresh() {
    setBusy(true);
    follow(frame.current, pullGoalPx);
    try {
      await onRefresh();
    } finally {
      setBusy(false);
      setPetals(0);
      follow(frame.current, 0);
    }
  }
  const onPull = useEffectEvent((distance: number) => {
    setPetals(pullPetals(distance));
    follow(frame.current, distance, true);
  });
  const onLetGo = useEffectEvent((distance: number) => {
    if (isPullComplete(distance)) void refresh();
    else {
      setPetals(0);
      follow(frame.current, 0);
    }
  });
  const isStopped = useEffectEvent(() => isBusy);
  useEffect(() => {
    const element = frame.current;
    return element ? listenToPull(element, { onPull, onLetGo, isStopped }) : undefined;
  }, []);

  return (
    <div ref={frame} className="pull-to-refresh" data-field={isOnField || undefined}>
      <button
        type="button"
        className="button button-ink button-small visually-hidden pull-to-refresh-again"
        onClick={() => void refresh()}
      >
        {label}
      </button>
      <div className="pull-to-refresh-sign">
        <Bloom size={36} lit={isBusy ? 12 : petals} tone="current" isTurning={isBusy} />
      </div>
      <span className="visually-hidden" role="status">
        {isBusy ? busyLabel : ''}
      </span>
      {children}
    </div>
  );
}

interface PullListener {
  onPull: (distancePx: number) => void;
  onLetGo: (distancePx: number) => void;
  isStopped: () => boolean;
}

/**
 * Touch events, not pointer events: a browser that may scroll takes the pointer away at the first movement, and only
 * a touch listener that is not passive can keep a pull at the top of the page on every phone.
 */
function listenToPull(element: HTMLElement, { onPull, onLetGo, isStopped }: PullListener): () => void {
  let startY: number | undefined;
  let distance = 0;
  const start = (event: TouchEvent) => {
    const touch = event.touches.length === 1 ? event.touches[0] : undefined;
    startY = touch && window.scrollY <= 0 && !isStopped() ? touch.clientY : undefined;
    distance = 0;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (startY === undefined || !touch) return;
    distance = pullDistance(touch.clientY - startY);
    if (distance === 0 && window.scrollY > 0) startY = undefined;
    if (distance > 0 && event.cancelable) event.preventDefault();
    onPull(distance);
  };
  const end = () => {
    if (startY !== undefined) onLetGo(distance);
    startY = undefined;
  };
  element.addEventListener('touchstart', start, { passive: true });
  element.addEventListener('touchmove', move, { passive: false });
  element.addEventListener('touchend', end);
  element.addEventListener('touchcancel', end);
  return () => {
    element.removeEventListener('touchstart', start);
    element.removeEventListener('touchmove', move);
    element.removeEventListener('touchend', end);
    element.removeEventListener('touchcancel', end);
  };
}

/** Moves the page and its sign without rendering: a finger moves faster than React should. */
function follow(element: HTMLElement | null, distancePx: number, isPulled = false): void {
  if (!element) return;
  element.style.setProperty('--pull', `${distancePx}px`);
  element.toggleAttribute('data-pulled', isPulled);
}
