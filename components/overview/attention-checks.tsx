"use client";

import { TruthLine } from "@/components/ui/truth-line";
import type { Attention, AttentionCheck } from "@/lib/bff/attention";
import { formatCount } from "@/lib/format/numbers";

const some = (count: number | null, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const subjects = {
  api: () => "the API",
  recorder: () => "the recorder",
  runs: (count) => `${some(count, "run")} ended in the last hour`,
  open_runs: (count) => `${formatCount(count)} open`,
  pools: (count) => some(count, "pool"),
  proxies: (count) => some(count, "proxy", "proxies"),
} as const satisfies Record<AttentionCheck["subject"], (count: number | null) => string>;

const whys = new Map([
  ["not_recorded", "nothing recorded yet"],
  ["reading_back", "still being read back"],
  ["not_running", "the dashboard did not run for a part of it"],
  ["too_many", "only the first were read"],
  ["operation_absent", "the API has no such list"],
]);

function lackOf({ subject, state, why }: AttentionCheck): string | undefined {
  if (state === "checked") return undefined;
  const reason = why === null ? "" : `: ${whys.get(why) ?? why}`;
  const what = subject === "open_runs" ? "open runs" : subject;
  return state === "partly" ? `${what} in part${reason}` : `${what} not checked${reason}`;
}

/** What was looked at and when, and what could not be. */
export function AttentionChecks({ attention: { checks, computed_at_ms } }: { attention: Attention }) {
  const seen = checks
    .filter(({ state }) => state !== "not_checked")
    .map(({ subject, examined }) => subjects[subject](examined));
  const lacks = checks.flatMap((check) => lackOf(check) ?? []);
  return (
    <TruthLine
      readAtMs={computed_at_ms}
      source={`looked at ${seen.join(", ")}`}
      completeness={lacks.length === 0 ? "complete" : lacks.join("; ")}
    />
  );
}
