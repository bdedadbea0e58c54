// The whole way of a remembered invocation: the local service runs it, the dashboard mirrors it, the history answers it.
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { inventoryItem } from "../../lib/bff/inventory.ts";
import {
  type InvocationHistory,
  invocationHistory,
  invocationSeries,
} from "../../lib/bff/invocation-history.ts";
import { type RecorderState, recorderState } from "../../lib/bff/recorder.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { epochMs } from "../../lib/server/kernel/epoch-ms.ts";
import { sendRequest, startDashboard } from "../support/dashboard/dashboard.ts";
import { startFleet } from "../support/service/fleet.ts";
import { waitFor } from "../support/wait-until.ts";

const fleet = await startFleet({ throughRelay: true });
afterAll(() => fleet.stop());
const viewer = await fleet.dashboard.signedIn("viewer");

async function search(query = ""): Promise<InvocationHistory> {
  const reply = await viewer.get(`/api/history/invocations?limit=100${query}`);
  expect(reply.status, reply.text).toBe(200);
  return invocationHistory.parse(reply.json);
}
async function recorder(): Promise<RecorderState> {
  return recorderState.parse((await viewer.get("/api/recorder")).json);
}
/** After a pause of the machine the recorder is off until its lease is renewed. */
const expectReady = (expected: { recorder: string }) =>
  expect
    .poll(async () => (await viewer.get("/api/readyz")).json)
    .toMatchObject({ status: "ready", ...expected });
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

test("mirrored invocations equal the listed ones, and their figures add up", async () => {
  for (const term of ["oak", "elm", "ash"]) await invoke("search", { query: term });
  await invoke("no-such-action", {}).catch(() => undefined);
  const ended = await waitFor("all invocations are over", listed, (invocations) =>
    invocations.every(({ status }) => status === "succeeded" || status === "failed"),
  );
  expect(ended.length).toBeGreaterThanOrEqual(3);
  const history = await waitFor(
    "all invocations are over in the mirror",
    search,
    ({ invocations }) => invocations.length === ended.length && invocations.every(({ open }) => !open),
  );
  const expected = ended.map((invocation) => ({
    id: invocation.id,
    app_name: invocation.app_name,
    action_name: invocation.action_name,
    version: invocation.version,
    status: invocation.status,
    started_at_ms: epochMs(invocation.started_at),
    finished_at_ms: epochMs(invocation.finished_at),
    reason: invocation.status_reason,
    payload_head: invocation.payload ?? null,
  }));
  const mirrored = history.invocations.map((invocation) => ({
    id: invocation.id,
    app_name: invocation.app_name,
    action_name: invocation.action_name,
    version: invocation.version,
    status: invocation.status,
    started_at_ms: invocation.started_at_ms,
    finished_at_ms: invocation.finished_at_ms,
    reason: invocation.reason,
    payload_head: invocation.payload_head,
  }));
  expect(mirrored).toEqual(expected);
  const first = expected[0]?.started_at_ms ?? 0;
  // A pause of the machine may be a gap until it is filled.
  const series = await waitFor(
    "the series is complete",
    async () => {
      const { json } = await viewer.get(`/api/history/invocation_series?since_ms=${first - 3_600_000}`);
      return invocationSeries.parse(json);
    },
    ({ complete }) => complete,
  );
  expect(series.groups[0]?.succeeded).toBe(expected.filter(({ status }) => status === "succeeded").length);
  expect((await search("&text=ELM")).invocations.map(({ payload_head: text }) => text)).toEqual([
    '{"query":"elm"}',
  ]);
  expect((await search("&not_status=succeeded%2Cfailed")).invocations).toEqual([]);
  expect((await viewer.get("/api/history/invocations?cursor=x")).json).toMatchObject({ code: "bad_cursor" });
  await expectReady({ recorder: "recording" });
});

test("an outage is a gap while it lasts, reported by readiness, and backfilled afterwards", async () => {
  fleet.relay.set({ kind: "refuse" });
  const failing = await waitFor("it says that it fails", recorder, ({ status }) => status === "failing");
  expect(failing.since_ms).not.toBeNull();
  const gapOf = ({ gaps }: RecorderState, list: string) => gaps.find((gap) => gap.list === list);
  const reported = await waitFor("each list whose past is shown has its gap", recorder, (state) =>
    ["invocations", "pools", "browsers"].every((list) => gapOf(state, list)?.to_ms === null),
  );
  expect(gapOf(reported, "invocations")).toMatchObject({ filled: false });
  await expectReady({ recorder: "failing" });
  expect((await search()).complete).toBe(false);
  const { id } = await invoke("search", { query: "yew" });
  fleet.relay.set({ kind: "pass" });
  const healed = await waitFor("it records again", recorder, (state) => {
    const over = state.gaps.every(({ to_ms: toMs }) => toMs !== null);
    return state.status === "recording" && over && gapOf(state, "invocations")?.filled === true;
  });
  // Capacity that nobody read is not reported later.
  for (const list of ["pools", "browsers"]) expect(gapOf(healed, list)).toMatchObject({ filled: false });
  await waitFor(
    "the invocation of the outage is there, and no gap is left",
    search,
    ({ invocations, gaps }) =>
      gaps.length === 0 && invocations.some((invocation) => invocation.id === id && !invocation.open),
  );
});

test("resources created by an API client enter the inventory without a viewer", async () => {
  const { api } = fleet;
  const { session_id: session } = await api.call(operations.createBrowser, {
    body: { headless: true, timeout_seconds: 3_600 },
  });
  const { id: profile } = await api.call(operations.createProfile, { body: { name: "unseen" } });
  const { id: proxy } = await api.call(operations.createProxy, {
    body: { name: "unseen", type: "custom", config: { host: "127.0.0.1", port: 9 } },
  });
  const inventory = async (kind: string) =>
    z.array(inventoryItem).parse((await viewer.get(`/api/inventory?kind=${kind}`)).json);
  const made = { session, profile, proxy } as const;
  for (const [kind, id] of Object.entries(made)) {
    const items = await waitFor(
      `the ${kind} is there`,
      () => inventory(kind),
      (found) => found.some((item) => item.id === id),
    );
    const item = items.find((each) => each.id === id);
    expect(item).toMatchObject({ source: expect.stringMatching(/^list/), ended_at_ms: null });
    expect(item?.details).not.toEqual({});
  }
  await api.call(operations.deleteBrowser, { params: { id: session } });
  await waitFor(
    "the session has ended",
    () => inventory("session"),
    (found) => found.find(({ id }) => id === session)?.ended_at_ms != null,
  );
});

test("a follower takes over recording within 15 s of the leader's SIGKILL", async () => {
  const options = { apiBaseUrl: fleet.relay.url, token: fleet.service.token };
  const first = await startDashboard(options);
  const second = await startDashboard({ ...options, dataDir: first.dataDir });
  try {
    const ready = async (dashboard: typeof first) => (await sendRequest(dashboard.url, "/api/readyz")).text;
    const records = (text: string) => text.includes('"recording"');
    // The first to come need not be the leader: a pause of the machine ends its lease.
    const reported = await waitFor(
      "one records and the other follows",
      () => Promise.all([ready(first), ready(second)]),
      (texts) => texts.some(records) && texts.some((text) => text.includes('"follower"')),
    );
    const [leader, follower] = reported.findIndex(records) === 0 ? [first, second] : [second, first];
    leader.child.kill("SIGKILL");
    await waitFor("the other records", () => ready(follower), records);
  } finally {
    await second.stop("SIGKILL");
    await first.stop("SIGKILL");
  }
});
