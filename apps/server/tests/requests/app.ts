import type { BaseRequests } from './base-request.ts';

export const appRequests: BaseRequests<'app' | 'announcement' | 'base' | 'message'> = {
  'app/config': { input: () => ({}), visitor: 200, other: 200, fields: {} },
  'app/ping': { input: () => ({}), visitor: 200, other: 200, fields: {} },
  'app/version': {
    input: () => ({ platform: 'web' }),
    visitor: 200,
    other: 200,
    fields: { platform: 'word' },
    optional: ['platform'],
  },
  'app/content': {
    input: () => ({ id: 'terms', language: 'en' }),
    visitor: 200,
    other: 200,
    fields: { id: 'contentId', language: 'language' },
    optional: ['language'],
  },
  'app/feedback': {
    input: () => ({ text: 'Where is my money?' }),
    visitor: 401,
    other: 200,
    fields: { text: 'lines' },
  },
  'announcement/list': {
    input: () => ({ language: 'en' }),
    visitor: 200,
    other: 200,
    fields: { language: 'language' },
    optional: ['language'],
  },
  'base/country': {
    input: () => ({}),
    visitor: 200,
    other: 200,
    fields: {},
  },
  'base/currency': {
    input: () => ({}),
    visitor: 200,
    other: 200,
    fields: {},
  },
  'base/chain': {
    input: () => ({}),
    visitor: 200,
    other: 200,
    fields: {},
  },
  'message/list': {
    input: () => ({ size: 20 }),
    visitor: 401,
    other: 200,
    fields: { topic: 'word', cursor: 'cursor', size: 'size' },
    optional: ['topic', 'cursor', 'size'],
  },
  'message/summary': {
    input: () => ({}),
    visitor: 401,
    other: 200,
    fields: {},
  },
  'message/read': {
    input: () => ({ ids: ['018f3c1e-0000-7000-8000-00000000aaaa'] }),
    visitor: 401,
    other: 200,
    fields: { ids: 'textList', all: 'true' },
    exclusive: ['all'],
  },
};
