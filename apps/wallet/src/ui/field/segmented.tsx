import './segmented.css';
import { RadioWords, type RadioWordsProps } from './radio-words.tsx';

/** Two or three views of one place, side by side in one field. */
export function Segmented<Value extends string>(props: Omit<RadioWordsProps<Value>, 'end'>) {
  return <RadioWords look="segmented" {...props} />;
}
