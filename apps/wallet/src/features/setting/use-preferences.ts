import type { Contract } from '@marigold/contract/contract';
import type { WireFields } from '@marigold/contract/endpoint';

import { session } from '../../lib/device/session.ts';
import { useIntent } from '../../lib/intents/intent.ts';

export type ChangedPreferences = WireFields<Contract['user/prefs/set']>;

/** Keeps preferences of the person; false when they were not kept, which a toast has said. */
export function usePreferences(): {
  save: (changed: ChangedPreferences) => Promise<boolean>;
  isSaving: boolean;
} {
  const intent = useIntent('user/prefs/set');
  async function save(changed: ChangedPreferences): Promise<boolean> {
    const result = await intent.send(changed, { showErrors: true, disableLoading: true });
    if (result.ok) session.setUser(result.data);
    return result.ok;
  }
  return { save, isSaving: intent.isSending };
}
