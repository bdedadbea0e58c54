// Stores the gaps of followed logs for the timeline.
import "server-only";
import type { LogGap, WrittenLogTopic } from "../../bff/live.ts";
import { database } from "../db/database.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { addLogGap } from "../timeline/log-gaps.ts";

/**
 * Writes a gap in the background; skips a gap of 0 lines, and those of invocations, whose log the API keeps whole. Never
 * throws; a failed write is logged.
 */
export function recordLogGap(topic: WrittenLogTopic, gap: Omit<LogGap, "id">): void {
  if (gap.count === 0 || "invocationId" in topic) return;
  const { sessionId, log } = topic;
  const write = async () =>
    await addLogGap(database(), {
      session_id: sessionId,
      source: log.source,
      log: log.source === "supervisor" ? log.process : log.path,
      from_ms: epochMs(gap.from),
      to_ms: epochMs(gap.to) ?? Date.now(),
      reason: gap.reason,
      lines: gap.count,
    });
  void write().catch((error) => logRepeatedFault("a gap of a log could not be recorded", error));
}
