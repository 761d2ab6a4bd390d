import { riskAnswerMax } from '@marigold/contract/limits';
import { useState } from 'react';

import { invalidateRisks, type RiskDetail } from '../../domain/chain/chain-queries.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { NetworkFailure } from '../../lib/http/api.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';
import {
  type Ask,
  findMissing,
  type Missing,
  type CaseQuestion,
  questionsOf,
  readAnswerText,
  startOf,
  type Texts,
} from './answers.ts';
import { type EvidenceFiles, useFiles } from './use-files.ts';

export type RiskFormState = {
  readonly texts: Texts;
  readonly files: EvidenceFiles;
  readonly errors: Readonly<Partial<Record<Ask, string>>>;
  /** What is wrong with the whole. */
  readonly problem: string | undefined;
  readonly isSending: boolean;
  readonly isUnanswered: boolean;
  readonly set: (question: CaseQuestion, text: string) => void;
  readonly send: () => Promise<void>;
};

/** The answers to one case on their way. `id` is the form's on the page: its first gap gets the focus. */
export function useRiskForm(risk: RiskDetail, id: string): RiskFormState {
  const t = useText();
  const { send: submit, isSending, isUnanswered } = useIntent('risk/submit');
  const [texts, setTexts] = useState<Texts>(() => startOf(risk));
  const [missing, setMissing] = useState<Missing>({});
  const [problem, setProblem] = useState<string>();
  const files = useFiles();
  const fileIds = files.list.flatMap(({ fileId }) => (fileId === undefined ? [] : [fileId]));

  async function send(): Promise<void> {
    setProblem(undefined);
    const gaps = findMissing(risk.asks, texts, fileIds.length);
    setMissing(gaps);
    const first = risk.asks.find((ask) => gaps[ask] !== undefined);
    if (first !== undefined) return focusAsk(id, first);
    const answers = questionsOf(risk.asks).map((ask) => ({ ask, text: readAnswerText(texts[ask] ?? '') }));
    try {
      const input = { id: risk.id, answers, fileIds };
      const result = await submit(input, { disableLoading: true, onFail: () => undefined });
      if (!result.ok) setProblem(problemOf(result, { fields: [] })?.text ?? t('shell.networkError'));
      else showToast({ text: t('risk.sent') });
      // A case that was closed meanwhile shows itself as it is.
      await invalidateRisks();
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
    }
  }

  return {
    texts,
    files,
    errors: errorsOf(t, missing, fileIds.length),
    problem,
    isSending,
    isUnanswered,
    set(question, text) {
      setTexts((before) => ({ ...before, [question]: text }));
      setMissing(({ [question]: _gone, ...others }) => others);
    },
    send,
  };
}

function errorsOf(t: ReturnType<typeof useText>, missing: Missing, fileCount: number) {
  const errors: Partial<Record<Ask, string>> = {};
  for (const ask of ['origin', 'purpose', 'relation'] as const) {
    const gap = missing[ask];
    if (gap !== undefined)
      errors[ask] = gap === 'long' ? t('risk.answerLong', { max: riskAnswerMax }) : t('risk.answerMissing');
  }
  if (missing.document !== undefined && fileCount === 0) errors.document = t('risk.documentMissing');
  return errors;
}

function focusAsk(formId: string, ask: Ask): void {
  const form = document.getElementById(formId);
  const place = ask === 'document' ? 'fieldset button' : `textarea[name="${ask}"]`;
  form?.querySelector<HTMLElement>(place)?.focus();
}
