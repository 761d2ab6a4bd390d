import { protectionOf } from '../../domain/account/protection.ts';
import type { User } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { petalCount } from '../../ui/base/bloom-geometry.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Card } from '../../ui/base/card.tsx';

/** Where the missing step is done; a contact cannot be bound later yet. */
const stepPages = {
  password: paths.password,
  contact: undefined,
  payPassword: paths.paymentPassword,
  twoStep: paths.googleAuth,
  codes: paths.googleAuth,
} as const;

const stepTexts = {
  password: 'profile.stepPassword',
  contact: 'profile.unprotectedText',
  payPassword: 'profile.unprotectedText',
  twoStep: 'profile.stepTwoStep',
  codes: 'profile.stepCodes',
} as const;

/** How far the account is protected, its steps as petals (DESIGN.md 1), and the way to the step that is missing. */
export function ProtectionCard({ user }: { readonly user: User }) {
  const t = useText();
  const { done, all, next } = protectionOf(user);
  const to = next === undefined ? undefined : stepPages[next];
  const link = to === undefined ? undefined : linkTo(to({ back: paths.profile() }));
  return (
    <Card tone="leaf" className="w-full text-start" link={link}>
      <span className="flex items-center gap-4">
        <Bloom
          size={64}
          tone="leaf"
          lit={Math.round((done * petalCount) / all)}
          label={t('profile.protectionSteps', { done, all })}
        />
        <span className="min-w-0">
          <b className="block type-3">
            {next === undefined ? t('profile.protected') : t('profile.unprotected', { count: all - done })}
          </b>
          <span className="block type-sm opacity-85">
            {t(next === undefined ? 'profile.protectedText' : stepTexts[next])}
          </span>
        </span>
      </span>
    </Card>
  );
}
