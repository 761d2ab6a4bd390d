/** How far an account is protected (spec 2, "Account & Security"). Pure. */
import type { User } from '../../lib/device/session.ts';

/** Steps of protection: the login password, a proven contact, the payment password. */
const steps = 3;

type Protection = { readonly done: number; readonly all: number };

/** Nobody has an account without the first two. */
export function protectionOf({ hasPayPassword }: Pick<User, 'hasPayPassword'>): Protection {
  return { done: hasPayPassword ? steps : steps - 1, all: steps };
}
