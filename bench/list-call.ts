import { type RunningDashboard, startDashboard } from "../tests/support/dashboard/dashboard.ts";
import { buildBareNext, startBareNext } from "./support/bare-next.ts";
import { type Child, type ListUpstream, startChild, startListUpstream } from "./support/child.ts";
import { type Figure, type Harness, median } from "./support/figure.ts";
import { type Load, loaded } from "./support/load-messages.ts";
import { once } from "./support/once.ts";
import { productionVariables } from "./support/production-variables.ts";

const rounds = 3;
const seconds = 2;
const connections = 32;
const operators = 20;
/** Browser tabs; the tabs of one operator share a cookie. */
const viewers = 200;
const token = "bench-upstream-token";
const path = "/api/invocations?limit=100&offset=";

async function cookiesOf(dashboard: RunningDashboard): Promise<string[]> {
  const created: string[] = [];
  for (let at = 0; at < operators; at += 1) created.push((await dashboard.signedIn("viewer")).cookieHeader());
  return Array.from({ length: viewers }, (_, at) => created[at % operators] ?? "");
}

interface Rig {
  readonly ours: string;
  readonly bare: string;
  readonly cookies: string[];
  readonly loader: Child;
  readonly upstream: ListUpstream;
}

async function measure(rig: Rig, log: (message: string) => void): Promise<Figure[]> {
  const run = async (load: Omit<Load, "connections" | "seconds">, forSeconds = seconds) => {
    const found = loaded.parse(await rig.loader.request({ connections, seconds: forSeconds, ...load }));
    if (found.failed > 0) throw new Error(`${load.path}: ${found.failed} requests failed`);
    return found;
  };
  const { requestCount } = rig.upstream;
  const ours = { base: rig.ours, cookies: rig.cookies };
  const bare = { base: rig.bare, cookies: [] };
  let uniqueOffsetFrom = 1;
  const unlike = async (load: Omit<Load, "connections" | "seconds">) => {
    uniqueOffsetFrom += 1_000_000;
    return (await run({ ...load, uniqueOffsetFrom })).perSecond;
  };
  for (const warm of [
    { ...ours, path: `${path}0` },
    { ...bare, path: "/constant" },
  ])
    await run(warm, 1);
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
    const before = await requestCount();
    taken.shared.push((await run({ ...ours, path: `${path}0` })).perSecond);
    taken.upstream.push(((await requestCount()) - before) / seconds);
    taken.constant.push((await run({ ...bare, path: "/constant" })).perSecond);
    taken.unlike.push(await unlike({ ...ours, path }));
    taken.fetched.push(await unlike({ ...bare, path: "/fetched?offset=" }));
    log(`round ${round + 1}: ${JSON.stringify(taken)}`);
  }
  const { p99Ms } = await run({ ...ours, path: `${path}0`, perSecond: 100 }, 5);
  return [
    {
      id: "P1",
      what: `list of 100 invocations, ${viewers} viewers of the same list`,
      unit: "req/s",
      ours: median(taken.shared),
      baseline: { name: "bare route, constant answer", value: median(taken.constant) },
      goal: { of: "ratio", bound: "least", than: 0.9 },
    },
    {
      id: "P1",
      what: `list of 100 invocations, ${viewers} viewers of the same list: calls of the API`,
      unit: "per second",
      ours: median(taken.upstream),
      // One read may begin before the measured time and count within it.
      goal: { of: "value", bound: "most", than: 1 + 1 / seconds },
    },
    {
      id: "P1",
      what: "list of 100 invocations, 100 requests a second, p99",
      unit: "ms",
      ours: p99Ms,
      goal: { of: "value", bound: "most", than: 30 },
    },
    {
      id: "P2",
      what: "list of 100 invocations, no two requests alike",
      unit: "req/s",
      ours: median(taken.unlike),
      baseline: { name: "bare route: fetch, parse, check, write", value: median(taken.fetched) },
      goal: { of: "ratio", bound: "least", than: 1.2 },
    },
  ];
}

const buildOnce = once(buildBareNext);

export const harness: Harness = {
  needs: "build",
  prepare: buildOnce,
  async run(log) {
    const folder = await buildOnce();
    const ends: (() => unknown)[] = [];
    try {
      const upstream = await startListUpstream();
      ends.push(() => upstream.stop());
      const bare = await startBareNext(folder, upstream.url);
      ends.push(() => bare.stop());
      log("the bare program is ready");
      // The recorder's own calls would be counted.
      const variables = { RECORDER: "off" };
      const dashboard = await startDashboard({
        apiBaseUrl: upstream.url,
        token,
        variables: { ...productionVariables, ...variables },
      });
      ends.push(() => dashboard.stop());
      const cookies = await cookiesOf(dashboard);
      const loader = startChild("load.ts");
      ends.push(() => loader.stop());
      return await measure({ ours: dashboard.url, bare: bare.url, cookies, loader, upstream }, log);
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
};
