// Carries the live stream to one tab: by its own connection, or by the one that all tabs of this browser share.
import type { Cursor, LiveFrame, Topic, TopicRequest } from "../bff/live.ts";
import type { LiveConnection } from "./live-status.ts";

export interface Transport {
  /** Subscribes this tab to `topic` from `cursor` on; may be repeated with another cursor. */
  subscribe(topic: Topic, cursor: Cursor | undefined): void;
  unsubscribe(topic: Topic): void;
  /** Skips a wait before reconnecting, because the server is probably reachable again. */
  hurry(): void;
  close(): void;
}

/** Callbacks of the tab. */
export interface TransportEvents {
  /** The tab's current topics and cursors; called when another connection takes over. */
  requests(): readonly TopicRequest[];
  /** A connection with these requests is open; its frames follow. */
  opened(requests: readonly TopicRequest[]): void;
  frame(frame: LiveFrame): void;
  connection(connection: LiveConnection): void;
}
