/** The compiler of contracts brings no types; this is the one call of it that we make. */
declare module 'solc' {
  const solc: { readonly compile: (standardJson: string) => string };
  export default solc;
}
