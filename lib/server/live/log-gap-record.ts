// Remembers where a watched log lacks lines, so that the timeline can show it later.
import "server-only";
import type { LogGap, LogTopic } from "../../bff/live.ts";
import { logFault } from "../log.ts";
import { database } from "../store/database.ts";
import { addLogGap } from "../store/log-gaps.ts";

/** Epoch milliseconds of a line's time, which may carry nanoseconds. */
const timeOf = (text: string | null): number | null => {
  const atMs = Date.parse((text ?? "").replace(/(\.\d{3})\d+/, "$1"));
  return Number.isNaN(atMs) ? null : atMs;
};

/** Writes a gap, soon. Never throws; what cannot be written is logged. A break in which no line is missing is none. */
export function recordLogGap({ sessionId, log }: LogTopic, gap: Omit<LogGap, "id">): void {
  if (gap.count === 0) return;
  const write = async () =>
    await addLogGap(database(), {
      session_id: sessionId,
      source: log.source,
      log: log.source === "supervisor" ? log.process : log.path,
      from_ms: timeOf(gap.from),
      to_ms: timeOf(gap.to) ?? Date.now(),
      reason: gap.reason,
      lines: gap.count,
    });
  void write().catch((error) => logFault("a gap of a log could not be remembered", error));
}
