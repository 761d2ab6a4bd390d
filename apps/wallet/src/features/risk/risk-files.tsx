import '../../ui/field/field.css';
import { riskFilesMax, uploadMegabytes } from '@marigold/contract/limits';
import { useId, useRef } from 'react';

import { useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { FieldHint } from '../../ui/field/field.tsx';
import { type BroughtFile, type EvidenceFiles, evidenceTypes } from './use-files.ts';

const petals = 12;

/** Documents as pictures: chosen one by one, each with how much of it has left. */
export function RiskFiles({
  files,
  error,
}: {
  readonly files: EvidenceFiles;
  readonly error: string | undefined;
}) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { list, isFull, problem } = files;
  return (
    <fieldset className="field-frame" aria-describedby={`${id}hint`}>
      <legend className="field-label">{t('risk.ask.document')}</legend>
      {list.length === 0 ? null : (
        <ul className="mb-2 grid gap-2">
          {list.map((file) => (
            <FileRow key={file.key} file={file} onRemove={() => files.remove(file.key)} />
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={evidenceTypes.join(',')}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again after it was removed.
          target.value = '';
          if (file !== undefined) void files.add(file);
        }}
      />
      {isFull ? null : (
        <Button icon="image" isDisabled={files.isBusy} onPress={() => input.current?.click()}>
          {t('risk.addFile')}
        </Button>
      )}
      <FieldHint
        id={`${id}hint`}
        hint={t('risk.hint.document', { max: riskFilesMax, megabytes: uploadMegabytes })}
        error={problem ?? error}
      />
    </fieldset>
  );
}

function FileRow({ file, onRemove }: { readonly file: BroughtFile; readonly onRemove: () => void }) {
  const t = useText();
  const { name, share, fileId } = file;
  const isHere = fileId !== undefined;
  const state = isHere ? t('risk.uploaded') : t('risk.uploading', { percent: Math.floor(share * 100) });
  return (
    <li className="flex items-center gap-3 rounded-md bg-sunken py-1 ps-3">
      {isHere ? (
        <Icon name="check-circle-fill" size={22} className="flex-none text-ok" />
      ) : (
        <Bloom size={24} lit={Math.floor(share * petals)} />
      )}
      <span className="min-w-0 flex-1">
        <span className="block type-sm wrap-anywhere">{name}</span>
        <span role="status" className="block num type-cap text-ink-3">
          {state}
        </span>
      </span>
      <IconButton icon="x-bold" size={18} label={t('risk.removeFile', { name })} onPress={onRemove} />
    </li>
  );
}
