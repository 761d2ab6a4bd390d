/** A photo of a document: what it may be, and what a page holds of it until it is brought. */
import { uploadBytesMax, uploadMegabytes } from '@marigold/contract/limits';

import { countText } from '../lib/text/format.ts';
import { sayNow } from '../lib/text/i18n.ts';
import type { Verdict } from './judge-frame.ts';

/** Kinds of files that are taken; a phone's own formats become one of them when they are chosen. */
export const photoTypes = ['image/jpeg', 'image/png'] as const;

export type PhotoItem = 'idFront' | 'idBack' | 'addressProof';

export type Photo = {
  readonly file: File;
  readonly name: string;
  /** How it can be read; undefined where nobody could judge it. */
  readonly verdict?: Verdict | undefined;
  /** How many photos of this item had a bad verdict, this one among them. */
  readonly badTries?: number | undefined;
};

/** Why a file is not taken. */
export type PhotoProblem = 'wrongType' | 'tooLarge' | 'broken';

/** How far the bringing of a file is. */
export type UploadState =
  | { readonly is: 'none' }
  /** `part` has left, from 0 to 1. */
  | { readonly is: 'uploading'; readonly part: number }
  /** `text` is a sentence for the person; the file is still here. */
  | { readonly is: 'failed'; readonly text: string }
  | { readonly is: 'done' };

/** Spec 2.6: with the second bad verdict the person decides. */
const badTriesMax = 2;

export function isBad(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && verdict !== 'good';
}

/** What the verdict advises: use it, take another one first, or decide for yourself. */
export function adviceFor({ verdict, badTries = 0 }: Photo): 'use' | 'retake' | 'decide' {
  if (!isBad(verdict)) return 'use';
  return badTries < badTriesMax ? 'retake' : 'decide';
}

/** What is wrong with a file by its kind and size, before anything is sent. */
export function problemOfPhoto(file: Blob): PhotoProblem | undefined {
  if (!photoTypes.some((type) => type === file.type)) return 'wrongType';
  return file.size > uploadBytesMax ? 'tooLarge' : undefined;
}

export function photoProblemText(problem: PhotoProblem): string {
  if (problem === 'tooLarge') return sayNow('kycown.capture.tooLarge', { megabytes: uploadMegabytes });
  return sayNow(problem === 'wrongType' ? 'kycown.capture.wrongType' : 'kycown.capture.broken');
}

const megabyte = 1_000_000;

/** 640 kB or 4.1 MB; never less than the file is. */
export function photoSizeText({ size }: Blob): string {
  if (size < megabyte) return sayNow('kycown.capture.size.kb', { size: countText(Math.ceil(size / 1000)) });
  return sayNow('kycown.capture.size.mb', { size: countText(Math.ceil(size / 100_000) / 10) });
}
