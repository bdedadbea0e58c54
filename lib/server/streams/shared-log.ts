// A log that is read from the upstream once for all its readers, whatever its kind.
import type { TopicState } from "../../bff/live.ts";
import type { RingReader } from "./backpressure.ts";
import type { LogRing } from "./ring.ts";

/** The state shown to viewers; `reason`: text for the viewer, if there is one. */
export interface SourceState {
  state: TopicState;
  reason: string | null;
}

export interface SharedLog {
  readonly ring: LogRing;
  readonly state: SourceState;
  /** The id of the last entry that was restored; undefined when none was. */
  readonly restoredId: number | undefined;
  /** Whether its history has been joined, so that the next entries follow those in the ring. */
  readonly begun: boolean;
  readonly running: boolean;
  /** Calls `changed` after new entries and states; returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void;
  /** Waits for `reader`, within limits, before the ring evicts what it has not taken; returns the function that ends it. */
  addReader(reader: RingReader): () => void;
  /** `reader` has taken entries of the ring. */
  taken(reader: RingReader): void;
  /** Opens the upstream stream unless it is open; a call after the log's end tries again. */
  start(): void;
  /** Closes the upstream stream and keeps the ring. */
  stop(): void;
}
