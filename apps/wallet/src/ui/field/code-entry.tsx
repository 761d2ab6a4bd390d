import { useState } from 'react';

import { Button } from '../base/button.tsx';
import { RadioRows } from './choice-rows.tsx';
import { CodeField } from './code-field.tsx';
import { FieldHint } from './field.tsx';

export interface CodeEntryWords<Method extends string> {
  code: string;
  /** Asks which way the code shall take. */
  method: string;
  methods: Readonly<Record<Method, string>>;
  /** Goes on with a way to which nothing is sent. */
  next: string;
  /** Leads to the other ways. */
  otherWay: string;
  send: string;
  sending: string;
  resend: string;
  resendIn: (seconds: number) => string;
  sent: (masked: string) => string;
  /** Where the digits stand that nobody sent. */
  fromApp: string;
  worksUntil: (timeMs: number) => string;
  checking: string;
  offline: string;
  /** What a device will ask for that answers in place of a code, and the button that has it ask. */
  touch: string;
  useTouch: string;
}

/** A code on its way, or in an app of the person. */
export interface SentCode<Method extends string> {
  /** Another code is another field. */
  id: string;
  method: Method;
  /** Null where nothing was sent. */
  masked: string | null;
  /** Epoch milliseconds. */
  expires: number;
  /** What a device of the person is asked for, where its answer is no code. */
  options?: object | undefined;
}

interface CodeEntryProps<Method extends string> {
  words: CodeEntryWords<Method>;
  /** The first one is offered first. */
  methods: readonly Method[];
  /** Whether a code is sent this way; else the person has the answer already. */
  sends: (method: Method) => boolean;
  /** Undefined until one was sent. */
  sent: SentCode<Method> | undefined;
  isStarting: boolean;
  /** Seconds until another one may be asked for. */
  waitSeconds: number;
  /** The digits are being checked. */
  isBusy: boolean;
  isOnline: boolean;
  problem: string | undefined;
  onSend: (method: Method) => Promise<unknown>;
  onCode: (code: string) => void;
  /** Has a device of the person answer. */
  onTouch?: (() => Promise<unknown>) | undefined;
}

/** A code by mail or SMS: asked for, typed in six cells, asked for again. One of an app is typed at once. */
export function CodeEntry<Method extends string>(props: CodeEntryProps<Method>) {
  const { sent, methods } = props;
  // The challenge beside which another way was wanted; a newer one is that other way.
  const [left, setLeft] = useState<string>();
  if (sent === undefined || sent.id === left) return <AskForCode {...props} />;
  return (
    <div className="grid grid-cols-1 gap-3">
      {sent.options === undefined ? <EnterCode {...props} key={sent.id} sent={sent} /> : <Touch {...props} />}
      {methods.length > 1 ? (
        <Button kind="secondary" isDisabled={props.isBusy} onPress={() => setLeft(sent.id)}>
          {props.words.otherWay}
        </Button>
      ) : null}
    </div>
  );
}

function AskForCode<Method extends string>(props: CodeEntryProps<Method>) {
  const { words, methods, waitSeconds, problem } = props;
  const [method, setMethod] = useState<Method | undefined>(methods[0]);
  const isSent = method !== undefined && props.sends(method);
  const waiting = isSent && waitSeconds > 0 ? words.resendIn(waitSeconds) : undefined;
  return (
    <div className="grid grid-cols-1 gap-3">
      {methods.length > 1 ? (
        <RadioRows
          label={words.method}
          options={methods.map((value) => ({ value, label: words.methods[value] }))}
          value={method}
          onChange={setMethod}
        />
      ) : null}
      {problem === undefined ? null : <FieldHint id="code-problem" error={problem} />}
      <div>
        <Button
          kind="primary"
          isBusy={props.isStarting}
          busyLabel={words.sending}
          isDisabled={method === undefined}
          disabledReason={props.isOnline ? waiting : words.offline}
          onPress={async () => {
            if (method !== undefined) await props.onSend(method);
          }}
        >
          {isSent ? words.send : words.next}
        </Button>
      </div>
    </div>
  );
}

/** Nothing is typed: the person's device asks, and answers. */
function Touch<Method extends string>(props: CodeEntryProps<Method>) {
  const { words, problem, isOnline } = props;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-center type-sm-b">{words.touch}</p>
      {problem === undefined ? null : <FieldHint id="touch-problem" error={problem} />}
      <Button
        kind="primary"
        icon="fingerprint"
        isBusy={props.isBusy}
        busyLabel={words.checking}
        disabledReason={isOnline ? undefined : words.offline}
        onPress={async () => await props.onTouch?.()}
      >
        {words.useTouch}
      </Button>
    </div>
  );
}

function EnterCode<Method extends string>(props: CodeEntryProps<Method> & { sent: SentCode<Method> }) {
  const { words, sent, isBusy, isOnline } = props;
  const hint = !isOnline ? words.offline : isBusy ? words.checking : words.worksUntil(sent.expires);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p role="status" className="text-center type-sm-b">
        {sent.masked === null ? words.fromApp : words.sent(sent.masked)}
      </p>
      <CodeField
        label={words.code}
        hasFocus
        isBusy={isBusy || !isOnline}
        hint={hint}
        error={isOnline ? props.problem : undefined}
        onComplete={props.onCode}
      />
      {sent.masked === null ? null : <Resend {...props} method={sent.method} />}
    </div>
  );
}

function Resend<Method extends string>(props: CodeEntryProps<Method> & { method: Method }) {
  const { words, waitSeconds, method } = props;
  if (waitSeconds > 0) {
    return (
      <p className="flex min-h-11 items-center justify-center num type-sm text-ink-3">
        {words.resendIn(waitSeconds)}
      </p>
    );
  }
  return (
    <Button
      kind="secondary"
      isBusy={props.isStarting}
      busyLabel={words.sending}
      onPress={async () => await props.onSend(method)}
    >
      {words.resend}
    </Button>
  );
}
