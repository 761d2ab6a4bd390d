import { useState } from 'react';

import { IconButton } from '../base/icon-button.tsx';
import { Field, type FieldProps } from './field.tsx';

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'right'> {
  showLabel: string;
  hideLabel: string;
}

/** A password with an eye. Pasting and password managers work; set `autoComplete` to say which password it is. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={isVisible ? 'text' : 'password'}
      right={
        <IconButton
          icon={isVisible ? 'eye' : 'eye-slash'}
          size={22}
          label={isVisible ? hideLabel : showLabel}
          onPress={() => setVisible(!isVisible)}
        />
      }
    />
  );
}
