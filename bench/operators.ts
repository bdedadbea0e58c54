// P10: what operators cost the API, and what their streams cost the dashboard. Each asks what an open overview asks,
// when it asks it, and holds a live stream.
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type RunningDashboard, startDashboard } from "../tests/support/dashboard.ts";
import { LiveConnection } from "../tests/support/live-connection.ts";
import { type Child, startChild } from "./support/child.ts";
import type { Figure, Harness } from "./support/figure.ts";
import { asInUse } from "./support/in-use.ts";
import { manyViewers } from "./support/sessions.ts";

const id = "P10";
const secret = "bench-session-secret-of-32-characters";
const counts = [1, 10, 100] as const;
const mostOperators = 100;
const streams = 500;
/** As the overview does: `refetchInterval` of its parts. */
const everyMs = 5_000;
const windowMs = 10_000;
const asks = [
  "/api/invocations?status=running&limit=100",
  "/api/invocations?status=queued&limit=100",
  "/api/browsers?status=active&limit=100",
  "/api/browser_pools",
  "/api/attention",
] as const;

const listening = z.object({ port: z.number() });
const counted = z.object({ asked: z.number() });

function residentMegabytes(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

const openStreams = (dashboard: RunningDashboard, cookies: readonly string[], count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const cookie = cookies[at % cookies.length] ?? "";
      const stream = (await LiveConnection.open(dashboard.url, { topics: ["fleet"], cookie })).read();
      if (stream.status !== 200) throw new Error(`a stream was answered with ${stream.status}`);
      return stream;
    }),
  );

/** Calls of the API a minute while these operators look. */
async function callsWith(
  dashboard: RunningDashboard,
  upstream: Child,
  cookies: readonly string[],
): Promise<number> {
  const over = new AbortController();
  const held = await openStreams(dashboard, cookies, cookies.length);
  const look = async (cookie: string, at: number) => {
    // They opened their pages at different times.
    await pause((everyMs * at) / cookies.length);
    while (!over.signal.aborted) {
      const startMs = performance.now();
      const answers = await Promise.all(
        asks.map((path) => fetch(`${dashboard.url}${path}`, { headers: { cookie } })),
      );
      for (const answer of answers) {
        if (answer.status !== 200) throw new Error(`${answer.url}: ${answer.status}`);
        await answer.arrayBuffer();
      }
      await pause(Math.max(0, everyMs - (performance.now() - startMs)));
    }
  };
  const looking = Promise.all(cookies.map(look));
  const askedSoFar = async () => counted.parse(await upstream.ask("how often?")).asked;
  await Promise.race([looking, pause(everyMs)]);
  const before = await askedSoFar();
  await Promise.race([looking, pause(windowMs)]);
  const calls = (await askedSoFar()) - before;
  over.abort();
  await looking;
  for (const stream of held) stream.leave();
  return calls * (60_000 / windowMs);
}

async function measure(
  dashboard: RunningDashboard,
  upstream: Child,
  say: (words: string) => void,
): Promise<Figure[]> {
  const cookies = await manyViewers(await dashboard.store(), secret, mostOperators);
  const pid = dashboard.child.pid ?? 0;
  const calls: number[] = [];
  for (const count of counts) {
    calls.push(await callsWith(dashboard, upstream, cookies.slice(0, count)));
    say(`${count} operators: ${calls.at(-1)} calls a minute`);
  }
  await pause(1_000);
  const restMb = residentMegabytes(pid);
  const held = await openStreams(dashboard, cookies, streams);
  await pause(6_000);
  const heldMb = residentMegabytes(pid);
  const alive = held.filter(({ ended }) => !ended).length;
  for (const stream of held) stream.leave();
  if (alive < streams) throw new Error(`only ${alive} of ${streams} streams lived`);
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
      ours: heldMb - restMb,
      goal: { of: "value", bound: "most", than: 80 },
    },
  ];
}

export const harness: Harness = {
  needs: "build",
  async run(say) {
    const upstream = startChild("list-upstream.ts");
    try {
      const apiBaseUrl = `http://127.0.0.1:${listening.parse(await upstream.ask()).port}`;
      const variables = { NEXTAUTH_SECRET: secret };
      const dashboard = await startDashboard({
        apiBaseUrl,
        token: "bench-upstream-token",
        variables: { ...asInUse, ...variables },
      });
      try {
        return await measure(dashboard, upstream, say);
      } finally {
        await dashboard.stop();
      }
    } finally {
      upstream.stop();
    }
  },
};
