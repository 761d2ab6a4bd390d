/** The ticket of a notice, in the fragment of the address: it is read once and stands nowhere on this device after that. */

const syntax = /^#([\w-]{43})$/;

export type LinkTicket =
  | { readonly kind: 'none' }
  /** Cut off on its way here, or typed. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'ticket'; readonly ticket: string };

export function readTicket(fragment: string): LinkTicket {
  if (fragment === '' || fragment === '#') return { kind: 'none' };
  const ticket = syntax.exec(fragment)?.[1];
  return ticket === undefined ? { kind: 'broken' } : { kind: 'ticket', ticket };
}

/** Takes the fragment out of the address bar and of the history, whose entry stays. */
export function forgetFragment(): void {
  const { pathname, search, hash } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
}
