// P9 through the front: an API over HTTP lists the runs, a dashboard of its own mirrors them all, and what its history
// routes count is compared with the script of the runs; then what an answer of each route costs.
import type * as z from "zod/mini";
import { actionInsight, failureInsight } from "../lib/bff/insight.ts";
import { runHistory, runSeries } from "../lib/bff/run-history.ts";
import { startDashboard, type Visitor } from "../tests/support/dashboard.ts";
import { startListingApi } from "../tests/support/listing-api.ts";
import { actionsOfScript, lastedMs, type Script, scriptedRun } from "../tests/support/scripted-runs.ts";
import type { BenchOptions, Figure, Harness } from "./support/figure.ts";
import { expectSame, shownBy, truthOf } from "./support/history-truth.ts";
import { asInUse } from "./support/in-use.ts";
import { p95 } from "./support/p95.ts";

const token = "token-of-the-bench";
const dayMs = 86_400_000;
const bucketMs = 21_600_000;
const standardRuns = 100_000;
const longRunMs = 49_000;
const pollMs = 500;

/** Over 28 days that begin with a day, all within what is kept. */
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

/** Waits until the record says that it has everything since `sinceMs`; answers the seconds it took. */
async function mirrored(visitor: Visitor, sinceMs: number, say: (words: string) => void): Promise<number> {
  const startedAt = performance.now();
  let saidAt = startedAt;
  for (;;) {
    const found = await get(visitor, `/api/history/invocations?limit=1&since_ms=${sinceMs}`, runHistory);
    if (found.complete) return (performance.now() - startedAt) / 1000;
    if (performance.now() - saidAt > 20_000) {
      saidAt = performance.now();
      const { groups } = await get(visitor, `/api/history/runs?since_ms=${sinceMs}`, runSeries);
      say(`${groups[0] === undefined ? 0 : groups[0].succeeded + groups[0].failed} runs mirrored`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Walks a question page by page to its end: every id in order. */
async function walked(visitor: Visitor, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await get(visitor, `/api/history/invocations?limit=100&${query}${cursor}`, runHistory);
    ids.push(...page.runs.map(({ id }) => id));
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

async function measure(say: (words: string) => void, { runs }: BenchOptions): Promise<Figure[]> {
  const count = runs ?? standardRuns;
  const script = scriptOf(count);
  const runAt = (at: number) => scriptedRun(at, script);
  const upstream = await startListingApi({ token, count, runAt, retrieves: true });
  const dashboard = await startDashboard({
    apiBaseUrl: upstream.url,
    token,
    variables: { ...asInUse, RECORDER_REQUESTS_PER_MINUTE: "60000", RETENTION_MAX_MB: "100000" },
  });
  try {
    const visitor = await dashboard.signedIn("viewer");
    const seconds = await mirrored(visitor, script.fromMs, say);
    say(
      `${count} runs mirrored in ${Math.round(seconds)} s, ${upstream.asked.get("/invocations")} pages read`,
    );

    const during = `since_ms=${script.fromMs}&until_ms=${script.fromMs + 28 * dayMs}`;
    const routes = {
      "series of all runs": `/api/history/runs?${during}&bucket_ms=${bucketMs}`,
      "series by version": `/api/history/runs?${during}&bucket_ms=${bucketMs}&by=version`,
      "figures of actions and versions": `/api/insight/actions?${during}`,
      "groups of failures": `/api/insight/failures?${during}`,
      "newest page": `/api/history/invocations?${during}`,
      "failed runs of one action": `/api/history/invocations?${during}&status=failed&app=storefront&action=buy`,
      "all but one version, longer than 10 s": `/api/history/invocations?${during}&not_version=v12&min_duration_ms=10000`,
      "a text that is nowhere": `/api/history/invocations?${during}&text=not%20to%20be%20found`,
    };
    const shown = shownBy(
      await get(visitor, routes["series of all runs"], runSeries),
      await Promise.all(
        actionsOfScript.map(([app, action]) =>
          get(visitor, `${routes["series by version"]}&app=${app}&action=${action}`, runSeries),
        ),
      ),
      await get(visitor, routes["figures of actions and versions"], actionInsight),
      await get(visitor, routes["groups of failures"], failureInsight),
    );
    const truth = truthOf(script, bucketMs);
    expectSame(truth, shown);
    say(`${truth.size} counts of four routes are those of the script`);

    const newestFirst = (test: (run: ReturnType<typeof runAt>) => boolean) => {
      const ids: string[] = [];
      for (let at = count - 1; at >= 0; at -= 1) {
        const run = runAt(at);
        if (test(run)) ids.push(run.id);
      }
      return ids;
    };
    const failedBuys = newestFirst(
      (run) => run.status === "failed" && run.app_name === "storefront" && run.action_name === "buy",
    );
    const query = `${during}&status=failed&app=storefront&action=buy`;
    expectIds("failed runs of one action", await walked(visitor, query), failedBuys);
    const long = newestFirst((run) => run.version !== "v12" && lastedMs(run) >= longRunMs);
    const longQuery = `${during}&not_version=v12&min_duration_ms=${longRunMs}`;
    expectIds("long runs", await walked(visitor, longQuery), long);
    say(`${failedBuys.length + long.length} runs of two searches are those of the script, in its order`);

    const size = count.toLocaleString("en");
    const figures: Figure[] = [
      {
        id: "P9",
        what: `through the front: runs mirrored over HTTP, ${size} in all, every count shown equal to the script's`,
        unit: "runs/s",
        ours: count / seconds,
      },
    ];
    for (const [what, path] of Object.entries(routes))
      figures.push({
        id: "P9",
        what: `history over HTTP, 28 days and ${size} runs, p95: ${what}`,
        unit: "ms",
        ours: await p95(20, () => visitor.get(path)),
        goal: { of: "value", bound: "most", than: 100 },
      });
    return figures;
  } finally {
    await dashboard.stop();
    await upstream.close();
  }
}

export const harness: Harness = { needs: "build", run: measure };
