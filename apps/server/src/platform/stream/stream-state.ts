/** What this process knows of its live connections. */
import type { WebSocket } from 'ws';

import type { Database } from '../database/database.ts';
import type { Session } from '../http/call.ts';
import type { Cookies } from '../http/cookies.ts';
import type { PresentedSession } from '../http/session.ts';
import type { Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import type { Audiences } from './stream-audience.ts';
import type { StreamBounds } from './stream-bounds.ts';
import type { PublicChannels } from './stream-channels.ts';
import type { StreamClient } from './stream-client.ts';

export type StreamState = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly findSession: (
    db: Database,
    presented: PresentedSession,
    now: number,
  ) => Promise<Session | undefined>;
  readonly cookies: Pick<Cookies, 'read'>;
  readonly bounds: StreamBounds;
  readonly channels: PublicChannels;
  readonly audiences: Audiences;
  readonly clients: Map<StreamClient, WebSocket>;
  /** How many connections come from a network. */
  readonly networks: Map<string, number>;
  /** The connections of a person, by the person's id. */
  readonly users: Map<string, Set<StreamClient>>;
  /** When an ended session was heard of, in milliseconds of performance.now; forgotten after a while. */
  readonly ended: Map<string, number>;
};
