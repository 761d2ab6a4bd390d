/** The secret of a link, in the fragment of its address: no server is sent it, and no address bar keeps it. */

const syntax = /^#([\w-]{43})$/;

export type FragmentSecret =
  | { readonly kind: 'none' }
  /** Cut off on its way here, or typed. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'secret'; readonly secret: string };

export function readSecret(fragment: string): FragmentSecret {
  if (fragment === '' || fragment === '#') return { kind: 'none' };
  const secret = syntax.exec(fragment)?.[1];
  return secret === undefined ? { kind: 'broken' } : { kind: 'secret', secret };
}

/** Takes the fragment out of the address bar and of the history, whose entry stays. */
export function forgetFragment(): void {
  const { pathname, search, hash } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
}
