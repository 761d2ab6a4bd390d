import { uploadMegabytes } from '@marigold/contract/limits';
import { useId, useRef } from 'react';

import type { User } from '../../lib/device/session.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Avatar } from '../../ui/base/avatar.tsx';
import { Button } from '../../ui/base/button.tsx';
import { initialsOf } from '../../ui/base/initials.ts';
import { FieldHint } from '../../ui/field/field.tsx';
import { CropSheet } from './crop-sheet.tsx';
import { portraitTypes, usePicture } from './use-picture.ts';

/** The picture: chosen, cropped, brought, taken away. */
export function PictureSection({ user }: { readonly user: User }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const picture = usePicture();
  const hasPicture = user.avatar !== null;
  return (
    <section aria-label={t('setting.picture')} className="pt-1">
      <div className="flex items-center gap-4">
        <Avatar initials={initialsOf(user.nickname)} src={user.avatar} size={88} tone="brand" />
        <div className="flex flex-wrap gap-2 min-w-0">
          <Button
            size="small"
            icon="image"
            isBusy={picture.share !== undefined}
            busyLabel={t('setting.pictureBusy')}
            onPress={() => input.current?.click()}
          >
            {t(hasPicture ? 'setting.pictureChange' : 'setting.pictureAdd')}
          </Button>
          {hasPicture ? (
            <Button size="small" onPress={picture.remove} isDisabled={picture.share !== undefined}>
              {t('setting.pictureRemove')}
            </Button>
          ) : null}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={portraitTypes.join(',')}
        aria-label={t('setting.pictureAdd')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after it was refused.
          event.target.value = '';
          if (file !== undefined) picture.choose(file);
        }}
      />
      {picture.share === undefined ? (
        <div className="mt-2">
          <FieldHint
            id={hintId}
            hint={t('setting.pictureHint', { megabytes: uploadMegabytes })}
            error={picture.problem}
          />
        </div>
      ) : (
        <progress
          className="w-full h-1.5 mt-3"
          max={1}
          value={picture.share}
          aria-label={t('setting.pictureBusy')}
        />
      )}
      <CropSheet
        url={picture.chosen}
        onClose={picture.forget}
        onCropped={(cropped) => void picture.bring(cropped)}
        onBroken={picture.fail}
      />
    </section>
  );
}
