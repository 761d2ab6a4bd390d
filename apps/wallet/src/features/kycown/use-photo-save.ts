import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { type FileUpload, useUpload } from '../../ui-capture/use-upload.ts';
import type { FormPicture } from './own-fields.ts';
import { useSaveOwn } from './use-save-own.ts';

export type PhotoSave = {
  readonly upload: FileUpload;
  readonly isSaving: boolean;
  readonly problem: string | undefined;
  /** True once the picture is sealed as the item. A picture that got there is not brought again. */
  readonly bring: (picture: { readonly file: File; readonly name: string }) => Promise<boolean>;
  /** The picture is another one now. */
  readonly forget: () => void;
};

/** A picture on its way: brought to the server, then sealed as an item of the record. */
export function usePhotoSave(draft: KycDraft, item: FormPicture): PhotoSave {
  const upload = useUpload(item === 'signature' ? 'signature' : 'identity');
  const { isSaving, problem, save, forgetProblem } = useSaveOwn(draft);
  return {
    upload,
    isSaving,
    problem,
    async bring({ file, name }) {
      const brought = upload.uploaded ?? (await upload.send(file, name));
      if (brought === undefined) return false;
      const standing = await save({ [item]: { fileId: brought.fileId } });
      // It waits at the server for a while only: the next try brings it again.
      if (standing === 'refused') upload.reset();
      return typeof standing !== 'string';
    },
    forget() {
      upload.reset();
      forgetProblem();
    },
  };
}
