import type { KycProvider } from '@marigold/contract/calls/kyc';
import { useId, useState } from 'react';

import type { KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { CompanyAgreement } from './company-agreement.tsx';
import { CompanyRows } from './company-rows.tsx';
import { SilentNote } from './silent-note.tsx';
import { useStartThird } from './use-start-third.ts';

type FormProps = {
  readonly record: KycRecordDetail;
  readonly providers: readonly KycProvider[];
  readonly silentSince: number | null;
  readonly isExpired: boolean;
};

/** The company, its agreement, and the button that says what it waits for. */
export function CompanyForm({ record, providers, silentSince, isExpired }: FormProps) {
  const t = useText();
  const id = useId();
  const { isOnline } = useOnline();
  const [chosen, setChosen] = useState<string>();
  const [agreedTo, setAgreedTo] = useState<string>();
  const { problem, isSending, isUnanswered, forgetProblem, start } = useStartThird(record.authNo, () =>
    setAgreedTo(undefined),
  );
  const company = chosenCompany(providers, chosen, record.provider);
  const isAgreed = company !== undefined && agreedTo === agreementOf(company);
  const hasHouse = providers.some(({ way }) => way === 'own');
  const reason = isOnline ? whyWaiting(t, { company, isAgreed, hasHouse }) : t('kycreview.offline');
  const send = async () => {
    if (company === undefined || reason !== undefined) return;
    // Nothing is begun by that: the house knows of it with the first item, and its agreement comes with the last.
    if (company.way === 'own') go(paths.kycPerson({ record: record.authNo }));
    else await start(company);
  };
  return (
    <Screen
      back={paths.kyc()}
      width="480"
      foot={
        <Button
          kind="primary"
          type="submit"
          form={id}
          isBusy={isSending}
          busyLabel={t('kycreview.starting')}
          disabledReason={reason}
        >
          {t(company?.way === 'own' ? 'kycreview.own.start' : 'kycreview.start')}
        </Button>
      }
    >
      <form
        id={id}
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) void send();
        }}
      >
        <Intro record={record} isExpired={isExpired} hasHouse={hasHouse} />
        <SilentNote since={silentSince} />
        <CompanyRows
          providers={providers}
          chosen={company?.id}
          error={problem?.field === 'company' ? problem.text : undefined}
          onChoose={(next) => {
            setChosen(next);
            forgetProblem();
          }}
        />
        {company === undefined || company.way === 'own' ? null : (
          <CompanyAgreement
            company={company}
            record={record.authNo}
            isAgreed={isAgreed}
            error={problem?.field === 'agreement' ? problem.text : undefined}
            onAgree={(isOn) => {
              setAgreedTo(isOn ? agreementOf(company) : undefined);
              forgetProblem();
            }}
          />
        )}
        {problem !== undefined && problem.field === undefined ? (
          <Note tone="bad">{problem.text}</Note>
        ) : isUnanswered && !isSending ? (
          <Note tone="info">{t('kycreview.unsure')}</Note>
        ) : null}
      </form>
    </Screen>
  );
}

type IntroProps = Pick<FormProps, 'record' | 'isExpired'> & {
  /** Not companies alone. */
  readonly hasHouse: boolean;
};

function Intro({ record, isExpired, hasHouse }: IntroProps) {
  const t = useText();
  const repeated = record.items.filter(({ state }) => state === 'again');
  const count = repeated.length;
  const isAgain = record.review === 'again';
  return (
    <div>
      <h2 className="mt-2 type-1">
        {isExpired
          ? t('kycreview.expired.title')
          : isAgain
            ? t('kycreview.again.title', { count })
            : t('kycreview.choose.title')}
      </h2>
      <p className="mt-1 type-sm text-ink-2">
        {isExpired
          ? t('kycreview.expired.text')
          : isAgain
            ? t('kycreview.again.text')
            : t(hasHouse ? 'kycreview.choose.both' : 'kycreview.choose.text')}
      </p>
      {count === 0 ? null : (
        <p className="mt-3 type-sm-b">{repeated.map(({ item }) => t(`kyc.item.${item}`)).join(' · ')}</p>
      )}
    </div>
  );
}

/** The one that was chosen here; else the one that checks already, else the only one. It has to be open. */
function chosenCompany(
  providers: readonly KycProvider[],
  chosen: string | undefined,
  before: string | null,
): KycProvider | undefined {
  const open = providers.filter(({ isOpen }) => isOpen);
  const named = open.find(({ id }) => id === chosen);
  const known = open.find(({ id, name }) => id === before || name === before);
  return named ?? known ?? (open.length === 1 ? open[0] : undefined);
}

/** What was agreed to: another company, another text or another version of it is not. */
function agreementOf({ id, contentId, version }: KycProvider): string {
  return `${id} ${contentId} ${version}`;
}

type Choice = {
  readonly company: KycProvider | undefined;
  readonly isAgreed: boolean;
  readonly hasHouse: boolean;
};

function whyWaiting(t: Say, { company, isAgreed, hasHouse }: Choice): string | undefined {
  if (company === undefined) return t(hasHouse ? 'kycreview.own.chooseFirst' : 'kycreview.chooseFirst');
  return isAgreed || company.way === 'own' ? undefined : t('kycreview.agreeFirst');
}
