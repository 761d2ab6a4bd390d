/**
 * What a client is subscribed to: its own channel and public ones, each from a snapshot on, and again from a snapshot
 * after it was too slow.
 */
import { channelsMax, closeCodes } from './stream-bounds.ts';
import { closeClient, sendMessage, type ClientState, type Subscription } from './stream-client-state.ts';
import { ownChannel } from './stream-message.ts';

export function subscribe(state: ClientState, wanted: readonly string[], messageId: string | number): void {
  const { bounds, publicChannels, socket } = state;
  const unknown = wanted.filter((channel) => channel !== ownChannel && !state.channels.has(channel));
  if (unknown.length > 0)
    return sendMessage(state, { op: 'error', id: messageId, error: 'unknown_channel', ch: unknown });
  const wantsOwn = wanted.includes(ownChannel);
  if (wantsOwn && state.session === undefined)
    return sendMessage(state, { op: 'error', id: messageId, error: 'unauthorised', ch: [ownChannel] });
  const publicWanted = new Set(wanted.filter((channel) => channel !== ownChannel));
  if (new Set([...publicChannels, ...publicWanted]).size > channelsMax)
    return sendMessage(state, { op: 'error', id: messageId, error: 'too_many_channels', max: channelsMax });
  state.snapshots += publicWanted.size;
  if (state.snapshots > bounds.snapshotsMax)
    return closeClient(state, closeCodes.tooMuch, 'too many snapshots');
  sendMessage(state, { op: 'ack', id: messageId });
  if (wantsOwn) sendOwnSnapshot(state, (state.own ??= { seq: 0, isBehind: false }));
  if (publicWanted.size === 0) return;
  for (const channel of publicWanted) publicChannels.add(channel);
  state.onChannels();
  // Whoever is behind gets the snapshots of all channels once the line is free.
  state.isPublicBehind ||= socket.bufferedAmount > bounds.bufferedBytesMax;
  if (!state.isPublicBehind) sendPublicSnapshots(state, publicWanted);
}

export function unsubscribe(state: ClientState, left: readonly string[], messageId: string | number): void {
  const { publicChannels } = state;
  if (left.includes(ownChannel)) state.own = undefined;
  const before = publicChannels.size;
  for (const channel of left) publicChannels.delete(channel);
  if (publicChannels.size < before) state.onChannels();
  sendMessage(state, { op: 'ack', id: messageId });
}

/** Sends news of its user, if subscribed and fast enough; else the client gets a snapshot later. */
export function sendOwnNews(state: ClientState, data: object): void {
  const { own, socket, bounds } = state;
  if (own === undefined || own.isBehind) return;
  if (socket.bufferedAmount > bounds.bufferedBytesMax) {
    own.isBehind = true;
    return;
  }
  const prev = own.seq;
  own.seq += 1;
  sendMessage(state, { ch: ownChannel, seq: own.seq, prev, data });
}

/** Writes frames of public channels, if the client is fast enough; else it gets snapshots later. */
export function writeFrames(state: ClientState, frames: Buffer): void {
  const { socket, line, bounds } = state;
  if (state.isPublicBehind) return;
  if (line.writableLength > bounds.bufferedBytesMax) state.isPublicBehind = true;
  // Messages of one socket are never compressed nor cut into fragments here, so whole frames may follow each other.
  else if (socket.readyState === socket.OPEN) line.write(frames);
}

export function sendOwnSnapshot(state: ClientState, subscription: Subscription): void {
  subscription.isBehind = state.socket.bufferedAmount > state.bounds.bufferedBytesMax;
  if (subscription.isBehind) return;
  subscription.seq += 1;
  sendMessage(state, { ch: ownChannel, seq: subscription.seq, snapshot: true, data: {} });
}

function sendPublicSnapshots({ channels, socket }: ClientState, wanted: ReadonlySet<string>): void {
  for (const channel of wanted) {
    const message = channels.snapshot(channel);
    if (message !== undefined && socket.readyState === socket.OPEN) socket.send(message);
  }
}

/** To be called when what waited has left our memory: whoever was behind starts over. */
export function catchUp(state: ClientState): void {
  const { own, socket, bounds, publicChannels } = state;
  if (socket.bufferedAmount > bounds.bufferedBytesMax / 4) return;
  if (own?.isBehind === true) sendOwnSnapshot(state, own);
  if (!state.isPublicBehind) return;
  // What was told in this turn is in the snapshots, and must not come behind them.
  state.onChannels();
  state.isPublicBehind = false;
  sendPublicSnapshots(state, publicChannels);
}
