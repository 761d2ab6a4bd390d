import { useState } from 'react';

import { queryClient, queryKey } from '../../../lib/query/queries.ts';

/** Whether somebody came from the card, which is known here then; to who opened the address it is not. */
export function useIsOver(cardId: string): boolean {
  const [isOver] = useState(
    () =>
      queryClient.getQueryData(queryKey('card/info', { cardId })) !== undefined ||
      queryClient.getQueryData(queryKey('card/list', {})) !== undefined,
  );
  return isOver;
}
