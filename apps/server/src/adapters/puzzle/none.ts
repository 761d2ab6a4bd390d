/** Nobody is asked for work: for tests that measure something else. Production does not start with it (config.ts). */
import type { HumanCheck } from '../../modules/human/port.ts';

export const noHumanCheck: HumanCheck = {
  isOn: false,
  make: async () => '{}',
  check: async () => undefined,
};
