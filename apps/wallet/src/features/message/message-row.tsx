import '../../ui/list/list.css';
import { type MessageItem, markMessagesRead } from '../../domain/content/message-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { findOwnAddress, paths } from '../../lib/route/paths.ts';
import { clockText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Pressable } from '../../ui/base/pressable.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { ListGlyph } from '../../ui/list/list.tsx';
import { lookOf } from './message-look.ts';

type RowProps = {
  readonly message: MessageItem;
  readonly isSelected: boolean;
  /** Where a tap leads; undefined where it only marks as read. */
  readonly address: string | undefined;
  /** On wide screens the message beside the list changes, and the list stays. */
  readonly isReplacing: boolean;
};

/** One message; a tap leads to its page and makes it a read one. */
export function MessageRow({ message, isSelected, address, isReplacing }: RowProps) {
  const { title, body, isRead, time } = message;
  const { icon, tone } = lookOf(message);
  const see = () => markRead(message);
  const link = address === undefined ? undefined : linkTo(address, { isReplacing });
  return (
    <li>
      <Pressable
        className="list-row list-row-glyph items-start text-start"
        link={link && ((props) => link({ ...props, onClick: see }))}
        onPress={see}
        current={isSelected ? 'true' : false}
      >
        <ListGlyph icon={icon} tone={tone} />
        <span className="list-row-main">
          <span className="flex items-baseline gap-2">
            <span className="flex-1 min-w-0 type-body-b text-ink hyphens-auto wrap-anywhere">{title}</span>
            <span className="flex-none type-cap num text-ink-3">{clockText(time)}</span>
            <UnreadDot isRead={isRead} />
          </span>
          <span className="block type-sm text-ink-2 whitespace-pre-line wrap-anywhere">{body}</span>
        </span>
      </Pressable>
      {isReplacing ? null : (
        <div className="ps-17 pe-4 pb-3 empty:hidden">
          <NotMe message={message} />
        </div>
      )}
    </li>
  );
}

export function markRead({ id, isRead }: MessageItem): void {
  if (!isRead) void markMessagesRead([id]);
}

/** The page of the app that a message names; nothing else is ever opened from one. */
export function pageOfMessage({ path }: MessageItem): string | undefined {
  return path === null ? undefined : findOwnAddress(path);
}

/** Its place is kept, so that titles do not move when they are read. */
function UnreadDot({ isRead }: { readonly isRead: boolean }) {
  const t = useText();
  if (isRead) return <span className="flex-none w-2.5" />;
  return (
    <span className="flex-none size-2.5 rounded-full bg-brand border border-brand-text">
      <VisuallyHidden>{t('message.unread')}</VisuallyHidden>
    </span>
  );
}

/** The one way out of what somebody else did (DESIGN.md 8). An account that is locked is told of by a way out of its own. */
export function NotMe({ message }: { readonly message: MessageItem }) {
  const t = useText();
  if (message.topic !== 'security' || message.kind === 'lockedByOwner') return null;
  const link = linkTo(paths.notMe());
  return (
    <Button
      kind="danger"
      size="small"
      className="w-fit"
      link={(props) => link({ ...props, onClick: () => markRead(message) })}
    >
      {t('message.notMe')}
    </Button>
  );
}
