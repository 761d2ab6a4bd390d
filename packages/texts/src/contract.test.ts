import { BillStatus, BillType } from '@marigold/contract/calls/bill';
import { contract } from '@marigold/contract/contract';
import { language } from '@marigold/contract/fields';
import { describe, expect, it } from 'vitest';

import { isTextId } from '../testing/text-id.ts';
import { languageIds } from './languages.ts';

function withoutText(ids: readonly string[]): string[] {
  return ids.filter((id) => !isTextId(id));
}

describe('the catalogue and the contract', () => {
  it('agree on the languages', () => {
    expect(language.options.toSorted()).toEqual(languageIds.toSorted());
  });

  it('have a text for every refusal that a call declares', () => {
    const codes = Object.values(contract).flatMap((row): readonly string[] => row.refusals);
    expect(codes.length).toBeGreaterThan(0);
    expect(withoutText(['already_applied', ...codes].map((code) => `refusal.${code}`))).toEqual([]);
  });

  it('have a text for every type, status and step of a bill', () => {
    expect(withoutText(BillType.options.map((type) => `bill.type.${type}`))).toEqual([]);
    expect(
      withoutText(BillStatus.options.flatMap((status) => [`bill.status.${status}`, `bill.step.${status}`])),
    ).toEqual([]);
  });
});
