import type { ReactNode } from 'react';

import { Avatar } from '../base/avatar.tsx';
import { Bloom } from '../base/bloom.tsx';
import { Icon } from '../base/icon.tsx';
import { initialsOf } from '../base/initials.ts';
import { Field, type FieldFrameProps } from './field.tsx';

interface LookUpProps {
  /** What is known by now: found, being looked up, or to be asked for by its button. */
  state: 'found' | 'busy' | 'ask' | 'none';
  words: { busy: string; ask: string };
  onAsk: () => unknown;
}

/** At the end of a field whose text is looked up somewhere. */
export function PersonLookUp({ state, words, onAsk }: LookUpProps) {
  if (state === 'none') return null;
  if (state === 'found') return <Icon name="check-circle-fill" size={22} className="flex-none text-ok" />;
  if (state === 'busy') {
    return (
      <span className="flex-none" role="img" aria-label={words.busy}>
        <Bloom size={24} isTurning />
      </span>
    );
  }
  return (
    <button type="button" className="flex-none text-action text-brand-text" onClick={() => void onAsk()}>
      {words.ask}
    </button>
  );
}

/** One line beneath a field that says what was found, for eyes and readers; empty until then. */
export function FoundLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="type-label text-ok">
      {children === undefined ? null : <span className="mt-1.5 inline-block wrap-anywhere">{children}</span>}
    </p>
  );
}

interface PersonFieldProps extends FieldFrameProps {
  typed: string;
  onType: (typed: string) => void;
  onLeave: () => void;
  /** Their masked nickname, once somebody was found. */
  found: string | undefined;
  /** The sentence that names them. */
  foundText: string | undefined;
  lookUp: LookUpProps;
}

/** Somebody of this house by whatever one knows of them: looked up once, shown as a masked nickname. */
export function PersonField(props: PersonFieldProps) {
  const { hint, typed, onType, onLeave, found, foundText, lookUp, ...frame } = props;
  return (
    <div>
      <Field
        {...frame}
        name="to"
        hint={found === undefined ? hint : undefined}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={254}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onBlur={onLeave}
        left={found === undefined ? null : <Avatar initials={initialsOf(found)} size={32} tone="soft" />}
        right={<PersonLookUp {...lookUp} />}
      />
      <FoundLine>{foundText}</FoundLine>
    </div>
  );
}
