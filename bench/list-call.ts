// P1, P2: a list call through the dashboard, signed in and checked, beside bare routes of the same framework.
import { z } from "zod";
import { type RunningDashboard, startDashboard } from "../tests/support/dashboard.ts";
import { startBareNext } from "./support/bare-next.ts";
import { type Child, startChild } from "./support/child.ts";
import { type Figure, type Harness, median } from "./support/figure.ts";
import { asInUse } from "./support/in-use.ts";
import { type Load, loaded } from "./support/load.ts";

const rounds = 3;
const seconds = 2;
const connections = 32;
const operators = 20;
/** Tabs; those of one operator bring the same cookie. */
const viewers = 200;
const token = "bench-upstream-token";
const path = "/api/invocations?limit=100&offset=";

const listening = z.object({ port: z.number() });
const counted = z.object({ asked: z.number() });

async function cookiesOf(dashboard: RunningDashboard): Promise<string[]> {
  const made: string[] = [];
  for (let at = 0; at < operators; at += 1) made.push((await dashboard.signedIn("viewer")).cookieHeader());
  return Array.from({ length: viewers }, (_, at) => made[at % operators] ?? "");
}

interface Rig {
  readonly ours: string;
  readonly bare: string;
  readonly cookies: string[];
  readonly loader: Child;
  readonly upstream: Child;
}

async function measure(rig: Rig, say: (words: string) => void): Promise<Figure[]> {
  const press = async (asked: Omit<Load, "connections" | "seconds">, forSeconds = seconds) => {
    const found = loaded.parse(await rig.loader.ask({ connections, seconds: forSeconds, ...asked }));
    if (found.failed > 0) throw new Error(`${asked.path}: ${found.failed} requests failed`);
    return found;
  };
  const askedSoFar = async () => counted.parse(await rig.upstream.ask("how often?")).asked;
  const ours = { base: rig.ours, cookies: rig.cookies };
  const bare = { base: rig.bare, cookies: [] };
  let unlikeFrom = 1;
  const unlike = async (asked: Omit<Load, "connections" | "seconds">) => {
    unlikeFrom += 1_000_000;
    return (await press({ ...asked, unlikeFrom })).perSecond;
  };
  for (const warm of [
    { ...ours, path: `${path}0` },
    { ...bare, path: "/constant" },
  ])
    await press(warm, 1);
  for (const warm of [
    { ...ours, path },
    { ...bare, path: "/fetched?offset=" },
  ])
    await unlike(warm);

  const taken: Record<"shared" | "constant" | "unlike" | "fetched" | "upstream", number[]> = {
    shared: [],
    constant: [],
    unlike: [],
    fetched: [],
    upstream: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    const before = await askedSoFar();
    taken.shared.push((await press({ ...ours, path: `${path}0` })).perSecond);
    taken.upstream.push(((await askedSoFar()) - before) / seconds);
    taken.constant.push((await press({ ...bare, path: "/constant" })).perSecond);
    taken.unlike.push(await unlike({ ...ours, path }));
    taken.fetched.push(await unlike({ ...bare, path: "/fetched?offset=" }));
    say(`round ${round + 1}: ${JSON.stringify(taken)}`);
  }
  const { p99Ms } = await press({ ...ours, path: `${path}0`, perSecond: 100 }, 5);
  return [
    {
      id: "P1",
      what: `list of 100 runs, ${viewers} viewers of the same list`,
      unit: "req/s",
      ours: median(taken.shared),
      baseline: { name: "bare route, constant answer", value: median(taken.constant) },
      goal: { of: "ratio", bound: "least", than: 0.9 },
    },
    {
      id: "P1",
      what: `list of 100 runs, ${viewers} viewers of the same list: calls of the API`,
      unit: "per second",
      ours: median(taken.upstream),
      // A read that began at the edge of the time is one more.
      goal: { of: "value", bound: "most", than: 1 + 1 / seconds },
    },
    {
      id: "P1",
      what: "list of 100 runs, 100 requests a second, p99",
      unit: "ms",
      ours: p99Ms,
      goal: { of: "value", bound: "most", than: 30 },
    },
    {
      id: "P2",
      what: "list of 100 runs, no two requests alike",
      unit: "req/s",
      ours: median(taken.unlike),
      baseline: { name: "bare route: fetch, parse, check, write", value: median(taken.fetched) },
      goal: { of: "ratio", bound: "least", than: 2 },
    },
  ];
}

export const harness: Harness = {
  needs: "build",
  async run(say) {
    const ends: (() => unknown)[] = [];
    try {
      const upstream = startChild("list-upstream.ts");
      ends.push(() => upstream.stop());
      const upstreamUrl = `http://127.0.0.1:${listening.parse(await upstream.ask()).port}`;
      const bare = await startBareNext(upstreamUrl);
      ends.push(() => bare.stop());
      say("the bare program is there");
      // The recorder's own reading would be in the count.
      const variables = { RECORDER: "off" };
      const dashboard = await startDashboard({
        apiBaseUrl: upstreamUrl,
        token,
        variables: { ...asInUse, ...variables },
      });
      ends.push(() => dashboard.stop());
      const cookies = await cookiesOf(dashboard);
      const loader = startChild("load.ts");
      ends.push(() => loader.stop());
      return await measure({ ours: dashboard.url, bare: bare.url, cookies, loader, upstream }, say);
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
};
