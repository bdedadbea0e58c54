// P11: two dashboards on one PostgreSQL behind nginx, each pinned to a core of its own: their throughput compared with that of
// one of them, how long the recorder is without a leader after that is killed, what is lost meanwhile, and when an act at
// one is seen at the other. nginx, PostgreSQL, the API and the load generator take what is left of the same two cores.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { invocationHistory } from "../lib/bff/invocation-history.ts";
import { operations } from "../lib/contract/operations/operations.ts";
import {
  type Reply,
  type RunningDashboard,
  sendRequest,
  startDashboard,
} from "../tests/support/dashboard/dashboard.ts";
import { freePort } from "../tests/support/programs/free-port.ts";
import { hasNginx, startNginx } from "../tests/support/programs/nginx.ts";
import { hasPostgres, type Postgres, startPostgres } from "../tests/support/programs/postgres.ts";
import { endInvocationsByThemselves } from "../tests/support/scripted-api/ending-invocations.ts";
import { type ScriptedApi, startScriptedApi } from "../tests/support/scripted-api/scripted-api.ts";
import { waitFor } from "../tests/support/wait-until.ts";
import { startChild, startListUpstream } from "./support/child.ts";
import { cpuSecondsOf, cpuSecondsOfMachine, idleSecondsOfCores } from "./support/cpu-time.ts";
import { type Figure, type Harness, median, p95Of } from "./support/figure.ts";
import { type Load, loaded } from "./support/load.ts";
import { productionVariables } from "./support/production-variables.ts";
import { createViewers } from "./support/viewers.ts";

const id = "P11";
const secret = "bench-session-secret-of-32-characters";
const rounds = 3;
const seconds = 2;
const connections = 32;
const operators = 20;
const takeovers = 3;
const seenActs = 20;
/** While leaders are killed: between two invocations, and between two acts. */
const trafficEveryMs = 100;
const pollMs = 20;
const pageSize = 100;

interface Pair {
  /** The origin of both, of which nginx has the port. */
  readonly url: string;
  readonly ports: readonly [number, number];
  readonly replicas: [RunningDashboard, RunningDashboard];
  readonly cookies: readonly string[];
  /** Starts the one that was killed. */
  restart(at: number): Promise<void>;
  stop(): Promise<void>;
}

/** Two replicas on a database of their own, each on its core; nothing listens on the port of `url` yet. */
async function startPair(postgres: Postgres, api: { url: string; token: string }): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const [front, one, other] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${front}`;
  const databaseUrl = await postgres.database();
  const ports = [one, other] as const;
  const started = (at: number) =>
    startDashboard({
      apiBaseUrl: api.url,
      token: api.token,
      dataDir: join(folder, String(at)),
      startedBy: ["taskset", "--cpu-list", String(at)],
      variables: {
        ...productionVariables,
        PORT: String(ports[at]),
        PUBLIC_URL: url,
        TRUSTED_PROXIES: "127.0.0.1",
        DATABASE_URL: databaseUrl,
        NEXTAUTH_SECRET: secret,
      },
    });
  const replicas: Pair["replicas"] = [await started(0), await started(1)];
  return {
    url,
    ports,
    replicas,
    cookies: await createViewers(await replicas[0].store(), secret, operators),
    async restart(at) {
      replicas[at] = await started(at);
    },
    async stop() {
      for (const replica of replicas) await replica.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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

async function measureThroughput(postgres: Postgres, log: (message: string) => void): Promise<Figure[]> {
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

class Rig {
  readonly pair: Pair;
  readonly api: ScriptedApi;
  #turn = 0;

  constructor(pair: Pair, api: ScriptedApi) {
    this.pair = pair;
    this.api = api;
  }

  /** A request of an operator; `at`: directly to this replica instead of through nginx. */
  send(method: string, path: string, { at, body }: { at?: number; body?: unknown } = {}): Promise<Reply> {
    const { url, ports, cookies } = this.pair;
    const text = body === undefined ? "" : JSON.stringify(body);
    this.#turn += 1;
    return sendRequest(at === undefined ? url : `http://127.0.0.1:${ports[at]}`, path, {
      method,
      headers: {
        host: new URL(url).host,
        origin: url,
        cookie: cookies[this.#turn % cookies.length] ?? "",
        ...(text === ""
          ? {}
          : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
      },
      ...(text === "" ? {} : { body: text }),
    });
  }

  async read<Shape extends z.ZodMiniType>(path: string, shape: Shape, at?: number): Promise<z.output<Shape>> {
    const reply = await this.send("GET", path, at === undefined ? {} : { at });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
    return shape.parse(reply.json);
  }

  async isRecording(at: number): Promise<boolean> {
    const { recorder } = await this.read("/api/readyz", z.object({ recorder: z.string() }), at);
    return recorder === "recording" || recorder === "behind";
  }

  async leader(): Promise<number> {
    const places = await waitFor(
      "one records",
      () => Promise.all([this.isRecording(0), this.isRecording(1)]),
      ([one, other]) => one !== other,
    );
    return places[0] ? 0 : 1;
  }
}

/** Milliseconds from the answer of an act at one replica until the other's list shows it. */
async function measureSight(rig: Rig): Promise<number[]> {
  const names = z.array(z.object({ name: z.optional(z.nullable(z.string())) }));
  const takenMs: number[] = [];
  for (let turn = 0; turn < seenActs; turn += 1) {
    const [here, there] = turn % 2 === 0 ? [0, 1] : [1, 0];
    const name = `profile-${turn}`;
    // It has a list that is new.
    await rig.read("/api/profiles", names, there);
    const reply = await rig.send("POST", "/api/profiles", { at: here, body: { name } });
    if (reply.status !== 201) throw new Error(`POST /api/profiles: ${reply.status} ${reply.text}`);
    const startMs = performance.now();
    for (;;) {
      const found = await rig.read("/api/profiles", names, there);
      if (found.some((profile) => profile.name === name)) break;
      await pause(pollMs);
    }
    takenMs.push(performance.now() - startMs);
  }
  return takenMs;
}

interface Takeovers {
  /** Until the other replica records. */
  readonly leaderMs: number[];
  /** Until an invocation that began after the kill is in the history. */
  readonly recordedMs: number[];
  readonly invocations: number;
  readonly acts: number;
  /** Invocations that the history lacks and acknowledged acts that the audit lacks. */
  readonly lost: number;
}

/** Kills the leader again and again under traffic. */
async function measureTakeovers(rig: Rig, log: (message: string) => void): Promise<Takeovers> {
  const { pair, api } = rig;
  const { id: proxy } = api.records.proxy({ name: "nowhere" });
  const acknowledged = new Set<string>();
  const done = new AbortController();
  const everyTurn = async (work: () => Promise<unknown>) => {
    while (!done.signal.aborted) await Promise.all([work(), pause(trafficEveryMs)]);
  };
  const act = async () => {
    const reply = await rig.send("POST", `/api/proxies/${proxy}/check`, { body: {} }).catch(() => undefined);
    const requestId = reply?.headers["x-request-id"];
    if (reply?.status === 200 && typeof requestId === "string") acknowledged.add(requestId);
  };
  const invoke = () =>
    api.api.call(operations.createInvocation, {
      body: {
        app_name: "storefront",
        version: "v1",
        action_name: "search",
        async: true,
        payload: JSON.stringify({ query: "bench" }),
      },
    });
  const traffic = Promise.all([everyTurn(act), everyTurn(invoke)]);
  const [leaderMs, recordedMs]: [number[], number[]] = [[], []];
  const measureOne = async () => {
    const leader = await rig.leader();
    const follower = 1 - leader;
    const startMs = performance.now();
    await pair.replicas[leader]?.stop("SIGKILL");
    const { id: first } = await invoke();
    while (!(await rig.isRecording(follower))) await pause(pollMs);
    leaderMs.push(performance.now() - startMs);
    for (;;) {
      const { invocations } = await rig.read(
        `/api/history/invocations?limit=${pageSize}`,
        invocationHistory,
        follower,
      );
      if (invocations.some((each) => each.id === first)) break;
      await pause(pollMs);
    }
    recordedMs.push(performance.now() - startMs);
    await pair.restart(leader);
    log(
      `taken over after ${Math.round(leaderMs.at(-1) ?? 0)} ms, recorded after ${Math.round(recordedMs.at(-1) ?? 0)}`,
    );
  };
  try {
    for (let round = 0; round < takeovers; round += 1) await Promise.race([measureOne(), traffic]);
  } finally {
    done.abort();
    await traffic;
  }

  const db = await pair.replicas[0].store();
  const missing = async () => {
    const ended = await db.selectFrom("invocations").select("id").where("open", "=", 0).execute();
    const found = new Set(ended.map((row) => row.id));
    return [...api.records.invocations.keys()].filter((each) => !found.has(each)).length;
  };
  const invocationsLost = await waitFor("the history is complete", missing, (count) => count === 0).catch(
    missing,
  );
  const answered = await db
    .selectFrom("audit")
    .select("request_id")
    .where("phase", "=", "answered")
    .execute();
  const audited = new Set(answered.map((row) => row.request_id));
  const actsLost = [...acknowledged].filter((each) => !audited.has(each)).length;
  return {
    leaderMs,
    recordedMs,
    invocations: api.records.invocations.size,
    acts: acknowledged.size,
    lost: invocationsLost + actsLost,
  };
}

async function measureTogether(postgres: Postgres, log: (message: string) => void): Promise<Figure[]> {
  const api = await startScriptedApi();
  endInvocationsByThemselves(api.records);
  const pair = await startPair(postgres, api);
  const nginx = await startNginx(Number(new URL(pair.url).port), ...pair.ports);
  try {
    const rig = new Rig(pair, api);
    await rig.leader();
    const seenMs = await measureSight(rig);
    log(`acts seen after ${seenMs.map((ms) => Math.round(ms)).join(", ")} ms`);
    const { leaderMs, recordedMs, invocations, acts, lost } = await measureTakeovers(rig, log);
    const note = `of ${takeovers} killed leaders`;
    return [
      {
        id,
        what: "an act at one replica: until the other's list shows it, p95",
        unit: "ms",
        ours: p95Of(seenMs),
        goal: { of: "value", bound: "most", than: 1_000 },
      },
      {
        id,
        what: "takeover of the recorder after kill -9, median",
        unit: "s",
        ours: median(leaderMs) / 1000,
        goal: { of: "value", bound: "most", than: 5 },
        note,
      },
      {
        id,
        what: "takeover of the recorder after kill -9, longest",
        unit: "s",
        ours: Math.max(...leaderMs) / 1000,
        goal: { of: "value", bound: "most", than: 5 },
        note,
      },
      {
        id,
        what: "from kill -9 until the history has an invocation that began after it, longest",
        unit: "s",
        ours: Math.max(...recordedMs) / 1000,
        note,
      },
      {
        id,
        what: "invocations that the history lacks and acknowledged acts that the audit lacks",
        unit: "rows",
        ours: lost,
        goal: { of: "value", bound: "most", than: 0 },
        note: `of ${invocations} and ${acts}, ${takeovers} killed leaders`,
      },
    ];
  } finally {
    await nginx.stop();
    await pair.stop();
    await api.close();
  }
}

export const harness: Harness = {
  needs: "build",
  async run(log) {
    if (!hasPostgres || !hasNginx) throw new Error("PostgreSQL or nginx was not found.");
    if (availableParallelism() < 2) throw new Error("Two cores are needed.");
    const postgres = await startPostgres({ durable: true });
    try {
      return [...(await measureThroughput(postgres, log)), ...(await measureTogether(postgres, log))];
    } finally {
      await postgres.stop();
    }
  },
};
