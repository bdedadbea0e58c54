// P10: the API calls that operators cause, and the memory that their streams use in the dashboard. Each operator
// requests what an open overview requests, at its intervals, and holds a live stream. Each number of operators has a
// dashboard and an API of its own, all at the same time; the memory is measured meanwhile in new ones, one after the other.
import { setTimeout as pause } from "node:timers/promises";
import { type RunningDashboard, startDashboard } from "../tests/support/dashboard/dashboard.ts";
import { LiveStreamClient } from "../tests/support/dashboard/live-stream-client.ts";
import { residentMegabytes } from "../tests/support/programs/process-memory.ts";
import { type ListUpstream, startListUpstream } from "./support/child.ts";
import { type Figure, type Harness, median } from "./support/figure.ts";
import { productionVariables } from "./support/production-variables.ts";
import { createViewers, overviewEveryMs, overviewPaths } from "./support/viewers.ts";

const id = "P10";
const secret = "bench-session-secret-of-32-characters";
const counts = [1, 10, 100] as const;
const mostOperators = 100;
const streams = 500;
const windowMs = 60_000;
/** More than an interval at which the server checks and writes to its streams. */
const settledMs = 6_000;
const memoryRounds = 3;

const openStreams = (dashboard: RunningDashboard, cookies: readonly string[], count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const cookie = cookies[at % cookies.length] ?? "";
      const stream = (await LiveStreamClient.open(dashboard.url, { topics: ["fleet"], cookie })).read();
      if (stream.status !== 200) throw new Error(`A stream got the status ${stream.status}.`);
      return stream;
    }),
  );

/** API calls per minute while these operators have the overview open. */
async function callsWith(
  dashboard: RunningDashboard,
  upstream: ListUpstream,
  cookies: readonly string[],
): Promise<number> {
  const done = new AbortController();
  const opened = await openStreams(dashboard, cookies, cookies.length);
  const poll = async (cookie: string, at: number) => {
    // Spread over the interval, as operators open their pages at different times.
    await pause((overviewEveryMs * at) / cookies.length);
    while (!done.signal.aborted) {
      const startMs = performance.now();
      const answers = await Promise.all(
        overviewPaths.map((path) => fetch(`${dashboard.url}${path}`, { headers: { cookie } })),
      );
      for (const answer of answers) {
        if (answer.status !== 200) throw new Error(`${answer.url}: ${answer.status}`);
        await answer.arrayBuffer();
      }
      await pause(Math.max(0, overviewEveryMs - (performance.now() - startMs)));
    }
  };
  const polling = Promise.all(cookies.map(poll));
  await Promise.race([polling, pause(overviewEveryMs)]);
  const before = await upstream.requestCount();
  await Promise.race([polling, pause(windowMs)]);
  const calls = (await upstream.requestCount()) - before;
  done.abort();
  await polling;
  for (const stream of opened) stream.leave();
  return calls * (60_000 / windowMs);
}

/** Megabytes that the streams add to a new dashboard, whose code for streams one of them has loaded. */
async function memoryOfStreams(): Promise<number> {
  return await withDashboard(async (dashboard) => {
    const cookies = await createViewers(await dashboard.store(), secret, mostOperators);
    for (const stream of await openStreams(dashboard, cookies, 1)) stream.leave();
    const pid = dashboard.child.pid ?? 0;
    await pause(settledMs);
    const idleMb = residentMegabytes(pid);
    const opened = await openStreams(dashboard, cookies, streams);
    await pause(settledMs);
    const withStreamsMb = residentMegabytes(pid);
    const alive = opened.filter(({ ended }) => !ended).length;
    if (alive < streams) throw new Error(`Only ${alive} of ${streams} streams stayed open.`);
    return withStreamsMb - idleMb;
  });
}

/** Runs `work` with a dashboard and an API of its own. */
async function withDashboard<T>(
  work: (dashboard: RunningDashboard, upstream: ListUpstream) => Promise<T>,
): Promise<T> {
  const upstream = await startListUpstream();
  try {
    const dashboard = await startDashboard({
      apiBaseUrl: upstream.url,
      token: "bench-upstream-token",
      variables: { ...productionVariables, NEXTAUTH_SECRET: secret },
    });
    try {
      return await work(dashboard, upstream);
    } finally {
      await dashboard.stop();
    }
  } finally {
    upstream.stop();
  }
}

async function measure(log: (message: string) => void): Promise<Figure[]> {
  const callsOf = (count: number) =>
    withDashboard(async (dashboard, upstream) => {
      const cookies = await createViewers(await dashboard.store(), secret, count);
      const calls = await callsWith(dashboard, upstream, cookies);
      log(`${count} operators: ${calls} calls a minute`);
      return calls;
    });
  const memory = async () => {
    // A process keeps what it has once had: each round has a new one.
    const addedMb: number[] = [];
    for (let round = 0; round < memoryRounds; round += 1) addedMb.push(await memoryOfStreams());
    log(`megabytes that ${streams} streams add: ${JSON.stringify(addedMb)}`);
    return addedMb;
  };
  const [counting, adding] = [counts.map(callsOf), memory()];
  // Where one fails, the others still end what they have started.
  await Promise.allSettled([...counting, adding]);
  const [calls, addedMb] = [await Promise.all(counting), await adding];
  const [alone = 0] = calls;
  return [
    ...counts.map(
      (count, at): Figure => ({
        id,
        what: `calls of the API, everything counted, with the overview open at ${count} ${count === 1 ? "operator" : "operators"}`,
        unit: "per minute",
        ours: calls[at] ?? Number.NaN,
        ...(at === 0
          ? {}
          : {
              baseline: { name: "one operator", value: alone },
              goal: { of: "ratio", bound: "most", than: 1.1 },
            }),
      }),
    ),
    {
      id,
      what: `memory of the dashboard that ${streams} live streams add`,
      unit: "MB",
      ours: median(addedMb),
      goal: { of: "value", bound: "most", than: 80 },
    },
  ];
}

export const harness: Harness = { needs: "build", isPaced: true, run: measure };
