// What the live room needs of the upstream: a log stream's bytes, and what a failure to get them means.
import type { LogTopic } from "../../bff/live.ts";

/**
 * Opens a source's stream; resolves once the upstream has answered. `follow` starts at the end and goes on; without it
 * the file is read from its beginning (an upstream may still never end it). The signal ends the stream.
 */
export type OpenLogs = (
  topic: LogTopic,
  options: { follow: boolean; signal: AbortSignal },
) => Promise<AsyncIterable<Uint8Array>>;

/** ended: the session is gone for good; refused: asking again soon is pointless; passing: worth a retry. */
export interface Verdict {
  kind: "ended" | "refused" | "passing";
  reason: string;
  retryAfterMs?: number;
}

export interface LogPort {
  open: OpenLogs;
  judge(error: unknown): Verdict;
}
