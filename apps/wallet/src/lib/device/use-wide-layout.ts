/** Whether list and detail stand side by side (DESIGN.md 5). Style sheets know it too; this is for what is not drawn. */
import { useSyncExternalStore } from 'react';

const query = '(min-width: 960px)';

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** True from 960 px on. */
export function useWideLayout(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
