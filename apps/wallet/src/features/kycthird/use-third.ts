import { useEffect, useEffectEvent, useState } from 'react';

import { useKycLink, useKycRecord } from '../../domain/kyc/kyc-queries.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { type ThirdView, thirdView } from './third-look.ts';

/** A company that has not opened its page by then is asked for it seldom. */
const fastForMs = 120_000;

/** How far a record and the company's page for it are, as long as this page stands. */
export function useThird(authNo: string) {
  const record = useKycRecord(authNo);
  const [isSlow, setSlow] = useState(false);
  const link = useKycLink(authNo, isSlow);
  const isOpening = link.data?.state === 'opening';
  useEffect(() => {
    if (!isOpening) return undefined;
    const timer = setTimeout(() => setSlow(true), fastForMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isOpening]);
  const isAhead = useIsAhead(link.data?.expires ?? Number.POSITIVE_INFINITY);
  const view: ThirdView | undefined =
    record.data === undefined || link.data === undefined
      ? undefined
      : thirdView(record.data, link.data, isAhead);
  const isBack = useIsBack(view === 'open', () => void Promise.all([record.refetch(), link.refetch()]));
  return { record, link, view, isSlow, isBack };
}

/** True once the person came back to this page while the company's stood open; everything is read anew then. */
function useIsBack(isOpen: boolean, onBack: () => void): boolean {
  const [isBack, setBack] = useState(false);
  const comeBack = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    if (isOpen) setBack(true);
    onBack();
  });
  useEffect(() => {
    const listener = () => comeBack();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
  return isBack && isOpen;
}
