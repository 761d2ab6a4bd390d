/** What a client says that it runs on, as far as anybody may be shown it. A hint that nothing depends on. */
import { cleanLine } from '@marigold/contract/clean-line';
import type { AppRequest } from '@marigold/contract/envelope';

/** Of the whole name, system included. */
export const deviceNameMax = 40;

/** Systems as the wallet sends them (device.ts), with the name that people know. */
const systems: ReadonlyMap<string, string> = new Map([
  ['ios', 'iOS'],
  ['android', 'Android'],
  ['windows', 'Windows'],
  ['macos', 'macOS'],
  ['linux', 'Linux'],
]);

/** Models of which there are so many that their names tell nothing but what is true. */
const families: ReadonlySet<string> = new Set([
  'Chrome',
  'Edge',
  'Firefox',
  'Opera',
  'Safari',
  'iPad',
  'iPhone',
  'iPod',
]);

/** Names are shown in quotation marks; a name with its own could end them and go on as if we were speaking. */
const quotationMarks =
  /["\u201c-\u201f\u00ab\u00bb\u2039\u203a\u3008-\u300f\u301d-\u301f\uff02\uff62\uff63]/gu;

export type DeviceNames = {
  /** How a person finds a device again in their list: "Chrome · Linux", "SM-G991B · Android". One clean line, or empty. */
  readonly deviceName: string;
  /** The same without a word of the client's own: "Chrome · Linux", "Android". Empty for a kind that we do not know. */
  readonly deviceFamily: string;
};

/** Clients of a day are of few kinds, and every call says which: their names are worked out once. */
const known = new Map<string, DeviceNames>();
const knownMax = 1000;
/** What is longer is made up, and not kept. */
const kindMax = 100;

export function deviceNamesOf({
  deviceModel,
  osName,
}: Pick<AppRequest, 'deviceModel' | 'osName'>): DeviceNames {
  const kind = `${osName}\n${deviceModel}`;
  const before = known.get(kind);
  if (before !== undefined) return before;
  const names = workOutNames(deviceModel, osName);
  if (known.size >= knownMax) known.clear();
  if (kind.length <= kindMax) known.set(kind, names);
  return names;
}

function workOutNames(deviceModel: string, osName: string): DeviceNames {
  const system = systems.get(osName);
  const room = deviceNameMax - (system === undefined ? 0 : ` · ${system}`.length);
  const model = cleanLine(deviceModel.replaceAll(quotationMarks, ''), room);
  return {
    deviceName: joined(model, system),
    deviceFamily: joined(families.has(model) ? model : '', system),
  };
}

function joined(model: string, system: string | undefined): string {
  if (system === undefined) return model;
  return model === '' ? system : `${model} · ${system}`;
}
