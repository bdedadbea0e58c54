// Formats an entry of what needs attention: the cause, what it hits, and the link to act on it. Pure.

import type { Attention, AttentionEntry, AttentionItem } from "@/lib/bff/attention";
import { formatAge } from "@/lib/format/duration";
import { formatCountOf } from "@/lib/format/numbers";
import { visibleMarks } from "@/lib/format/visible-marks";
import { paths } from "@/lib/paths";
import { alertsMessage, slowerMessage, spikeMessage } from "./attention-change-messages.ts";
import { recorderMessage, silentMessage } from "./attention-dashboard-messages.ts";
import { poolMessage, proxyMessage } from "./attention-fleet-messages.ts";
import {
  failingMessage,
  interruptedMessage,
  stuckMessage,
  waitingMessage,
} from "./attention-invocation-messages.ts";
import type { AttentionMessage, ItemMessage, Of } from "./attention-parts.ts";
import { symptomDetail, symptomEvidence } from "./attention-symptom-messages.ts";

/** `otherVersions`: of the action of a failing one. */
function messageOf(
  item: AttentionItem,
  readMs: number,
  otherVersions: readonly Of<"failing">[],
): ItemMessage {
  switch (item.kind) {
    case "silent":
      return silentMessage(item);
    case "recorder":
      return recorderMessage(item);
    case "failing":
      return failingMessage(item, otherVersions);
    case "spike":
      return spikeMessage(item);
    case "slower":
      return slowerMessage(item);
    case "alerts":
      return alertsMessage(item);
    case "interrupted":
      return interruptedMessage(item);
    case "stuck":
      return stuckMessage(item, readMs);
    case "waiting":
      return waitingMessage(item);
    case "pool":
      return poolMessage(item);
    case "proxy":
      return proxyMessage(item);
  }
}

const tones = { critical: "bad", serious: "warn", notice: "neutral" } as const satisfies Record<
  AttentionItem["severity"],
  AttentionMessage["tone"]
>;

/** The message of an entry of an answer. */
export function attentionMessage(
  { cause, severity, symptoms, alerts }: AttentionEntry,
  { computed_at_ms: computedMs, open: { read_at_ms: readMs } }: Pick<Attention, "computed_at_ms" | "open">,
): AttentionMessage {
  // Without newer data open invocations do not age.
  const isOtherVersion = (item: AttentionItem) => cause.kind === "failing" && item.kind === "failing";
  const otherVersions = symptoms.filter((item): item is Of<"failing"> => isOtherVersion(item));
  const hit = symptoms.filter((item) => !isOtherVersion(item));
  const own = messageOf(cause, Math.min(computedMs, readMs ?? computedMs), otherVersions);
  const detail = own.detail ?? symptomDetail(hit);
  const evidence = [
    ...symptomEvidence(hit),
    ...own.evidence,
    ...(alerts === 0 ? [] : [{ text: formatCountOf(alerts, "alert"), href: paths.alerts() }]),
    ...(cause.sure === "guess" ? [{ text: "little data" }] : []),
  ];
  return {
    ...own,
    tone: tones[severity],
    title: visibleMarks(own.title),
    detail: detail === undefined ? undefined : visibleMarks(detail),
    evidence: evidence.map((each) => ({ ...each, text: visibleMarks(each.text) })),
  };
}

/** How long the cause has lasted; undefined where that is not known. */
export const formatSince = ({ cause }: Pick<AttentionEntry, "cause">, nowMs: number): string | undefined =>
  cause.since_ms === null ? undefined : formatAge(Math.max(0, nowMs - cause.since_ms));
