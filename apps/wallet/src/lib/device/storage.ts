/**
 * What the app keeps in local storage (spec 3 "Local items", 9 "locale"): every key by name, and nothing but texts and
 * JSON. A browser that refuses storage keeps the values until the page is closed.
 */
export const storageKeys = {
  appConfig: 'app_config',
  inviteCode: 'invitecode',
  fromUrl: 'fromUrl',
  user: 'userInfo',
  token: 'token',
  locale: 'locale',
  theme: 'theme',
  updown: 'updown',
  deviceId: 'deviceId',
  intents: 'intents',
  balanceHidden: 'balanceHidden',
  smallHidden: 'smallBalancesHidden',
  recentPicks: 'recentPicks',
  fiat: 'fiat',
  started: 'started',
  chart: 'chart',
} as const;

/** The part of the Storage interface that is used; tests hand in a plain one. */
export type TextStorage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** A storage that lives as long as the page. */
export function memoryStorage(): TextStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** The browser's storage, or a memory where it has none, refuses it or has no room left. */
export function openStorage(open: () => TextStorage = () => localStorage): TextStorage {
  try {
    const probe = 'storage-probe';
    const opened = open();
    opened.setItem(probe, probe);
    opened.removeItem(probe);
    return opened;
  } catch {
    return memoryStorage();
  }
}

export const storage: TextStorage = openStorage();

/** What ends with this tab: a walk of several pages, a form that was left for a moment. */
export const tabStorage: TextStorage = openStorage(() => sessionStorage);

/** The JSON kept under `key`; undefined when there is none or it is not JSON. The caller checks its shape. */
export function readJson(from: TextStorage, key: string): unknown {
  const text = from.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value as JSON; false when the browser has no room for it. */
export function writeJson(to: TextStorage, key: string, value: unknown): boolean {
  try {
    to.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** True for a plain JSON object: the door for everything that comes back from storage or the wire. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
