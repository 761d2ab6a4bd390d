import { useEffect, useState } from 'react';

import type { KycDraft } from '../../../domain/kyc/kyc-draft.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { type OwnField, type OwnFields, type OwnStep, fieldsOfTyped, itemsOfStep } from '../own-fields.ts';
import { fieldsOfItem, stepAfter, stepsOf } from '../own-fields.ts';
import { forgetSaved, typeField, useTyping } from '../own-typing.ts';
import { goToStep } from '../step-address.ts';
import { type OwnStanding, useSaveOwn } from '../use-save-own.ts';
import { type OwnIssues, readStepFields } from './own-check.ts';
import { issueText } from './own-words.ts';

/** The id of a field on the page, for the focus. */
export function idOfField(field: string): string {
  return `own-${field}`;
}

export type StepForm = {
  readonly fields: OwnFields;
  readonly type: (field: OwnField, text: string) => void;
  /** What is said at a field now. */
  readonly errorOf: (field: OwnField) => string | undefined;
  readonly problem: string | undefined;
  readonly isSaving: boolean;
  readonly isDirty: boolean;
  /** Saves what is right and goes on, or says at its field what is not. */
  readonly goOn: () => Promise<void>;
  /** Saves what is right and leaves. */
  readonly leave: () => Promise<void>;
};

/** One step of fields: typed, held against the rules, sealed, and only then left behind. */
export function useStepForm(draft: KycDraft, step: OwnStep): StepForm {
  const t = useText();
  const { authNo } = draft;
  const { isOnline } = useOnline();
  const before = fieldsOfTyped(draft.typed);
  const typing = useTyping(authNo);
  const fields: OwnFields = { ...before, ...typing };
  const own = itemsOfStep[step].flatMap(fieldsOfItem);
  const isDirty = own.some((field) => fields[field] !== before[field]);
  const { isSaving, problem, save, forgetProblem } = useSaveOwn(draft);
  const [areNeedsSeen, setNeedsSeen] = useState(false);
  const read = readStepFields(step, fields, draft);
  const seen: OwnIssues = areNeedsSeen ? { ...read.problems, ...read.issues } : read.problems;
  useUnloadAsks(isDirty);

  /** Undefined where nothing was saved. */
  async function keep(): Promise<OwnStanding | undefined> {
    if (!isOnline || isSaving) return undefined;
    const saved = fields;
    const standing = await save(read.items);
    if (typeof standing === 'string') return undefined;
    forgetSaved(
      authNo,
      saved,
      own.filter((field) => read.issues[field] === undefined),
    );
    return standing;
  }

  async function goOn(): Promise<void> {
    setNeedsSeen(true);
    const [wrong] = Object.keys(read.issues);
    if (wrong !== undefined) return focusField(wrong);
    const standing = await keep();
    if (standing === undefined) return;
    const found = standing.problems.find(({ item }) => itemsOfStep[step].includes(item));
    if (found !== undefined) focusField(fieldsOfItem(found.item)[0] ?? '');
    else goToStep(authNo, stepAfter(step, stepsOf(draft)));
  }

  return {
    fields,
    type(field, text) {
      typeField(authNo, field, text);
      forgetProblem();
    },
    errorOf: (field) => {
      const issue = seen[field];
      return issue === undefined ? undefined : issueText(t, field, issue);
    },
    problem,
    isSaving,
    isDirty,
    goOn,
    leave: async () => {
      if ((await keep()) !== undefined) go(paths.kyc(), { isReplacing: true });
    },
  };
}

function focusField(field: string): void {
  document.getElementById(idOfField(field))?.focus();
}

/** The browser asks before a tab with words in it is closed. */
export function useUnloadAsks(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
