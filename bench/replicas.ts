// P11: two dashboards on one PostgreSQL behind nginx, each pinned to a core of its own: their throughput compared with that of
// one of them, how long the recorder is without a leader after that is killed, what is lost meanwhile, and when an act at
// one is seen at the other. nginx, PostgreSQL, the API and the load generator take what is left of the same two cores.
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { invocationHistory } from "../lib/bff/invocation-history.ts";
import { operations } from "../lib/contract/operations/operations.ts";
import { type Reply, sendRequest } from "../tests/support/dashboard/dashboard.ts";
import { hasNginx, startNginx } from "../tests/support/programs/nginx.ts";
import { hasPostgres, type Postgres, startPostgres } from "../tests/support/programs/postgres.ts";
import { endInvocationsByThemselves } from "../tests/support/scripted-api/ending-invocations.ts";
import { type ScriptedApi, startScriptedApi } from "../tests/support/scripted-api/scripted-api.ts";
import { waitFor } from "../tests/support/wait-until.ts";
import { type DashboardPair, startPair } from "./support/dashboard-pair.ts";
import { type Figure, type Harness, median, p95Of } from "./support/figure.ts";
import { measureThroughput } from "./support/pair-throughput.ts";

const id = "P11";
const takeovers = 3;
const seenActs = 20;
/** While leaders are killed: between two invocations, and between two acts. */
const trafficEveryMs = 100;
const pollMs = 20;
const pageSize = 100;

class Rig {
  readonly pair: DashboardPair;
  readonly api: ScriptedApi;
  #turn = 0;

  constructor(pair: DashboardPair, api: ScriptedApi) {
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
      return [...(await measureThroughput(id, postgres, log)), ...(await measureTogether(postgres, log))];
    } finally {
      await postgres.stop();
    }
  },
};
