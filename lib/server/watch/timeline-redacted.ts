// A timeline as it may leave the dashboard. Reasons of failed runs quote pages and payloads: only what is always the
// same in them stays. Words of operators stay, without credentials and without what stands behind a URL's path.
import { type Timeline, timeline } from "../../bff/timeline.ts";
import { reasonKey } from "../../insight/reason-mask.ts";
import { redact } from "../redact.ts";

const urlTail = /(\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s?#"'<>]{1,2000})[?#][^\s"'<>]*/gi;

/** A text without known secrets, credentials and the query of any URL. */
export const withoutSecrets = (text: string): string => redact(text.replace(urlTail, "$1?[redacted]"));

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}

/** The same timeline with every text in it cleaned, and the reasons of runs masked. */
export function redactedTimeline(read: Timeline): Timeline {
  const runs = read.runs.items.map((run) => ({
    ...run,
    reason: run.reason === null ? null : reasonKey(withoutSecrets(run.reason)),
  }));
  return timeline.parse(cleaned({ ...read, runs: { ...read.runs, items: runs } }));
}
