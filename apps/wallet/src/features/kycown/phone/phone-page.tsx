import { useEffect, useState } from 'react';

import { forgetFragment } from '../../../lib/route/fragment-secret.ts';
import { OpenedPhone } from './opened-phone.tsx';
import { takePhoneLink } from './phone-link.ts';
import { PhoneEnd } from './phone-steps.tsx';

/** A phone that was opened by the code of a form on a computer: it takes the photos, and is nobody's session. */
export function PhonePage() {
  const [link, setLink] = useState(() => takePhoneLink(window.location.hash));
  const [hasLeft, setLeft] = useState(false);
  useEffect(() => {
    forgetFragment();
    // A newer code that is opened in this very tab loads nothing anew.
    const listener = () => {
      if (window.location.hash === '') return;
      setLink(takePhoneLink(window.location.hash));
      setLeft(false);
      forgetFragment();
    };
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  }, []);
  if (hasLeft) return <PhoneEnd kind="left" />;
  if (link === undefined) return <PhoneEnd kind="gone" />;
  return <OpenedPhone key={link.key} link={link} onLeft={() => setLeft(true)} />;
}
