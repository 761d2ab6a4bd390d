/** The types of react-easy-crop name the global namespace that React 19 no longer has. */
declare namespace JSX {
  type Element = import('react').JSX.Element;
}
