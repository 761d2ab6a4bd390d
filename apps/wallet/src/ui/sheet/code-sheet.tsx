import { useState } from 'react';

import { CodeEntry, type CodeEntryWords, type SentCode } from '../field/code-entry.tsx';
import { Sheet } from './sheet.tsx';

interface CodeSheetProps<Method extends string> {
  title: string;
  /** What the code approves; anything else voids it. */
  text: string;
  closeLabel: string;
  words: CodeEntryWords<Method>;
  isOnline: boolean;
  sends: (method: Method) => boolean;
  approval: {
    readonly sheet: { readonly methods: readonly Method[]; readonly problem: string | undefined } | undefined;
    readonly challenge: (Omit<SentCode<Method>, 'id'> & { readonly challengeId: string }) | undefined;
    readonly isStarting: boolean;
    readonly waitSeconds: number;
    readonly isSending: boolean;
    readonly startCode: (method: Method) => Promise<unknown>;
    readonly enterCode: (code: string) => Promise<unknown>;
    readonly touch: () => Promise<unknown>;
    readonly close: () => void;
  };
}

/** The sheet that asks for a code, for orders whose form stays behind it. */
export function CodeSheet<Method extends string>(props: CodeSheetProps<Method>) {
  const { approval, words, isOnline } = props;
  const { sheet, challenge } = approval;
  // While the sheet slides away it still shows what it was about.
  const [last, setLast] = useState(sheet);
  if (sheet !== undefined && sheet !== last) setLast(sheet);
  const current = sheet ?? last;
  return (
    <Sheet
      isOpen={sheet !== undefined}
      onClose={approval.close}
      title={props.title}
      text={props.text}
      closeLabel={props.closeLabel}
      isLocked={approval.isSending}
    >
      {current === undefined ? null : (
        <CodeEntry
          words={words}
          methods={current.methods}
          sends={props.sends}
          sent={challenge === undefined ? undefined : { ...challenge, id: challenge.challengeId }}
          isStarting={approval.isStarting}
          waitSeconds={approval.waitSeconds}
          isBusy={approval.isSending}
          isOnline={isOnline}
          problem={current.problem}
          onSend={approval.startCode}
          onCode={(code) => void approval.enterCode(code)}
          onTouch={approval.touch}
        />
      )}
    </Sheet>
  );
}
