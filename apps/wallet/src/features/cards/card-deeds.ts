/** Where each action of a card is done, and what stands on its buttons. */
import { paths } from '../../lib/route/paths.ts';
import type { IconName } from '../../ui/base/icon-names.ts';
import type { OwnCardAction } from './own-card-look.ts';

type CardDeed = { readonly icon: IconName; readonly to: (cardId: string) => string };

export const cardDeeds: Readonly<Record<OwnCardAction, CardDeed>> = {
  activate: { icon: 'seal-check-fill', to: paths.activateCard },
  lock: { icon: 'lock-simple', to: paths.lockCard },
  unlock: { icon: 'lock-simple-open', to: paths.unlockCard },
};
