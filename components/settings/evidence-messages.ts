// Which logs are stored, and what was deleted before its time, in words. Pure.
import {
  type EvidenceException,
  type EvidenceKind,
  type EvidenceRule,
  type EvidenceSettings,
  type EvidenceState,
  evidenceKinds,
  type LogRecorderReport,
} from "@/lib/bff/evidence";
import { formatBytes, formatCountOf } from "@/lib/format/numbers";
import type { ExceptionRule } from "./evidence-draft.ts";

/** Names of the kinds of evidence. */
export const kindNames = {
  logs: "Logs",
  network: "Console and network",
  pictures: "Pictures",
  video: "Video",
} as const satisfies Record<EvidenceKind, string>;

/** What a rule stores of. */
export const ruleTexts = {
  all: "Every browser",
  failed: "Browsers of failed invocations",
  off: "None",
} as const satisfies Record<EvidenceRule, string>;

/** The same as choices for one application or pool. */
export const exceptionRuleTexts = {
  general: "General rule",
  all: "Every browser",
  failed: "Of failed invocations",
  off: "None",
} as const satisfies Record<ExceptionRule, string>;

/** The environment variables of the settings. */
export const variableNames = {
  logs: "KEEP_LOGS",
  network: "KEEP_NETWORK",
  pictures: "KEEP_PICTURES",
  video: "KEEP_VIDEO",
  days: "KEEP_DAYS",
  max_mb: "KEEP_MB",
  session_mb: "KEEP_SESSION_MB",
  streams: "KEEP_STREAMS",
} as const satisfies Record<Exclude<keyof EvidenceSettings, "exceptions">, string>;

/** An exception: `App shop: logs none, pictures every browser`. */
export function formatException(exception: EvidenceException): string {
  const { app, pool } = exception;
  const rules = evidenceKinds.flatMap((kind) => {
    const rule = exception[kind];
    return rule === undefined ? [] : `${kindNames[kind].toLowerCase()} ${ruleTexts[rule].toLowerCase()}`;
  });
  return `${app === undefined ? `Pool ${pool}` : `Application ${app}`}: ${rules.join(", ")}`;
}

/** Bytes of a limit in megabytes. */
export const megabytesOf = (megabytes: number): number => megabytes * 1_000_000;

/** The rule by which logs are stored, and what follows from it. */
export function storedLogRule(rule: EvidenceRule): { text: string; note: string } {
  switch (rule) {
    case "all":
      return {
        text: "Every browser and every invocation",
        note: "Logs stay readable after the browser ends.",
      };
    case "failed":
      return {
        text: "Every invocation, and the browsers of failed ones",
        note: "Other browsers' logs are deleted when they end, unless pinned.",
      };
    case "off":
      return {
        text: "None",
        note: "Logs are deleted with their browser.",
      };
  }
}

/** What is stored: `40 logs, 12,345 lines, 1,500 pictures`; empty for nothing. */
export const formatStored = ({
  logs,
  lines,
  pictures,
}: Pick<EvidenceState["stored"], "logs" | "lines" | "pictures">): string =>
  [
    ...(logs === 0 ? [] : [formatCountOf(logs, "log"), formatCountOf(lines, "line")]),
    ...(pictures === 0 ? [] : [formatCountOf(pictures, "picture")]),
  ].join(", ");

/** What was deleted before its time, and why: `the oldest 3 logs and 20 pictures, because all together exceeded 4.10 GB`. */
export function formatEarlyDeletion(
  { logs, lines, pictures, why }: NonNullable<LogRecorderReport["deleted"]>,
  { max_mb: maxMb, session_mb: sessionMb }: Pick<EvidenceSettings, "max_mb" | "session_mb">,
): string {
  const deleted = [
    ...(logs === 0 ? [] : [formatCountOf(logs, "log")]),
    ...(pictures === 0 ? [] : [formatCountOf(pictures, "picture")]),
  ];
  switch (why) {
    case "total_size":
      return `the oldest ${deleted.join(" and ")}: the total exceeded ${formatBytes(megabytesOf(maxMb))}`;
    case "session_size":
      return `the oldest ${formatCountOf(lines, "line")} of a log: it exceeded ${formatBytes(megabytesOf(sessionMb))}`;
  }
}
