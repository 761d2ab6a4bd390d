import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

import { isWithinLongPress, longPressMs } from './long-press.ts';

/**
 * Handlers to spread onto an element that reacts to a long press. The click that ends a long press is swallowed.
 * A long press is never the only way: offer the same by a button.
 */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{
    x: number;
    y: number;
    timer: ReturnType<typeof setTimeout> | undefined;
    isDone: boolean;
  }>(undefined);
  const cancel = () => clearTimeout(press.current?.timer);
  useEffect(() => cancel, []);
  return {
    onPointerDown(event: PointerEvent) {
      cancel();
      const timer = setTimeout(() => {
        if (press.current) press.current.isDone = true;
        onLongPress();
      }, longPressMs);
      press.current = { x: event.clientX, y: event.clientY, timer, isDone: false };
    },
    onPointerMove(event: PointerEvent) {
      if (press.current && !isWithinLongPress(press.current, { x: event.clientX, y: event.clientY }))
        cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu(event: MouseEvent) {
      if (press.current?.isDone) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (!press.current?.isDone) return;
      press.current.isDone = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
