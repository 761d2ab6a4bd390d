import { useEffect, useRef } from 'react';

/** However the result is left, it has been seen. Waits a moment, because a strict render leaves and comes back at once. */
export function useAfterLeaving(onLeft: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(timer.current);
    return () => {
      timer.current = setTimeout(onLeft);
    };
  }, [onLeft]);
}
