import { protectionOf } from '../../domain/account/protection.ts';
import type { User } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { petalCount } from '../../ui/base/bloom-geometry.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Card } from '../../ui/base/card.tsx';

/** How far the account is protected, its steps as petals (DESIGN.md 1), and the way to the step that is missing. */
export function ProtectionCard({ user }: { readonly user: User }) {
  const t = useText();
  const { done, all, next } = protectionOf(user);
  const link = next === 'payPassword' ? linkTo(paths.paymentPassword({ back: paths.profile() })) : undefined;
  return (
    <Card tone="leaf" className="w-full text-start" link={link}>
      <span className="flex items-center gap-4">
        <Bloom
          size={64}
          tone="leaf"
          lit={(done * petalCount) / all}
          label={t('profile.protectionSteps', { done, all })}
        />
        <span className="min-w-0">
          <b className="block type-3">
            {t(next === undefined ? 'profile.protected' : 'profile.unprotected')}
          </b>
          <span className="block type-sm opacity-85">
            {t(next === undefined ? 'profile.protectedText' : 'profile.unprotectedText')}
          </span>
        </span>
      </span>
    </Card>
  );
}
