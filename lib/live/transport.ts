// What carries the live stream to one tab: a stream of its own, or the one that all tabs of this browser share.
import type { Cursor, LiveFrame, Topic } from "../bff/live.ts";
import type { LiveConnection } from "./live-status.ts";
import type { AskedPlace } from "./topic-places.ts";

/** What one tab wants: a topic, and from where on (undefined: from the oldest line the server keeps). */
export type Want = AskedPlace;

export interface Transport {
  /** This tab needs `topic` from `cursor` on; may be said again, with another cursor. */
  ask(topic: Topic, cursor: Cursor | undefined): void;
  /** This tab does not need `topic` any more. */
  drop(topic: Topic): void;
  /** There is reason to believe that the server can be reached again. */
  hurry(): void;
  close(): void;
}

/** The tab's side. */
export interface TransportEvents {
  /** What the tab wants now and how far it has come; asked when another stream takes over. */
  wants(): readonly Want[];
  opened(asked: readonly AskedPlace[]): void;
  frame(frame: LiveFrame): void;
  connection(now: LiveConnection): void;
}
