// P9 over HTTP: a dashboard mirrors the scripted invocations of an API. The counts of its history routes are compared
// with the script; then the response time of each route is measured.

import type * as z from "zod/mini";
import { actionInsight, failureInsight } from "../lib/bff/insight.ts";
import { invocationHistory, invocationSeries } from "../lib/bff/invocation-history.ts";
import { dayMs } from "../lib/bff/time-units.ts";
import { startDashboard, type Visitor } from "../tests/support/dashboard/dashboard.ts";
import { startInvocationListApi } from "../tests/support/fakes/invocation-list-api.ts";
import {
  actionsOfScript,
  lastedMs,
  type Script,
  scriptedInvocation,
} from "../tests/support/fakes/scripted-invocations.ts";
import { expectEqualCounts, expectedCounts, reportedCounts } from "./support/expected-history.ts";
import { type BenchOptions, type Figure, type Harness, p95 } from "./support/figure.ts";
import { productionVariables } from "./support/production-variables.ts";

const token = "token-of-the-bench";
const bucketMs = 21_600_000;
const standardInvocations = 100_000;
const longInvocationMs = 49_000;
const pollMs = 500;

/** 28 days that begin at midnight UTC, all within the retention time. */
const scriptOf = (count: number): Script => {
  const today = Date.now() - (Date.now() % dayMs);
  return { count, fromMs: today - 28 * dayMs, spanMs: 28 * dayMs - bucketMs };
};

async function get<Shape extends z.ZodMiniType>(
  visitor: Visitor,
  path: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const reply = await visitor.get(path);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
  return shape.parse(reply.json);
}

/** Waits until the history reports that it is complete since `sinceMs`; returns the seconds this took. */
async function waitUntilMirrored(
  visitor: Visitor,
  sinceMs: number,
  log: (message: string) => void,
): Promise<number> {
  const startedAt = performance.now();
  let loggedAt = startedAt;
  for (;;) {
    const found = await get(
      visitor,
      `/api/history/invocations?limit=1&since_ms=${sinceMs}`,
      invocationHistory,
    );
    if (found.complete) return (performance.now() - startedAt) / 1000;
    if (performance.now() - loggedAt > 20_000) {
      loggedAt = performance.now();
      const { groups } = await get(
        visitor,
        `/api/history/invocation_series?since_ms=${sinceMs}`,
        invocationSeries,
      );
      log(`${groups[0] === undefined ? 0 : groups[0].succeeded + groups[0].failed} invocations mirrored`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Reads every page of a query: all ids in order. */
async function fetchAllIds(visitor: Visitor, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await get(
      visitor,
      `/api/history/invocations?limit=100&${query}${cursor}`,
      invocationHistory,
    );
    ids.push(...page.invocations.map(({ id }) => id));
    if (page.next_cursor === null) return ids;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

function expectIds(what: string, found: readonly string[], wanted: readonly string[]): void {
  const wrong = wanted.findIndex((id, at) => found[at] !== id);
  if (found.length !== wanted.length || wrong >= 0)
    throw new Error(
      `${what}: ${found.length} found, ${wanted.length} in the script, first wrong at ${wrong}`,
    );
}

async function measure(log: (message: string) => void, { invocations }: BenchOptions): Promise<Figure[]> {
  const count = invocations ?? standardInvocations;
  const script = scriptOf(count);
  const invocationAt = (at: number) => scriptedInvocation(at, script);
  const upstream = await startInvocationListApi({ token, count, invocationAt, retrieves: true });
  const dashboard = await startDashboard({
    apiBaseUrl: upstream.url,
    token,
    variables: { ...productionVariables, RECORDER_REQUESTS_PER_MINUTE: "60000", RETENTION_MAX_MB: "100000" },
  });
  try {
    const visitor = await dashboard.signedIn("viewer");
    const seconds = await waitUntilMirrored(visitor, script.fromMs, log);
    log(
      `${count} invocations mirrored in ${Math.round(seconds)} s, ${upstream.requestCounts.get("/invocations")} pages read`,
    );

    const during = `since_ms=${script.fromMs}&until_ms=${script.fromMs + 28 * dayMs}`;
    const routes = {
      "series of all invocations": `/api/history/invocation_series?${during}&bucket_ms=${bucketMs}`,
      "series by version": `/api/history/invocation_series?${during}&bucket_ms=${bucketMs}&by=version`,
      "figures of actions and versions": `/api/insight/actions?${during}`,
      "groups of failures": `/api/insight/failures?${during}`,
      "newest page": `/api/history/invocations?${during}`,
      "failed invocations of one action": `/api/history/invocations?${during}&status=failed&app=storefront&action=buy`,
      "all but one version, longer than 10 s": `/api/history/invocations?${during}&not_version=v12&min_duration_ms=10000`,
      "a text that is nowhere": `/api/history/invocations?${during}&text=not%20to%20be%20found`,
    };
    const shown = reportedCounts(
      await get(visitor, routes["series of all invocations"], invocationSeries),
      await Promise.all(
        actionsOfScript.map(([app, action]) =>
          get(visitor, `${routes["series by version"]}&app=${app}&action=${action}`, invocationSeries),
        ),
      ),
      await get(visitor, routes["figures of actions and versions"], actionInsight),
      await get(visitor, routes["groups of failures"], failureInsight),
    );
    const expected = expectedCounts(script, bucketMs);
    expectEqualCounts(expected, shown);
    log(`${expected.size} counts of four routes are those of the script`);

    const newestFirst = (test: (invocation: ReturnType<typeof invocationAt>) => boolean) => {
      const ids: string[] = [];
      for (let at = count - 1; at >= 0; at -= 1) {
        const invocation = invocationAt(at);
        if (test(invocation)) ids.push(invocation.id);
      }
      return ids;
    };
    const failedBuys = newestFirst(
      (invocation) =>
        invocation.status === "failed" &&
        invocation.app_name === "storefront" &&
        invocation.action_name === "buy",
    );
    const query = `${during}&status=failed&app=storefront&action=buy`;
    expectIds("failed invocations of one action", await fetchAllIds(visitor, query), failedBuys);
    const long = newestFirst(
      (invocation) => invocation.version !== "v12" && lastedMs(invocation) >= longInvocationMs,
    );
    const longQuery = `${during}&not_version=v12&min_duration_ms=${longInvocationMs}`;
    expectIds("long invocations", await fetchAllIds(visitor, longQuery), long);
    log(
      `${failedBuys.length + long.length} invocations of two searches are those of the script, in its order`,
    );

    const size = count.toLocaleString("en");
    const figures: Figure[] = [
      {
        id: "P9",
        what: `through the front: invocations mirrored over HTTP, ${size} in all, every count shown equal to the script's`,
        unit: "invocations/s",
        ours: count / seconds,
      },
    ];
    for (const [what, path] of Object.entries(routes))
      figures.push({
        id: "P9",
        what: `history over HTTP, 28 days and ${size} invocations, p95: ${what}`,
        unit: "ms",
        ours: await p95(() => visitor.get(path)),
        goal: { of: "value", bound: "most", than: 100 },
      });
    return figures;
  } finally {
    await dashboard.stop();
    await upstream.close();
  }
}

export const harness: Harness = { needs: "build", run: measure };
