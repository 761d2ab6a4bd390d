import './signature-pad.css';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';

import { useText } from '../lib/text/i18n.ts';
import type { IconName } from '../ui/base/icon-names.ts';
import { Icon } from '../ui/base/icon.tsx';
import { Field, FieldHint } from '../ui/field/field.tsx';
import { Switch } from '../ui/field/switch.tsx';
import { type Signature, signaturePicture } from './signature-pen.ts';
import { isSignature } from './strokes.ts';
import { type Drawing, type SignatureStrokes, useStrokes } from './use-strokes.ts';

export type SignatureHandle = {
  /** The signature as a PNG of 1200 × 500 px. Rejects where there is none: `onChange` was last called with null. */
  readonly toFile: () => Promise<File>;
};

export type SignaturePadProps = {
  /** The name beneath the line, as the document has it; it is typed already where somebody types instead of drawing. */
  readonly name: string;
  /** With the picture whenever there is another signature; null where there is none any more. */
  readonly onChange: (picture: Blob | null) => void;
  readonly ref?: Ref<SignatureHandle>;
};

const fileName = 'signature.png';
/** Names that are longer cannot be read on the sheet. */
const nameLettersMax = 60;

/** White paper to sign on by finger, pen or mouse; or a name typed in its place, for whoever cannot draw. */
export function SignaturePad({ name, onChange, ref }: SignaturePadProps) {
  const t = useText();
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [typed, setTyped] = useState<string>();
  const [isTooShort, setTooShort] = useState(false);
  const signature = useSignature(onChange);
  const strokes = useStrokes(canvas, typed, judge);
  useImperativeHandle(ref, () => ({ toFile: signature.toFile }), [signature.toFile]);
  const isTyping = typed !== undefined;
  const signed = isTyping ? keysOf(typed) : handOf(strokes.drawing);

  function judge(drawing: Drawing): void {
    const one = handOf(drawing);
    setTooShort(one === undefined && drawing.strokes.length > 0);
    signature.set(one);
  }

  function type(next: string): void {
    setTyped(next);
    signature.set(keysOf(next));
  }

  function changeWay(toTyping: boolean): void {
    setTooShort(false);
    if (toTyping) return type(name.slice(0, nameLettersMax));
    setTyped(undefined);
    signature.set(handOf(strokes.drawing));
  }

  function clear(): void {
    strokes.clear();
    setTooShort(false);
    signature.set(undefined);
  }

  return (
    <div>
      <Paper
        strokes={strokes}
        name={name}
        isTyping={isTyping}
        isSigned={signed !== undefined}
        onCanvas={setCanvas}
        onUndo={() => judge(strokes.undo())}
        onClear={clear}
      />
      <div role="status">
        {isTooShort ? <FieldHint id="signature-hint" hint={t('kycown.sign.tooShort')} /> : null}
      </div>
      <div className="mt-2 flex min-h-11 items-center justify-between gap-3 type-sm">
        <span>{t('kycown.sign.typed')}</span>
        <Switch label={t('kycown.sign.typed')} isOn={isTyping} onChange={changeWay} />
      </div>
      {isTyping ? (
        <Field
          label={t('kycown.sign.typedName')}
          value={typed}
          maxLength={nameLettersMax}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type(target.value)}
        />
      ) : null}
    </div>
  );
}

type PaperProps = {
  readonly strokes: SignatureStrokes;
  readonly name: string;
  readonly isTyping: boolean;
  readonly isSigned: boolean;
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void;
  readonly onUndo: () => void;
  readonly onClear: () => void;
};

function Paper({ strokes, name, isTyping, isSigned, onCanvas, onUndo, onClear }: PaperProps) {
  const t = useText();
  const isEmpty = strokes.drawing.strokes.length === 0;
  return (
    <div className="signature-pad">
      <canvas
        ref={onCanvas}
        role="img"
        aria-label={t(isSigned ? 'kycown.sign.padSigned' : 'kycown.sign.pad')}
        className="signature-pad-canvas"
        data-typed={isTyping ? true : undefined}
        onPointerDown={strokes.onPointerDown}
        onPointerMove={strokes.onPointerMove}
        onPointerUp={strokes.onPointerUp}
        onPointerCancel={strokes.onPointerUp}
      />
      <i className="signature-pad-line" />
      <span className="signature-pad-name">{name}</span>
      <div className="signature-pad-tools" hidden={isTyping}>
        <Tool icon="arrow-u-up-left" words={t('kycown.sign.undo')} isOff={isEmpty} onPress={onUndo} />
        <Tool icon="eraser-bold" words={t('kycown.sign.clear')} isOff={isEmpty} onPress={onClear} />
      </div>
    </div>
  );
}

type ToolProps = {
  readonly icon: IconName;
  readonly words: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
};

function Tool({ icon, words, isOff, onPress }: ToolProps) {
  return (
    <button type="button" aria-disabled={isOff || undefined} onClick={isOff ? undefined : onPress}>
      <Icon name={icon} size={18} />
      {words}
    </button>
  );
}

/** What has been signed so far, and its picture: the newest one alone is handed on. */
function useSignature(onChange: SignaturePadProps['onChange']) {
  const newest = useRef<Signature>(undefined);
  const [handle] = useState(() => ({
    toFile: async (): Promise<File> => {
      if (newest.current === undefined) throw new Error('nothing was signed');
      const picture = await signaturePicture(newest.current);
      return new File([picture], fileName, { type: picture.type });
    },
  }));
  useEffect(
    () => () => {
      newest.current = undefined;
    },
    [],
  );
  return {
    toFile: handle.toFile,
    set(signed: Signature | undefined): void {
      newest.current = signed;
      if (signed === undefined) return onChange(null);
      void signaturePicture(signed).then((picture) => {
        if (newest.current === signed) onChange(picture);
      });
    },
  };
}

function handOf({ strokes, pad }: Drawing): Signature | undefined {
  return isSignature(strokes) ? { by: 'hand', strokes, pad } : undefined;
}

/** A typed name of two letters at least. */
function keysOf(typed: string): Signature | undefined {
  const name = typed.trim();
  return name.length < 2 ? undefined : { by: 'keys', name };
}
