import { hasHidden } from '@marigold/contract/clean-line';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { deviceNameMax, deviceNamesOf } from './device-name.ts';

const namesOf = (deviceModel: string, osName: string) => {
  const { deviceName, deviceFamily } = deviceNamesOf({ deviceModel, osName });
  return [deviceName, deviceFamily];
};

describe('the name of a device', () => {
  it.each([
    ['iPhone', 'ios', 'iPhone · iOS', 'iPhone · iOS'],
    ['Chrome', 'linux', 'Chrome · Linux', 'Chrome · Linux'],
    ['SM-G991B', 'android', 'SM-G991B · Android', 'Android'],
    ["Anna's phone", 'android', "Anna's phone · Android", 'Android'],
    ['test', 'plan9', 'test', ''],
    ['Firefox', 'other', 'Firefox', 'Firefox'],
    ['', 'windows', 'Windows', 'Windows'],
    [' \u202e\u200b\n', 'other', '', ''],
    ['x'.repeat(100), 'other', 'x'.repeat(deviceNameMax), ''],
    ['x'.repeat(100), 'android', `${'x'.repeat(deviceNameMax - 10)} · Android`, 'Android'],
    ['Chrome” is safe. “Send', 'linux', 'Chrome is safe. Send · Linux', 'Linux'],
    ['「安全」»«\uff02"', 'other', '安全', ''],
    ['Send your coins\nto\u202e evil.example', 'ios', 'Send your coins to evil.example · iOS', 'iOS'],
  ])('of model %j on system %j is %j, its family %j', (model, system, name, family) => {
    expect(namesOf(model, system)).toEqual([name, family]);
  });

  it('of any text is short and shows all it holds; its family is one of few', () => {
    const systems = fc.oneof(fc.constantFrom('ios', 'android', 'windows', 'macos', 'linux'), fc.string());
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), systems, (model, system) => {
        const [name = '', family = ''] = namesOf(model, system);
        expect(hasHidden(name)).toBe(false);
        expect(Array.from(name).length).toBeLessThanOrEqual(deviceNameMax);
        expect(family).toMatch(
          /^((Chrome|Edge|Firefox|Opera|Safari|iPad|iPhone|iPod)( · |$))?(iOS|Android|Windows|macOS|Linux)?$/,
        );
      }),
    );
  });
});
