import { useState } from 'react';

import type { KycBindings, KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useKycBindings, useKycRecord, useKycRecords } from '../../domain/kyc/kyc-queries.ts';
import { type KycRecordSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { BindFirst } from '../../screen/bind-first.tsx';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { AuthView } from './auth-view.tsx';
import { LinkedRecord } from './linked-record.tsx';

/** Binding by number: one's own identity at once, somebody else's by their word (spec 2.4, 2.10). */
export function KycAuthPage({ record = '' }: KycRecordSearch) {
  const own = paths.kycAuth(record === '' ? undefined : { record });
  return (
    <BindFirst page="/pages/kyc/auth" own={own}>
      <Auth key={record} record={record} />
    </BindFirst>
  );
}

function Auth({ record }: { readonly record: string }) {
  const t = useText();
  const bindings = useKycBindings();
  // Of somebody else's number, or of none, nothing is known here.
  const named = useKycRecord(record);
  const isKnown = record === '' || named.data !== undefined || named.error !== null;
  if (bindings.data === undefined || !isKnown)
    return (
      <Screen back={paths.kycRecords()} width="480">
        <WhenRead read={{ ...bindings, data: undefined }} rows={5} failed={t('kycauth.failed')}>
          {() => null}
        </WhenRead>
      </Screen>
    );
  return <Known record={record} named={named.data} bindings={bindings.data} />;
}

type KnownProps = {
  readonly record: string;
  readonly named: KycRecordDetail | undefined;
  readonly bindings: KycBindings;
};

/** What was true when the page came decides what it is about: what is done here does not turn it into the other one. */
function Known({ record, named, bindings }: KnownProps) {
  const [isLinked] = useState(named?.status === 'normal');
  const records = useKycRecords({ status: 'notBound', use: 'notUsed' });
  if (isLinked && named !== undefined)
    return (
      <Screen back={paths.kycRecord({ record })} width="480">
        <LinkedRecord record={named} />
      </Screen>
    );
  const own = records.data?.pages.flatMap(({ list }) => list) ?? [];
  return <AuthView first={record} bindings={bindings} own={own} />;
}
