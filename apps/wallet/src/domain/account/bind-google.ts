import { searchText } from '@marigold/contract/pages';

/** The page that binds an authenticator app, and from which the person comes back to where they were. */
export function bindGooglePath(back: string): string {
  return `/pages/googleauth/googleauth${searchText({ back })}`;
}
