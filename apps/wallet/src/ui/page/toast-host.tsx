import './toast.css';
import { useSyncExternalStore } from 'react';

import { Icon } from '../base/icon.tsx';
import { currentToasts, dismissToast, subscribeToasts } from './toast-store.ts';

const signs = { ok: 'check-circle-fill', bad: 'warning-circle-fill' } as const;

/** Where toasts appear; one for the whole app, always present so that readers hear what comes into it. */
export function ToastHost() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  return (
    <div className="toast-list" role="status" aria-live="polite">
      {toasts.map(({ id, text, tone, action }) => (
        <div key={id} className="toast">
          {tone === 'plain' ? null : <Icon name={signs[tone]} size={20} />}
          <span>{text}</span>
          {action ? (
            <button
              type="button"
              onClick={() => {
                dismissToast(id);
                action.onPress();
              }}
            >
              {action.label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
