import { linkTo } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Button } from '../../../ui/base/button.tsx';
import type { ProductStanding } from './shop-look.ts';

type ActionProps = {
  readonly standing: ProductStanding;
  /** Of what can be ordered: where it goes on. */
  readonly to: string;
  /** The words of that way on. */
  readonly words: string;
};

/** The one button of a product: on to its order, or to what this person has of it; else why it cannot be ordered. */
export function ProductAction({ standing, to, words }: ActionProps) {
  const t = useText();
  switch (standing.is) {
    case 'running':
      return (
        <Button kind="primary" link={linkTo(paths.cardApplication({ id: standing.applicationId }))}>
          {t('card.running.action')}
        </Button>
      );
    case 'owned':
      return (
        <Button kind="primary" link={linkTo(paths.cardInfo(standing.cardId))}>
          {t('card.owned.action')}
        </Button>
      );
    case 'open':
      return (
        <Button kind="primary" link={linkTo(to)}>
          {words}
        </Button>
      );
    default:
      return (
        <Button kind="primary" disabledReason={t(`card.state.${standing.is}`)}>
          {words}
        </Button>
      );
  }
}
