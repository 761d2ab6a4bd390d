import { useState } from 'react';

import {
  invalidatePhone,
  keepPhonePhotos,
  type PhoneItem,
  type PhoneLink,
  type PhonePhotos,
} from '../../../domain/kyc/kyc-phone.ts';
import { NetworkFailure } from '../../../lib/http/api.ts';
import { problemOf } from '../../../lib/http/form-problem.ts';
import { useIntent } from '../../../lib/intents/intent.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { type FileUpload, useUpload } from '../../../ui-capture/use-upload.ts';

export type PhonePhotoSave = {
  readonly upload: FileUpload;
  readonly isSaving: boolean;
  readonly problem: string | undefined;
  /** How far the photos are once it is sealed. A photo that got there is not brought again. */
  readonly bring: (photo: { readonly file: File; readonly name: string }) => Promise<PhonePhotos | undefined>;
  /** The photo is another one now. */
  readonly forget: () => void;
};

/** A photo on its way from a phone: brought to the server, then sealed as an item of the form on the computer. */
export function usePhonePhoto(link: PhoneLink, item: PhoneItem): PhonePhotoSave {
  const t = useText();
  const upload = useUpload('identity', link.key);
  const { send, isSending } = useIntent('kyc/phone/save');
  const [problem, setProblem] = useState<string>();

  async function save(fileId: string): Promise<PhonePhotos | undefined> {
    const options = { disableLoading: true, onFail: () => undefined };
    try {
      const result = await send({ key: link.key, item, fileId }, options);
      if (result.ok) {
        keepPhonePhotos(link, result.data);
        return result.data;
      }
      if (result.kind === 'network') throw new NetworkFailure(result.isTimeout, undefined);
      // It waits at the server for a while only: the next try brings it again.
      upload.reset();
      setProblem(problemOf(result, { fields: [] })?.text);
      await invalidatePhone(link);
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      setProblem(t('kycown.unanswered'));
    }
    return undefined;
  }

  return {
    upload,
    isSaving: isSending,
    problem,
    async bring({ file, name }) {
      setProblem(undefined);
      const brought = upload.uploaded ?? (await upload.send(file, name));
      if (brought !== undefined) return await save(brought.fileId);
      // The phone may be over: then the page says so in place of the photo.
      await invalidatePhone(link);
      return undefined;
    },
    forget() {
      upload.reset();
      setProblem(undefined);
    },
  };
}
