// A log as a source of entries for a pane, with one state combined from the log's and the stream's.
import type { LogGap, LogLine, Topic, TopicState } from "../bff/live.ts";
import type { LiveClient } from "./live-client.ts";
import type { LiveConnection } from "./live-status.ts";

/** A line of a feed; `source` is an index into the feed's `sources`. */
export type FeedLine = LogLine & { readonly source?: number };

export type FeedEvent =
  | { readonly kind: "lines"; readonly epoch: string; readonly lines: readonly FeedLine[] }
  | { readonly kind: "gap"; readonly epoch: string; readonly gap: LogGap; readonly source?: number }
  /** One of several sources has ended. */
  | { readonly kind: "ended"; readonly source: number; readonly reason: string | null }
  /** The feed's `state` has changed. */
  | { readonly kind: "state" };

export interface FeedState {
  /** State of the server's subscription to the log. */
  readonly log: TopicState;
  /** Reason of the state, if any. */
  readonly reason: string | null;
  /** Time of the oldest line that the server stores; null while unknown. */
  readonly beginsAt: string | null;
  /** State of this browser's connection to the server. */
  readonly connection: LiveConnection;
}

export interface LogFeed {
  /** Passes every entry to `listener`, stored lines first; the returned function unsubscribes. */
  subscribe(listener: (event: FeedEvent) => void): () => void;
  /** The same object until it changes; changes are events. */
  readonly state: FeedState;
  /** Names of the logs, in a merged feed. */
  readonly sources?: readonly string[];
}

/** The feed of a log topic; opened by the first subscription. */
export function openLogFeed(client: LiveClient, topic: Topic): LogFeed {
  let state: FeedState = {
    log: "connecting",
    reason: null,
    beginsAt: null,
    connection: client.status.connection,
  };
  const listeners = new Set<(event: FeedEvent) => void>();
  const setState = (next: FeedState) => {
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
  const readStatus = () => setState({ ...state, connection: client.status.connection });

  return {
    subscribe(listener) {
      listeners.add(listener);
      const endStatus = client.watchStatus(readStatus);
      const endTopic = client.subscribe(topic, (frame) => {
        if (frame.kind === "lines") listener({ kind: "lines", epoch: frame.epoch, lines: frame.lines });
        else if (frame.kind === "gap") listener({ kind: "gap", epoch: frame.epoch, gap: frame.gap });
        else if (frame.kind === "state") {
          const { state: log, reason, beginsAt } = frame;
          setState({ ...state, log, reason, beginsAt });
        }
      });
      readStatus();
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
