import { useState } from 'react';

import { IconButton } from '../base/icon-button.tsx';
import { Field, type FieldProps } from './field.tsx';

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'right'> {
  showLabel: string;
  hideLabel: string;
}

/** A password with an eye. Pasting and password managers work; set `autoComplete` to say which password it is. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={isShown ? 'text' : 'password'}
      right={
        <IconButton
          icon={isShown ? 'eye' : 'eye-slash'}
          size={22}
          label={isShown ? hideLabel : showLabel}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  );
}
