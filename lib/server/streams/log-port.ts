// The upstream interface of the log streams: opens a log and classifies failures. Tests replace it.
import type { WrittenLogTopic } from "../../bff/live.ts";

/**
 * Opens a log's byte stream (text/event-stream); resolves once the upstream has responded and throws when it refuses.
 * `follow` starts at the end, or a little before it, and continues; without it the log is read from its beginning (an
 * upstream may never end that stream either). Aborting the signal ends the stream.
 */
export type OpenLogs = (
  topic: WrittenLogTopic,
  options: { follow: boolean; signal: AbortSignal },
) => Promise<AsyncIterable<Uint8Array>>;

/** Class of a failure. missing: the log does not exist, at present or with its session; refused: an early retry is pointless; passing: retry. */
export interface Verdict {
  kind: "missing" | "refused" | "passing";
  reason: string;
  retryAfterMs?: number;
  /** When the last of a stream came that fell silent; epoch milliseconds. */
  silentSinceMs?: number;
}

export interface LogPort {
  open: OpenLogs;
  /** Classifies whatever `open` or its iteration threw, with a reason about the log of `topic`. */
  judge(error: unknown, topic: WrittenLogTopic): Verdict;
  /**
   * Why nothing more will be written, for the viewer: its session or invocation has ended or does not exist; undefined
   * otherwise. `missing`: the log was missing; else its stream was closed. Throws when the API gives no answer.
   */
  overReason(topic: WrittenLogTopic, missing: boolean, signal: AbortSignal): Promise<string | undefined>;
}
