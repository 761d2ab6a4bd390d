import { useState } from 'react';

import { showToast } from '../../lib/device/toasts.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { NotAPicture, readPicture } from './read-code.ts';

type TextProps = { readonly onText: (text: string) => void };

/** A picture of a code, out of the album or taken by the phone's own camera. */
export function PictureButton({ onText }: TextProps) {
  const t = useText();
  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    try {
      const text = await readPicture(file);
      if (text === undefined) showToast({ text: t('scan.pictureNothing') });
      else onText(text);
    } catch (error) {
      if (!(error instanceof NotAPicture)) throw error;
      showToast({ text: t('scan.pictureBroken') });
    }
  }
  function choose(): void {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/*';
    input.addEventListener('change', () => void read(input.files?.[0]));
    input.click();
  }
  return (
    <Button kind="surface" icon="image" onPress={choose}>
      {t('scan.picture')}
    </Button>
  );
}

export function TextForm({ onText }: TextProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  return (
    <form
      noValidate
      className="mt-5 grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onText(typed);
      }}
    >
      <Field
        name="text"
        label={t('scan.text')}
        hint={t('scan.textHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" isDisabled={typed.trim() === ''}>
        {t('scan.read')}
      </Button>
    </form>
  );
}
