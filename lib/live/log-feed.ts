// One log as a pane wants it: entries, and one state made of the log's own and the stream's.
import type { LogGap, LogLine, Topic, TopicState } from "../bff/live.ts";
import type { LiveClient } from "./live-client.ts";
import type { LiveConnection } from "./live-status.ts";

/** A line of a feed; `source` is an index into the feed's `sources`. */
export type FeedLine = LogLine & { readonly source?: number };

export type FeedEvent =
  | { readonly kind: "lines"; readonly epoch: string; readonly lines: readonly FeedLine[] }
  | { readonly kind: "gap"; readonly epoch: string; readonly gap: LogGap; readonly source?: number }
  /** One of several sources will say no more. */
  | { readonly kind: "ended"; readonly source: number; readonly reason: string | null }
  /** `state` of the feed is another now. */
  | { readonly kind: "state" };

export interface FeedState {
  /** How the dashboard reads the log. */
  readonly log: TopicState;
  /** Why, where the state has a reason. */
  readonly reason: string | null;
  /** Time of the oldest line the dashboard keeps; null while unknown. */
  readonly beginsAt: string | null;
  /** How this browser is connected to the dashboard. */
  readonly connection: LiveConnection;
}

export interface LogFeed {
  /** Hands every entry to `listener`, kept lines first; the returned function ends that. */
  subscribe(listener: (event: FeedEvent) => void): () => void;
  /** The same object until it changes; listeners are told. */
  readonly state: FeedState;
  /** Names of the logs in it, where it is made of several. */
  readonly sources?: readonly string[];
}

/** The feed of a log topic. It opens nothing before somebody subscribes. */
export function openLogFeed(client: LiveClient, topic: Topic): LogFeed {
  let state: FeedState = {
    log: "connecting",
    reason: null,
    beginsAt: null,
    connection: client.status.connection,
  };
  const listeners = new Set<(event: FeedEvent) => void>();
  const become = (next: FeedState) => {
    if (
      next.log === state.log &&
      next.reason === state.reason &&
      next.beginsAt === state.beginsAt &&
      next.connection === state.connection
    )
      return;
    state = next;
    for (const listener of listeners) listener({ kind: "state" });
  };
  const read = () => become({ ...state, connection: client.status.connection });

  return {
    subscribe(listener) {
      listeners.add(listener);
      const endStatus = client.watchStatus(read);
      const endTopic = client.subscribe(topic, (frame) => {
        if (frame.kind === "lines") listener({ kind: "lines", epoch: frame.epoch, lines: frame.lines });
        else if (frame.kind === "gap") listener({ kind: "gap", epoch: frame.epoch, gap: frame.gap });
        else if (frame.kind === "state") {
          const { state: log, reason, beginsAt } = frame;
          become({ ...state, log, reason, beginsAt });
        }
      });
      read();
      return () => {
        listeners.delete(listener);
        endStatus();
        endTopic();
      };
    },
    get state() {
      return state;
    },
  };
}
