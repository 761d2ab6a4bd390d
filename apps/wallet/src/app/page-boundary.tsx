import { Component, type ReactNode, Suspense } from 'react';

import { PageFailed, PagePending } from './states.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly error: unknown; readonly isBroken: boolean };

/** Keeps a page that broke or did not load from taking the bars with it, and lets it be tried again. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: undefined, isBroken: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, isBroken: true };
  }

  retry = (): void => this.setState({ error: undefined, isBroken: false });

  override render(): ReactNode {
    if (this.state.isBroken) return <PageFailed error={this.state.error} onRetry={this.retry} />;
    return <Suspense fallback={<PagePending />}>{this.props.children}</Suspense>;
  }
}
