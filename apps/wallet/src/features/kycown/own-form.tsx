import { type ReactNode, useEffect, useEffectEvent } from 'react';

import { type KycDraft, useKycDraft } from '../../domain/kyc/kyc-draft.ts';
import { type ReadError, ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { paths, withSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { type OwnStep, readStep, stepsOf, stepToGoOn } from './own-fields.ts';
import { typeField } from './own-typing.ts';
import { goToStep } from './step-address.ts';

type PageProps = {
  readonly record: string | undefined;
  /** As the address says it. */
  readonly step: string | undefined;
  /** A region that was just picked, for the one field of the step that has a region. */
  readonly country: string | undefined;
  readonly children: (draft: KycDraft, step: OwnStep) => ReactNode;
};

/** The form of a record at the step of its address; where that is none of its steps, at the one to go on with. */
export function OwnForm({ record = '', step, country, children }: PageProps) {
  const t = useText();
  const read = useKycDraft(record);
  const isOver = refusalOf(read.error) === 'record_closed';
  const draft = isOver ? undefined : read.data;
  const shown = draft === undefined ? undefined : stepOfAddress(draft, step);
  usePickedRegion(record, shown, country);
  // What was known before it was sent in is no place to go on from: whoever comes without a step waits for what is now.
  const next = draft === undefined || shown !== undefined || read.isFetching ? undefined : stepToGoOn(draft);
  useStep(record, next, isOver);
  if (record === '' || isUnknown(read.error)) return <UnknownRecord />;
  if (draft !== undefined && shown !== undefined) return children(draft, shown);
  return (
    <Screen close={paths.kyc()} subject={t('kycown.title')} width="480">
      <WhenRead
        read={{ data: undefined, error: isOver ? undefined : read.error, refetch: read.refetch }}
        rows={4}
        failed={t('kycown.failed')}
      >
        {() => null}
      </WhenRead>
    </Screen>
  );
}

/** Undefined where the address names no step of this record. */
function stepOfAddress(draft: KycDraft, text: string | undefined): OwnStep | undefined {
  const step = readStep(text);
  return step !== undefined && stepsOf(draft).includes(step) ? step : undefined;
}

/** Leads to the step to go on with, or to what became of a record that can be given nothing more. */
function useStep(record: string, next: OwnStep | undefined, isOver: boolean): void {
  useEffect(() => {
    if (next !== undefined) goToStep(record, next, true);
    if (isOver) go(paths.kycReview({ record }), { isReplacing: true });
  }, [record, next, isOver]);
}

/** What was picked becomes what was typed, and leaves the address. */
function usePickedRegion(record: string, step: OwnStep | undefined, country: string | undefined): void {
  const take = useEffectEvent((code: string) => {
    typeField(record, step === 1 ? 'nationality' : 'issuingRegion', code);
    const here = window.location.pathname + window.location.search;
    go(withSearch(here, { country: undefined }), { isReplacing: true });
  });
  const isKnown = step !== undefined;
  useEffect(() => {
    if (country !== undefined && isKnown) take(country);
  }, [country, isKnown]);
}

function refusalOf(error: ReadError | null): string | undefined {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'refusal') return undefined;
  return error.failure.refusal;
}

/** A number of somebody else answers like one that was never given out; one that is no number is malformed. */
function isUnknown(error: ReadError | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}

function UnknownRecord() {
  const t = useText();
  return (
    <Screen close={paths.kyc()} subject={t('kycown.title')} width="480">
      <EmptyState
        title={t('kycreview.missing.title')}
        reason={t('kycreview.missing.text')}
        action={
          <Button size="small" link={linkTo(paths.kyc(), { isReplacing: true })}>
            {t('kycreview.none.action')}
          </Button>
        }
      />
    </Screen>
  );
}
