export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'ok' | 'bad';
  action?: { label: string; onPress: () => void } | undefined;
}

/** One line for 3 seconds; with an action for 6. At most three lines at once, the oldest gives way. */
const visibleMs = 3000;
const visibleWithActionMs = 6000;
const toastsMax = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says something that needs no answer, such as "Content copied". Errors that need an action belong on the page. */
export function toast(text: string, options: { tone?: Toast['tone']; action?: Toast['action'] } = {}): void {
  lastId += 1;
  const id = lastId;
  const others = toasts.filter((other) => other.text !== text).slice(1 - toastsMax);
  change([...others, { id, text, tone: options.tone ?? 'plain', action: options.action }]);
  setTimeout(() => dismissToast(id), options.action ? visibleWithActionMs : visibleMs);
}

/** Takes one toast away before its time. */
export function dismissToast(id: number): void {
  if (toasts.some((one) => one.id === id)) change(toasts.filter((one) => one.id !== id));
}

/** For `useSyncExternalStore`: calls back after every change. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toasts on screen, oldest first; the same array until it changes. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
