// The whole way of a remembered run: the local service runs it, the dashboard mirrors it, the history answers it.
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { inventoryItem } from "../../lib/bff/inventory.ts";
import { type RecorderState, recorderState } from "../../lib/bff/recorder.ts";
import { type RunHistory, runHistory, runSeries } from "../../lib/bff/run-history.ts";
import { operations } from "../../lib/contract/operations.ts";
import { epochMs } from "../../lib/server/store/run-rows.ts";
import { ask, startDashboard, type Visitor } from "../support/dashboard.ts";
import { patience } from "../support/eventually.ts";
import { type Fleet, startFleet } from "../support/fleet.ts";

let fleet: Fleet;
let viewer: Visitor;

beforeAll(async () => {
  fleet = await startFleet({ throughRelay: true });
  viewer = await fleet.dashboard.signedIn("viewer");
});
afterAll(() => fleet?.stop());

async function search(query = ""): Promise<RunHistory> {
  const reply = await viewer.get(`/api/history/invocations?limit=100${query}`);
  expect(reply.status, reply.text).toBe(200);
  return runHistory.parse(reply.json);
}
async function recorder(): Promise<RecorderState> {
  return recorderState.parse((await viewer.get("/api/recorder")).json);
}
const eventually = patience(40_000);
const invoke = (action_name: string, payload: unknown) => {
  const body = {
    app_name: "storefront",
    version: "v1",
    action_name,
    payload: JSON.stringify(payload),
    async: true,
  };
  return fleet.api.call(operations.createInvocation, { body });
};
const listed = () => fleet.api.call(operations.listInvocations, { query: { limit: 100 } });

test("mirrored runs are the listed runs, and their figures add up", async () => {
  for (const term of ["oak", "elm", "ash"]) await invoke("search", { query: term });
  await invoke("no-such-action", {}).catch(() => undefined);
  const history = await eventually("all runs are over in the mirror", search, ({ runs }) => {
    return runs.length >= 3 && runs.every(({ open }) => !open);
  });
  const truth = (await listed()).map((run) => ({
    id: run.id,
    app_name: run.app_name,
    action_name: run.action_name,
    version: run.version,
    status: run.status,
    started_at_ms: epochMs(run.started_at),
    finished_at_ms: epochMs(run.finished_at),
    reason: run.status_reason,
    payload_head: run.payload ?? null,
  }));
  const mirrored = history.runs.map((run) => ({
    id: run.id,
    app_name: run.app_name,
    action_name: run.action_name,
    version: run.version,
    status: run.status,
    started_at_ms: run.started_at_ms,
    finished_at_ms: run.finished_at_ms,
    reason: run.reason,
    payload_head: run.payload_head,
  }));
  expect(mirrored).toEqual(truth);
  const first = truth[0]?.started_at_ms ?? 0;
  const series = runSeries.parse((await viewer.get(`/api/history/runs?since_ms=${first - 3_600_000}`)).json);
  expect(series.groups[0]?.succeeded).toBe(truth.filter(({ status }) => status === "succeeded").length);
  expect(series.complete).toBe(true);
  expect((await search("&text=ELM")).runs.map(({ payload_head: text }) => text)).toEqual(['{"query":"elm"}']);
  expect((await search("&not_status=succeeded%2Cfailed")).runs).toEqual([]);
  expect((await viewer.get("/api/history/invocations?cursor=x")).json).toMatchObject({ code: "bad_cursor" });
  expect((await viewer.get("/api/readyz")).json).toMatchObject({ status: "ready", recorder: "recording" });
});

test("an outage is a gap while it lasts, named in readiness, and filled when it is over", async () => {
  fleet.relay.set({ kind: "refuse" });
  const failing = await eventually("it says that it fails", recorder, ({ status }) => status === "failing");
  expect(failing.since_ms).not.toBeNull();
  const gapOf = ({ gaps }: RecorderState, list: string) => gaps.find((gap) => gap.list === list);
  const told = await eventually("each list whose past is shown has its gap", recorder, (state) =>
    ["invocations", "pools", "browsers"].every((list) => gapOf(state, list)?.to_ms === null),
  );
  expect(gapOf(told, "invocations")).toMatchObject({ filled: false });
  expect((await viewer.get("/api/readyz")).json).toMatchObject({ status: "ready", recorder: "failing" });
  expect((await search()).complete).toBe(false);
  const { id } = await invoke("search", { query: "yew" });
  fleet.relay.set({ kind: "pass" });
  const healed = await eventually("it records again", recorder, (state) => {
    const over = state.gaps.every(({ to_ms: toMs }) => toMs !== null);
    return state.status === "recording" && over && gapOf(state, "invocations")?.filled === true;
  });
  // Capacity that nobody read is not told later.
  for (const list of ["pools", "browsers"]) expect(gapOf(healed, list)).toMatchObject({ filled: false });
  const missed = await eventually("the run of the outage is there", search, ({ runs }) =>
    runs.some((run) => run.id === id && !run.open),
  );
  expect(missed.gaps).toEqual([]);
  // A list is silent for as long as it may be before that is a gap.
}, 90_000);

test("what a client of the API makes is in the inventory, though nobody looked at any list", async () => {
  const { api } = fleet;
  const { session_id: session } = await api.call(operations.createBrowser, { body: { headless: true } });
  const { id: profile } = await api.call(operations.createProfile, { body: { name: "unseen" } });
  const { id: proxy } = await api.call(operations.createProxy, {
    body: { name: "unseen", type: "custom", config: { host: "127.0.0.1", port: 9 } },
  });
  const inventory = async (kind: string) =>
    z.array(inventoryItem).parse((await viewer.get(`/api/inventory?kind=${kind}`)).json);
  const made = { session, profile, proxy } as const;
  for (const [kind, id] of Object.entries(made)) {
    const items = await eventually(
      `the ${kind} is there`,
      () => inventory(kind),
      (found) => found.some((item) => item.id === id),
    );
    const item = items.find((each) => each.id === id);
    expect(item).toMatchObject({ source: expect.stringMatching(/^list/), ended_at_ms: null });
    expect(item?.facts).not.toEqual({});
  }
  await api.call(operations.deleteBrowser, { params: { id: session } });
  await eventually(
    "the session has ended",
    () => inventory("session"),
    (found) => found.find(({ id }) => id === session)?.ended_at_ms != null,
  );
}, 90_000);

test("another replica follows, and records within 15 s of the first one's end by kill -9", async () => {
  const options = { apiBaseUrl: fleet.relay.url, token: fleet.service.token };
  const first = await startDashboard(options);
  const second = await startDashboard({ ...options, dataDir: first.dataDir });
  try {
    const ready = async (dashboard: typeof first) => (await ask(dashboard.url, "/api/readyz")).text;
    const records = (text: string) => text.includes('"recording"');
    await eventually("the first records", () => ready(first), records);
    await eventually(
      "the other follows",
      () => ready(second),
      (text) => text.includes('"follower"'),
    );
    first.child.kill("SIGKILL");
    await eventually("the other records", () => ready(second), records);
  } finally {
    await first.stop("SIGKILL");
    await second.stop();
  }
}, 90_000);
