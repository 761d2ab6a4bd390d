import type { Handlers } from '../../../platform/http/call.ts';
import { handOver, leavePhone, openPhone, type PhoneDependencies, savePhone } from './phone.ts';

export function createPhoneHandlers(
  dependencies: PhoneDependencies,
): Pick<Handlers, 'kyc/phone/handoff' | 'kyc/phone/open' | 'kyc/phone/save' | 'kyc/phone/leave'> {
  return {
    'kyc/phone/handoff': async (input, call) => await handOver(dependencies, input, call),
    'kyc/phone/open': async (input, call) => await openPhone(dependencies, input, call),
    'kyc/phone/save': async (input, call) => await savePhone(dependencies, input, call),
    'kyc/phone/leave': async (input, call) => await leavePhone(input, call),
  };
}
