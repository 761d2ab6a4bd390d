/** Going to a page by its address. Screens know paths, not the router; the shell hands the router in at the start. */
export type Navigator = {
  /** `isReplacing`: the page left behind is not kept in the history. */
  go(address: string, options?: { readonly isReplacing?: boolean }): void;
  /** Back to the page before; where there is none, to `otherwise`. */
  back(otherwise: string): void;
  /** Back to the page before with a new address for it; in place of this page when the one before is another. */
  returnTo(address: string): void;
};

let navigator: Navigator | undefined;

export function setNavigator(made: Navigator): void {
  navigator = made;
}

/** Goes to an address made by `paths`. */
export function go(address: string, options?: { readonly isReplacing?: boolean }): void {
  navigator?.go(address, options);
}

/** Goes one page back, or to `otherwise` when this is the first page of the visit. */
export function goBack(otherwise: string): void {
  navigator?.back(otherwise);
}

/** Goes back to the page that led here, at a new address of it: its entry is replaced, so that nothing stands in between. */
export function returnTo(address: string): void {
  navigator?.returnTo(address);
}
