import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import type { User } from '../../../lib/device/session.ts';
import { PageLink } from '../../../lib/route/link.tsx';
import { paths } from '../../../lib/route/paths.ts';
import type { Say } from '../../../lib/text/i18n.ts';
import { Tag } from '../../../ui/base/tag.tsx';
import type { KeyValue } from '../../../ui/list/key-values.tsx';

type Person = Pick<User, 'kycLevel' | 'hasGoogle' | 'hasPayPassword'>;

/** What a card needs of somebody, each done or with the way there; `own` is the address that they come back to. */
export function needRows(
  t: Say,
  { kycLevel }: Pick<CardProductItem, 'kycLevel'>,
  person: Person,
  own: string,
): KeyValue[] {
  return [
    {
      key: t('card.need.identity'),
      value:
        person.kycLevel >= kycLevel ? (
          <Done words={t('card.need.done')} />
        ) : (
          <Wanted words={t('card.need.level', { level: kycLevel })} to={paths.kyc()} />
        ),
    },
    {
      key: t('card.need.twoStep'),
      value: person.hasGoogle ? (
        <Done words={t('card.need.bound')} />
      ) : (
        <Wanted words={t('card.need.bindFirst')} to={paths.googleAuth({ back: own })} />
      ),
    },
    // Whoever has one is not asked about it.
    ...(person.hasPayPassword
      ? []
      : [
          {
            key: t('card.need.payPassword'),
            value: <Wanted words={t('card.need.setFirst')} to={paths.paymentPassword({ back: own })} />,
          },
        ]),
  ];
}

function Done({ words }: { readonly words: string }) {
  return (
    <Tag tone="ok" icon="check-bold">
      {words}
    </Tag>
  );
}

/** The tag is the link: nothing else in its row leads anywhere. */
function Wanted({ words, to }: { readonly words: string; readonly to: string }) {
  return (
    <PageLink to={to} className="-my-2.5 flex min-h-11 items-center">
      <Tag tone="warn">{words}</Tag>
    </PageLink>
  );
}
