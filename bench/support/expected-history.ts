// The counts that the history routes must report for scripted invocations, computed from the script alone.
import type * as z from "zod/mini";
import type { ActionInsight, failureInsight } from "../../lib/bff/insight.ts";
import type { InvocationSeries } from "../../lib/bff/invocation-history.ts";
import { type Script, scriptedInvocation } from "../../tests/support/fakes/scripted-invocations.ts";

/** Counts by name: `bucket 1700000000000 failed`, `action crawler buy invocations`, `version v3 succeeded` … */
export type Counts = ReadonlyMap<string, number>;

class Tally {
  readonly counts = new Map<string, number>();
  add(what: string, count = 1): void {
    if (count > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + count);
  }
}

/** Counts every invocation of the script; buckets are `bucketMs` wide. */
export function expectedCounts(script: Script, bucketMs: number): Counts {
  const tally = new Tally();
  for (let at = 0; at < script.count; at += 1) {
    const invocation = scriptedInvocation(at, script);
    const startedMs = Date.parse(invocation.started_at);
    tally.add(`bucket ${startedMs - (startedMs % bucketMs)} ${invocation.status}`);
    tally.add(`action ${invocation.app_name} ${invocation.action_name} invocations`);
    tally.add(`version ${invocation.app_name} ${invocation.action_name} ${invocation.version} invocations`);
    tally.add(
      `series of ${invocation.app_name} ${invocation.action_name} ${invocation.version} ${invocation.status}`,
    );
    if (invocation.status !== "failed") continue;
    tally.add(`action ${invocation.app_name} ${invocation.action_name} failed`);
    tally.add(`version ${invocation.app_name} ${invocation.action_name} ${invocation.version} failed`);
    tally.add("failures");
    tally.add("failures in groups");
  }
  return tally.counts;
}

/** The same counts from the routes' responses; `byVersion`: one response per action, as each has at most 50 groups. */
export function reportedCounts(
  all: InvocationSeries,
  byVersion: readonly InvocationSeries[],
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
    tally.add(`action ${name} invocations`, action.invocations);
    tally.add(`action ${name} failed`, action.failed);
    for (const version of action.versions) {
      tally.add(`version ${name} ${version.version} invocations`, version.invocations);
      tally.add(`version ${name} ${version.version} failed`, version.failed);
    }
  }
  tally.add("failures", failures.failed);
  for (const { count } of failures.groups) tally.add("failures in groups", count);
  return tally.counts;
}

/** Throws an error that names the first ten counts that differ. */
export function expectEqualCounts(expected: Counts, shown: Counts): void {
  const names = new Set([...expected.keys(), ...shown.keys()]);
  const wrong = [...names].filter((name) => expected.get(name) !== shown.get(name));
  if (wrong.length === 0) return;
  const lines = wrong
    .slice(0, 10)
    .map((name) => `${name}: ${expected.get(name) ?? 0} in the script, ${shown.get(name) ?? 0} shown`);
  throw new Error(`${wrong.length} of ${names.size} counts differ:\n${lines.join("\n")}`);
}
