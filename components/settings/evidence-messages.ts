// Which logs are stored, and what was deleted before its time, in words. Pure.
import type { EvidenceState, LogRecorderReport } from "@/lib/bff/evidence";
import { formatBytes, formatCount } from "@/lib/format/numbers";

/** Bytes of a limit in megabytes. */
export const megabytesOf = (megabytes: number): number => megabytes * 1_000_000;

/** The rule by which logs are stored, and what follows from it. */
export function storedLogRule(rule: EvidenceState["settings"]["logs"]): { text: string; note: string } {
  switch (rule) {
    case "all":
      return {
        text: "Every browser and every invocation",
        note: "Their lines can be read after the browser is gone.",
      };
    case "failed":
      return {
        text: "Every invocation, and the browsers of failed ones",
        note: "The log of any other browser is deleted when the browser has ended, unless it is pinned.",
      };
    case "off":
      return {
        text: "None",
        note: "A log is gone with its browser. To store logs, set KEEP_LOGS to all or failed and restart.",
      };
  }
}

/** What was deleted before its time, and why: `3 logs, because all logs together exceeded 4.10 GB`. */
export function formatEarlyDeletion(
  { logs, lines, why }: NonNullable<LogRecorderReport["deleted"]>,
  { max_mb: maxMb, session_mb: sessionMb }: Pick<EvidenceState["settings"], "max_mb" | "session_mb">,
): string {
  switch (why) {
    case "total_size":
      return `${formatCount(logs)} oldest ${logs === 1 ? "log" : "logs"}, because all logs together exceeded ${formatBytes(megabytesOf(maxMb))}`;
    case "session_size":
      return `${formatCount(lines)} oldest ${lines === 1 ? "line" : "lines"} of a log, because it exceeded ${formatBytes(megabytesOf(sessionMb))}`;
  }
}
