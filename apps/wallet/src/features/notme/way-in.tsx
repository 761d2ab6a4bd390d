import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';

/**
 * Logging in leads back here, where another password lifts the lock. Whoever has forgotten the old one resets it first, and
 * waits longer for the rest.
 */
export function WayIn({ label }: { readonly label: string }) {
  const t = useText();
  return (
    <>
      <Button kind="primary" link={linkTo(paths.login({ back: paths.notMe() }), { isReplacing: true })}>
        {label}
      </Button>
      <Button link={linkTo(paths.forgetUsername())}>{t('notme.forgot')}</Button>
    </>
  );
}
