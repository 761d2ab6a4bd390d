import { call } from '../../lib/http/call.ts';
import type { DebouncedLookup } from '../../lib/http/use-debounced-lookup.ts';
import { useDebouncedLookup } from '../../lib/http/use-debounced-lookup.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type LookedUpPayee, isPayee, payeeKey, readPayee } from './payee-text.ts';

/** A person has 20 lookups an hour: one is spent when typing has rested this long, not on every letter. */
const restMs = 900;

export type PayeeSearch = DebouncedLookup<LookedUpPayee>;

/** Who the typed text means, asked for once per text. */
export function usePayee(typed: string, known: LookedUpPayee | undefined): PayeeSearch {
  const t = useText();
  const to = readPayee(typed);
  return useDebouncedLookup<LookedUpPayee, 'payee/lookup'>({
    key: payeeKey(to),
    isReady: isPayee(to),
    restMs,
    known: known === undefined ? [] : [[payeeKey(known.to), known]],
    ask: async () => await call('payee/lookup', { to }, { disableLoading: true, onFail: () => undefined }),
    read: ({ masked }) => ({ to, masked }),
    failed: t('transfer.toFindFailed'),
  });
}
