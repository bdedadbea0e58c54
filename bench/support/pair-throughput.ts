// The throughput of two dashboards behind nginx compared with that of one of them.
import { startNginx } from "../../tests/support/programs/nginx.ts";
import type { Postgres } from "../../tests/support/programs/postgres.ts";
import { startChild, startListUpstream } from "./child.ts";
import { cpuSecondsOf, cpuSecondsOfMachine, idleSecondsOfCores } from "./cpu-time.ts";
import { startPair } from "./dashboard-pair.ts";
import { type Figure, median } from "./figure.ts";
import { type Load, loaded } from "./load-messages.ts";

const rounds = 3;
const seconds = 2;
/** As many as keep both replicas at work while one core answers others: with 32, a tenth of the cores was idle. */
const connections = 64;

/** What the replicas work for more than the load generator, which has no core of its own. */
const loads = {
  "list of 100 invocations, no two requests alike": "/api/invocations?limit=100&offset=",
  "a page": "/invocations?offset=",
} as const;
/** As browsers send it: without, most of the time goes into copying. */
const headers = { "accept-encoding": "gzip" };

interface Taken {
  readonly perSecond: number;
  /** The same if nothing else ran on the replicas' cores: by the time in which the replicas worked or the cores were idle. */
  readonly alonePerSecond: number;
  /** Milliseconds of the replicas' CPU for each request. */
  readonly cpuMs: number;
  /** The same of nginx, PostgreSQL, the API, the load generator and whatever else runs. */
  readonly otherCpuMs: number;
}

/** `id`: that of the figures. */
export async function measureThroughput(
  id: string,
  postgres: Postgres,
  log: (message: string) => void,
): Promise<Figure[]> {
  const upstream = await startListUpstream();
  const pair = await startPair(postgres, { url: upstream.url, token: "bench-upstream-token" });
  const loader = startChild("load.ts");
  let uniqueOffsetFrom = 1;
  const cpuSeconds = () =>
    pair.replicas.map(({ child }) => (child.pid === undefined ? 0 : cpuSecondsOf(child.pid)));
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const since = (before: readonly number[], now: readonly number[]) =>
    now.map((each, at) => each - (before[at] ?? 0));
  /** Through an nginx in front of these replicas. */
  const run = async (ports: readonly number[], path: string) => {
    const nginx = await startNginx(Number(new URL(pair.url).port), ...ports);
    try {
      uniqueOffsetFrom += 1_000_000;
      const cookies = [...pair.cookies];
      const load: Load = { base: pair.url, path, headers, cookies, connections, seconds, uniqueOffsetFrom };
      const [before, idleBefore, allBefore] = [cpuSeconds(), idleSecondsOfCores(), cpuSecondsOfMachine()];
      const found = loaded.parse(await loader.request(load));
      if (found.failed > 0) throw new Error(`${path}: ${found.failed} requests failed`);
      const [ofEach, idleOfEach] = [since(before, cpuSeconds()), since(idleBefore, idleSecondsOfCores())];
      const [ofReplicas, ofAll] = [sum(ofEach), cpuSecondsOfMachine() - allBefore];
      // Each replica has the core of its number.
      const cores = ports.length;
      const leftSeconds = sum(ofEach.slice(0, cores)) + sum(idleOfEach.slice(0, cores));
      const perRequestMs = (forSeconds: number) => (1000 * forSeconds) / found.answered;
      return {
        perSecond: found.perSecond,
        alonePerSecond: (found.answered * cores) / leftSeconds,
        cpuMs: perRequestMs(ofReplicas),
        otherCpuMs: perRequestMs(ofAll - ofReplicas),
      };
    } finally {
      await nginx.stop();
    }
  };
  try {
    const figures: Figure[] = [];
    for (const [what, load] of Object.entries(loads)) {
      const taken: Record<"one" | "two", Taken[]> = { one: [], two: [] };
      await run(pair.ports, load);
      for (let round = 0; round < rounds; round += 1) {
        taken.one.push(await run(pair.ports.slice(0, 1), load));
        taken.two.push(await run(pair.ports, load));
      }
      log(`${what}: ${JSON.stringify(taken)}`);
      const middle = (which: keyof typeof taken, key: keyof Taken) =>
        median(taken[which].map((each) => each[key]));
      figures.push(
        {
          id,
          what: `two replicas behind nginx, ${what}: if nothing else ran on their cores`,
          unit: "req/s",
          ours: middle("two", "alonePerSecond"),
          baseline: { name: "one replica, the other idle", value: middle("one", "alonePerSecond") },
          goal: { of: "ratio", bound: "least", than: 1.7 },
        },
        {
          id,
          what: `two replicas behind nginx, ${what}: beside nginx, PostgreSQL, the API and the load generator`,
          unit: "req/s",
          ours: middle("two", "perSecond"),
          baseline: { name: "one replica, the other idle", value: middle("one", "perSecond") },
        },
        {
          id,
          what: `two replicas behind nginx, ${what}: CPU time of the replicas per request`,
          unit: "ms",
          ours: middle("two", "cpuMs"),
          baseline: { name: "one replica, the other idle", value: middle("one", "cpuMs") },
        },
        {
          id,
          what: `two replicas behind nginx, ${what}: CPU time of all else on these two cores per request`,
          unit: "ms",
          ours: middle("two", "otherCpuMs"),
          baseline: { name: "CPU time of the replicas", value: middle("two", "cpuMs") },
        },
      );
    }
    return figures;
  } finally {
    loader.stop();
    await pair.stop();
    upstream.stop();
  }
}
