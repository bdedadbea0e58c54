// Redacts a timeline for export. Failure reasons, which quote pages and payloads, are masked. Texts of operators stay,
// without credentials and without query and fragment of URLs.
import { type Timeline, type TimelineInvocation, timeline } from "../../bff/timeline.ts";
import { reasonKey } from "../../insight/reason-mask.ts";
import { redact } from "../kernel/redact.ts";

const urlTail = /(\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s?#"'<>]{1,2000})[?#][^\s"'<>]*/gi;

/** Removes known secrets, credentials, and query and fragment of URLs. */
export const withoutSecrets = (text: string): string => redact(text.replace(urlTail, "$1?[redacted]"));

function redactTexts(value: unknown): unknown {
  if (typeof value === "string") return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(redactTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactTexts(inner)]));
}

const maskedReason = (invocation: TimelineInvocation): TimelineInvocation => ({
  ...invocation,
  reason: invocation.reason === null ? null : reasonKey(withoutSecrets(invocation.reason)),
});

/** The timeline with every text redacted and the reasons of invocations masked. */
export function redactedTimeline(read: Timeline): Timeline {
  const { items, earlier } = read.invocations;
  const masked = { items: items.map(maskedReason), earlier: earlier.map(maskedReason) };
  return timeline.parse(redactTexts({ ...read, invocations: { ...read.invocations, ...masked } }));
}
