/** Short words about something that happened (DESIGN.md 4 "Toast"). The shell shows them; anyone may say them. */
export type ToastMessage = {
  readonly text: string;
  /** One thing to do about it; the toast then stays 6 s instead of 3. */
  readonly action?: { readonly label: string; readonly run: () => void };
};

type Listener = (message: ToastMessage) => void;

const listeners = new Set<Listener>();

/** Shows a toast without an icon (spec 8). */
export function showToast(message: ToastMessage): void {
  for (const listener of listeners) listener(message);
}

/** Hears every toast from now on; the answer ends it. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
