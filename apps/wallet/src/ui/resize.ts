/** Spec 9: the resize handler is debounced at 50 ms: a window that is being drawn larger is measured once, at its end. */
export const resizeDebounceMs = 50;

/** Calls back when the window has kept its size for 50 ms; the answer ends it. */
export function onResized(listener: () => void, target: EventTarget = window): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(listener, resizeDebounceMs);
  };
  target.addEventListener('resize', changed);
  return () => {
    clearTimeout(timer);
    target.removeEventListener('resize', changed);
  };
}
