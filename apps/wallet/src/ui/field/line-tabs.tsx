import './line-tabs.css';
import { RadioWords, type RadioWordsProps } from './radio-words.tsx';

/** A few views of one place, as underlined words. */
export function LineTabs<Value extends string>(props: RadioWordsProps<Value>) {
  return <RadioWords look="line-tabs" {...props} />;
}
