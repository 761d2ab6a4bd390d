/** Yes or no, chosen on this device and kept there (DESIGN.md 4 "Field hero"): every screen follows the same choice. */
import { storage, storageKeys } from './storage.ts';
import { createStore, type Store, useStore } from './store.ts';

type DeviceSwitch = { readonly key: string; readonly state: Store<boolean> };

function createSwitch(key: string): DeviceSwitch {
  return { key, state: createStore(storage.getItem(key) === 'true') };
}

/** On: dots stand in place of balances. */
export const balanceCover = createSwitch(storageKeys.balanceHidden);
/** On: balances that are worth next to nothing are not listed. */
export const smallCover = createSwitch(storageKeys.smallHidden);

/** The choice and the way to turn it round. */
export function useDeviceSwitch({ key, state }: DeviceSwitch): readonly [isOn: boolean, toggle: () => void] {
  const isOn = useStore(state);
  function toggle(): void {
    storage.setItem(key, String(!isOn));
    state.set(!isOn);
  }
  return [isOn, toggle];
}
