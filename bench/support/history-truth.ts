// What the history routes must count of scripted runs, worked out from the script alone.
import type * as z from "zod/mini";
import type { ActionInsight, failureInsight } from "../../lib/bff/insight.ts";
import type { RunSeries } from "../../lib/bff/run-history.ts";
import { type Script, scriptedRun } from "../../tests/support/scripted-runs.ts";

/** Counts by what is counted: `bucket 1700000000000 failed`, `action crawler buy runs`, `version v3 succeeded` … */
export type Counts = ReadonlyMap<string, number>;

class Tally {
  readonly counts = new Map<string, number>();
  add(what: string, count = 1): void {
    if (count > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + count);
  }
}

/** Counts every run of the script; buckets are `bucketMs` wide. */
export function truthOf(script: Script, bucketMs: number): Counts {
  const tally = new Tally();
  for (let at = 0; at < script.count; at += 1) {
    const run = scriptedRun(at, script);
    const startedMs = Date.parse(run.started_at);
    tally.add(`bucket ${startedMs - (startedMs % bucketMs)} ${run.status}`);
    tally.add(`action ${run.app_name} ${run.action_name} runs`);
    tally.add(`version ${run.app_name} ${run.action_name} ${run.version} runs`);
    tally.add(`series of ${run.app_name} ${run.action_name} ${run.version} ${run.status}`);
    if (run.status !== "failed") continue;
    tally.add(`action ${run.app_name} ${run.action_name} failed`);
    tally.add(`version ${run.app_name} ${run.action_name} ${run.version} failed`);
    tally.add("failures");
    tally.add("failures in groups");
  }
  return tally.counts;
}

/** The same counts as the routes show them; `byVersion`: one answer per action, as one names no more than 50 groups. */
export function shownBy(
  all: RunSeries,
  byVersion: readonly RunSeries[],
  actions: ActionInsight,
  failures: z.infer<typeof failureInsight>,
): Counts {
  const tally = new Tally();
  const statuses = ["queued", "running", "succeeded", "failed", "other"] as const;
  for (const { buckets } of all.groups)
    for (const bucket of buckets)
      for (const status of statuses) tally.add(`bucket ${bucket.at_ms} ${status}`, bucket[status]);
  for (const group of byVersion.flatMap(({ groups }) => groups)) {
    const name = `series of ${group.app_name} ${group.action_name} ${group.version}`;
    for (const status of statuses) tally.add(`${name} ${status}`, group[status]);
  }
  for (const action of actions.actions) {
    const name = `${action.app_name} ${action.action_name}`;
    tally.add(`action ${name} runs`, action.runs);
    tally.add(`action ${name} failed`, action.failed);
    for (const version of action.versions) {
      tally.add(`version ${name} ${version.version} runs`, version.runs);
      tally.add(`version ${name} ${version.version} failed`, version.failed);
    }
  }
  tally.add("failures", failures.failed);
  for (const { count } of failures.groups) tally.add("failures in groups", count);
  return tally.counts;
}

/** Throws with the first counts that differ. */
export function expectSame(truth: Counts, shown: Counts): void {
  const names = new Set([...truth.keys(), ...shown.keys()]);
  const wrong = [...names].filter((name) => truth.get(name) !== shown.get(name));
  if (wrong.length === 0) return;
  const words = wrong
    .slice(0, 10)
    .map((name) => `${name}: ${truth.get(name) ?? 0} in the script, ${shown.get(name) ?? 0} shown`);
  throw new Error(`${wrong.length} of ${names.size} counts differ:\n${words.join("\n")}`);
}
