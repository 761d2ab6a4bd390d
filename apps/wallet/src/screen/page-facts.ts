/** What the router knows of the page on screen and hands to it, so that no page says its own name. */
import { createContext, useContext } from 'react';

export type PageFacts = {
  /** What the page is called, from the table of pages. */
  readonly heading: string;
  /** The rail of wide screens leads here, so that an arrow would lead nowhere else. */
  readonly isInRail: boolean;
};

export const PageFactsContext = createContext<PageFacts>({ heading: '', isInRail: false });

/** The heading of the page on screen. */
export function useHeading(): string {
  return useContext(PageFactsContext).heading;
}
