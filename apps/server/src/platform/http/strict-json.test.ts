/** JSON that can mean only one thing (protocol.md "Answers", last line). */
import { describe, expect, it } from 'vitest';

import { parseStrictJson } from './strict-json.ts';

const depthMax = 8;

describe('strict JSON', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '1',
    'null',
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a:b":":","c\\\\":"\\":","d":[":",{"1":"\\\\"}]}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseStrictJson(text, depthMax)).toEqual({ value: JSON.parse(text) });
  });

  it.each([
    '',
    '{',
    '}',
    '{"a"}',
    '{"a":1,}',
    '[1,]',
    "{'a':1}",
    '{"a":1}{}',
    '"open',
    '{"a\\":1}',
    'NaN',
    '{"\\x":1}',
  ])('refuses %j as no JSON', (text) => {
    expect(parseStrictJson(text, depthMax)).toEqual({ problem: 'syntax' });
  });

  it('refuses the deeper of two depths and takes the other, objects and lists alike', () => {
    const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
    expect(parseStrictJson(nested('[', ']', 8), depthMax)).toHaveProperty('value');
    expect(parseStrictJson(nested('[', ']', 9), depthMax)).toEqual({ problem: 'depth' });
    expect(parseStrictJson('{"a":'.repeat(8) + '1' + '}'.repeat(8), depthMax)).toHaveProperty('value');
    expect(parseStrictJson('{"a":'.repeat(9) + '1' + '}'.repeat(9), depthMax)).toEqual({ problem: 'depth' });
  });

  it('stops at the bound, however much follows', () => {
    expect(parseStrictJson('['.repeat(60_000), depthMax)).toEqual({ problem: 'depth' });
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":{},"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"x":{"a":1,"a":1}}]',
    '{"a":":","a":"\\":"}',
    '{"a":"\\"","a":1}',
  ])('refuses %s, which says one thing twice', (text) => {
    expect(parseStrictJson(text, depthMax)).toEqual({ problem: 'duplicate_key' });
  });

  it.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])('refuses the key %s', (key) => {
    expect(parseStrictJson(`{"a":[{"${key}":{}}]}`, depthMax)).toEqual({ problem: 'forbidden_key' });
  });

  it('takes the same words as values', () => {
    expect(parseStrictJson('{"a":"__proto__"}', depthMax)).toEqual({ value: { a: '__proto__' } });
  });

  it.each([
    ['"a\\u0000"', []],
    ['"\\ud800"', []],
    ['"\\udc00\\ud800"', []],
    ['{"a":"\\\\\\u0000"}', ['a']],
    ['{"a":{"b":["x","\\uDFff"]}}', ['a', 'b', 1]],
    ['{"a":{"x\\u0000":1}}', ['a']],
    ['{"a":[{"x\\ud83c":1}]}', ['a', 0]],
  ])('refuses %s, which has a text that nothing can keep, and says where', (text, at) => {
    expect(parseStrictJson(text, depthMax)).toEqual({ problem: 'broken_text', at });
  });

  it.each(['"\\ud83c\\udf3c"', '"\\\\u0000"', '"\\\\ud800"', '"\\u0001\\u202e\\uffff"'])(
    'takes %s, which is a text',
    (text) => {
      expect(parseStrictJson(text, depthMax)).toEqual({ value: JSON.parse(text) });
    },
  );
});
