import { exportAddressesMax } from '@marigold/contract/limits';
import { useState } from 'react';

import { useText } from '../../lib/text/i18n.ts';
import { hasSeparator, takeTyped, type TypedAddresses } from './address-list.ts';

export type Addresses = {
  readonly emails: readonly string[];
  /** Also to the person's own bound address. */
  readonly own: boolean;
  /** What stands in the field and is no chip yet. */
  readonly text: string;
  readonly error: string | undefined;
  readonly type: (text: string) => void;
  /** Takes what stands in the field: on Enter, and when the field is left. */
  readonly take: () => void;
  readonly remove: (email: string) => void;
  readonly setOwn: (own: boolean) => void;
  /** All there are, or undefined when something has to be put right first, which is said at the field. */
  readonly read: () => { readonly emails: string[]; readonly own?: true } | undefined;
  readonly say: (error: string | undefined) => void;
};

/** The addresses a link goes to, typed with commas, one chip each. */
export function useAddresses(hasOwn: boolean): Addresses {
  const t = useText();
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [own, setOwn] = useState(hasOwn);
  const [text, setText] = useState('');
  const [error, say] = useState<string>();
  const placesMax = exportAddressesMax - (own ? 1 : 0);

  function take(typed: string): TypedAddresses {
    const taken = takeTyped(emails, typed, placesMax);
    setEmails(taken.addresses);
    setText(taken.rest);
    say(problemText(taken.problem));
    return taken;
  }

  function problemText(problem: TypedAddresses['problem']): string | undefined {
    if (problem === undefined) return undefined;
    return problem.kind === 'wrong'
      ? t('export.addressWrong', { address: problem.address })
      : t('export.addressesTooMany', { max: exportAddressesMax });
  }

  return {
    emails,
    own,
    text,
    error,
    type(typed) {
      // Between two addresses the first one is whole; the last one may still be on its way.
      if (hasSeparator(typed)) take(typed);
      else {
        setText(typed);
        say(undefined);
      }
    },
    take: () => void take(text),
    remove(email) {
      setEmails(emails.filter((one) => one !== email));
      say(undefined);
    },
    setOwn(isOn) {
      setOwn(isOn);
      say(
        isOn && emails.length >= exportAddressesMax
          ? t('export.addressesTooMany', { max: exportAddressesMax })
          : undefined,
      );
    },
    read() {
      const taken = take(text);
      if (taken.problem !== undefined) return undefined;
      const { addresses } = taken;
      if (addresses.length === 0 && !own) {
        say(t('export.addressesMissing'));
        return undefined;
      }
      if (addresses.length > placesMax) {
        say(t('export.addressesTooMany', { max: exportAddressesMax }));
        return undefined;
      }
      return { emails: [...addresses], ...(own ? { own } : {}) };
    },
    say,
  };
}
