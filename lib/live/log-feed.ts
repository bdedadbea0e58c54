// A log as a source of entries for a pane, with one state combined from the log's and the stream's.
import type { LogGap, LogLine, Topic, TopicState } from "../bff/live.ts";
import type { Failure } from "../format/error-message.ts";
import type { LiveClient } from "./live-client.ts";
import type { LiveConnection } from "./live-status.ts";

/**
 * A line of a feed. `source` is an index into the feed's `sources`; `stack` the frames of an error's stack, a line each,
 * which are shown when the line is unfolded.
 */
export type FeedLine = LogLine & { readonly source?: number; readonly stack?: string };

export type FeedEvent =
  | { readonly kind: "lines"; readonly epoch: string; readonly lines: readonly FeedLine[] }
  | { readonly kind: "gap"; readonly epoch: string; readonly gap: LogGap; readonly source?: number }
  /** One of several sources has ended. */
  | { readonly kind: "ended"; readonly source: number; readonly reason: string | null }
  /** The feed's `state` has changed. */
  | { readonly kind: "state" };

/** The events that have entries. */
export type FeedEntries = Extract<FeedEvent, { kind: "lines" | "gap" }>;

/** What is stored of a log. Times of its oldest and newest lines in epoch milliseconds; null without a valid one. */
export interface StoredSpan {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface FeedState {
  /** State of the server's subscription to the log. */
  readonly log: TopicState;
  /** Reason of the state, if any. */
  readonly reason: string | null;
  /** Time of the oldest line that the server stores; null while unknown. */
  readonly beginsAt: string | null;
  /** Lines before that were deleted because the stored log was too large; absent: none is known. */
  readonly deletedLines?: number;
  /** State of this browser's connection to the server. */
  readonly connection: LiveConnection;
  /** Set while the lines are those of a stored log, not of the live stream. */
  readonly stored?: StoredSpan | undefined;
  /** Why stored lines are missing that exist; undefined: none is missing. */
  readonly fault?: FeedFault | undefined;
}

export interface FeedFault extends Failure {
  /** They are read again later, or at once with the feed's `retry`. */
  readonly isRetried: boolean;
}

const sameSpan = (one: StoredSpan | undefined, other: StoredSpan | undefined): boolean =>
  one?.fromMs === other?.fromMs && one?.toMs === other?.toMs;

/** Whether two states are equal. */
export const sameFeedState = (one: FeedState, other: FeedState): boolean =>
  one.log === other.log &&
  one.reason === other.reason &&
  one.beginsAt === other.beginsAt &&
  (one.deletedLines ?? 0) === (other.deletedLines ?? 0) &&
  one.connection === other.connection &&
  one.fault?.message === other.fault?.message &&
  one.fault?.requestId === other.fault?.requestId &&
  one.fault?.isRetried === other.fault?.isRetried &&
  sameSpan(one.stored, other.stored);

export interface LogFeed {
  /** Passes every entry to `listener`, stored lines first; the returned function unsubscribes. */
  subscribe(listener: (event: FeedEvent) => void): () => void;
  /** The same object until it changes; changes are events. */
  readonly state: FeedState;
  /** Names of the logs, in a merged feed. */
  readonly sources?: readonly string[];
  /** Reads at once what failed (`state.fault`) and would be read again later. Absent: nothing of this feed can fail. */
  readonly retry?: () => void;
}

/**
 * The live stream of a log topic; opened by the first subscription. Where a stream begins anew, with another epoch, its
 * state is `connecting` until everything that it begins with was delivered.
 */
export function openLogFeed(client: LiveClient, topic: Topic): LogFeed {
  let state: FeedState = {
    log: "connecting",
    reason: null,
    beginsAt: null,
    connection: client.status.connection,
  };
  const listeners = new Set<(event: FeedEvent) => void>();
  const setState = (next: FeedState) => {
    if (sameFeedState(next, state)) return;
    state = next;
    for (const listener of listeners) listener({ kind: "state" });
  };
  const readStatus = () => setState({ ...state, connection: client.status.connection });
  let epoch: string | undefined;
  /** The open stream has sent the topic's state, which follows all that it begins with. */
  let isStated = false;
  const enterEpoch = (next: string) => {
    const isAnew = epoch !== undefined && epoch !== next;
    epoch = next;
    if (isAnew && !isStated) setState({ ...state, log: "connecting", reason: null });
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      const endStatus = client.watchStatus(readStatus);
      const endTopic = client.subscribe(topic, (frame) => {
        switch (frame.kind) {
          case "opened":
            isStated = false;
            break;
          case "lines":
            enterEpoch(frame.epoch);
            listener({ kind: "lines", epoch: frame.epoch, lines: frame.lines });
            break;
          case "gap":
            enterEpoch(frame.epoch);
            listener({ kind: "gap", epoch: frame.epoch, gap: frame.gap });
            break;
          case "state": {
            const { state: log, reason, beginsAt } = frame;
            isStated = true;
            setState({ ...state, log, reason, beginsAt });
            break;
          }
          case "fleet":
            break;
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
