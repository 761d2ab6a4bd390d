/** Spec 9: the resize handler is debounced at 50 ms: a window that is being drawn larger is measured once, at its end. */
export const resizeDebounceMs = 50;

const listeners = new Set<() => void>();

/** Calls back when the window has kept its size for 50 ms; the answer ends it. */
export function onResized(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface Sized extends EventTarget {
  readonly innerWidth: number;
  readonly innerHeight: number;
}

/**
 * Follows the window; called once at the start. `data-measured` on the root says for which size everything that measures
 * itself has done so (`375x812`): what looks at a screen after a change of its shape need not guess how long that takes.
 */
export function followSize(target: Sized = window, root: HTMLElement = document.documentElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const measure = () => {
    for (const listener of listeners) listener();
    root.dataset['measured'] = `${target.innerWidth}x${target.innerHeight}`;
  };
  target.addEventListener('resize', () => {
    clearTimeout(timer);
    timer = setTimeout(measure, resizeDebounceMs);
  });
  measure();
}
