/** What must not compile: the contract is the law for handlers and clients alike. Checked by the type step. */
import type { Contract } from '@marigold/contract/contract';
import type { WireInput } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import type { TextId } from '@marigold/texts/ids';

import type { AnyRefusalCode } from '../../../testing/refusal-code.ts';
import type { Handler, Handlers } from './call.ts';

type Lookup = Handler<Contract['payee/lookup']>;

export const declared: Lookup = async () => new Refusal('payee_not_found');

// @ts-expect-error A refusal that the contract of this call does not declare.
export const undeclared: Lookup = async () => new Refusal('insufficient_balance');

// @ts-expect-error An answer that lacks a field.
export const incomplete: Lookup = async () => ({ masked: 'a***nna' });

type Logout = Handler<Contract['user/logout']>;

// @ts-expect-error A visitor's call has no certain session.
export const assumed: Logout = async (_input, { session }) => ({ id: session.userId });

// @ts-expect-error A path of the contract without a handler.
export const missing: Handlers = { 'app/ping': async () => ({ time: 0, version: '', mode: 'demo' }) };

// @ts-expect-error A call that is applied once needs its requestId.
export const anonymous: WireInput<Contract['user/prefs/set']> = { fiat: 'EUR' };

/** Every refusal has a text in the catalogue. */
export const textOf = (id: `refusal.${AnyRefusalCode}`): TextId => id;
