/** Content from the server as elements (contract: Block, Inline). Plain text all the way: no HTML is ever parsed here. */
import type { Block, Inline } from '@marigold/contract/calls/app';
import { Fragment, type ReactElement } from 'react';

import { OutLink } from '../../lib/route/out-link.tsx';

/** The blocks one below the other; the page's own h1 stands above them. */
export function ContentBlocks({ blocks }: { readonly blocks: readonly Block[] }): ReactElement {
  return (
    <div className="grid gap-3 type-body text-ink-2 wrap-anywhere">
      {blocks.map((block, index) => (
        <BlockText key={index} block={block} />
      ))}
    </div>
  );
}

function BlockText({ block }: { readonly block: Block }): ReactElement {
  switch (block.kind) {
    case 'heading':
      // The page has the h1: a first heading of the text is an h2.
      return block.level === 3 ? (
        <h3 className="type-body-b text-ink mt-2">
          <Runs text={block.text} />
        </h3>
      ) : (
        <h2 className="type-2 text-ink mt-4">
          <Runs text={block.text} />
        </h2>
      );
    case 'paragraph':
      return (
        <p className="whitespace-pre-line">
          <Runs text={block.text} />
        </p>
      );
    case 'quote':
      return (
        <blockquote className="ps-4 border-s-2 border-line-strong">
          <Runs text={block.text} />
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Runs text={item} />
        </li>
      ));
      return block.isOrdered ? (
        <ol className="ps-6 grid gap-2 list-decimal">{items}</ol>
      ) : (
        <ul className="ps-6 grid gap-2 list-disc">{items}</ul>
      );
    }
    case 'rule':
      return <hr className="border-line" />;
  }
}

function Runs({ text }: { readonly text: readonly Inline[] }): ReactElement {
  return (
    <>
      {text.map((run, index) => (
        <Fragment key={index}>
          {run.link === null ? <Styled run={run} /> : <LinkRun run={run} to={run.link} />}
        </Fragment>
      ))}
    </>
  );
}

function LinkRun({ run, to }: { readonly run: Inline; readonly to: string }): ReactElement {
  const look = 'link';
  if (/^mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$/.test(to)) {
    return (
      <a href={to} className={look}>
        <Styled run={run} />
      </a>
    );
  }
  return (
    <OutLink text={to} linkTitle={run.text} className={look}>
      <Styled run={run} />
    </OutLink>
  );
}

function Styled({ run: { text, style } }: { readonly run: Inline }): ReactElement {
  switch (style) {
    case 'strong':
      return <b className="text-ink">{text}</b>;
    case 'emphasis':
      return <em>{text}</em>;
    case 'code':
      return <code className="type-mono">{text}</code>;
    case 'plain':
      return <>{text}</>;
  }
}
