import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import type { KycDocumentSearch } from '../../lib/route/paths.ts';
import { AddressStep } from './address-step.tsx';
import type { OwnStep } from './own-fields.ts';
import { OwnForm } from './own-form.tsx';
import { PhonePage } from './phone/phone-page.tsx';
import { PhotosStep } from './photos-step.tsx';
import { SignStep } from './sign-step.tsx';
import { DocumentStep } from './typed/document-step.tsx';

/** Steps 3 to 6: the document, its photos, a proof of the address, and the signature with which it is sent (spec 2). */
export function KycDocumentPage({ record, step, country, phone }: KycDocumentSearch) {
  // The photos alone, on a phone that is not logged in.
  if (phone !== undefined) return <PhonePage />;
  return (
    <OwnForm record={record} step={step} country={country}>
      {stepOf}
    </OwnForm>
  );
}

function stepOf(draft: KycDraft, step: OwnStep) {
  if (step === 3) return <DocumentStep draft={draft} />;
  if (step === 4) return <PhotosStep draft={draft} />;
  return step === 5 ? <AddressStep draft={draft} /> : <SignStep draft={draft} />;
}
