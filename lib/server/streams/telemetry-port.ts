// The upstream interface of telemetry: opens the events of a browser and classifies failures. Tests replace it.
import type { TelemetryTopic } from "../../bff/live.ts";
import type { TelemetryRecord } from "../../contract/telemetry.ts";
import type { Verdict } from "./log-port.ts";

export interface TelemetryPort {
  /**
   * Opens the stream of events (text/event-stream): from after `afterSeq`, or from the oldest one stored. Resolves once
   * the upstream has responded and throws when it refuses. Aborting the signal ends the stream.
   */
  open(
    topic: TelemetryTopic,
    options: { afterSeq: number | undefined; signal: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array>>;
  /** Yields the events since a time (RFC 3339) that are stored of a browser that may have ended, oldest first. Throws as
   *  `open` does. */
  stored(
    topic: TelemetryTopic,
    options: { since: string; signal: AbortSignal },
  ): AsyncIterable<readonly TelemetryRecord[]>;
  /** Classifies whatever the others threw. */
  judge(error: unknown, topic: TelemetryTopic): Verdict;
  /** Why nothing more will come, for the viewer; undefined while the browser exists. Throws when the API gives no answer. */
  overReason(topic: TelemetryTopic, signal: AbortSignal): Promise<string | undefined>;
}
