import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { searchFilters } from "../../bff/log-search-query.ts";
import type { Role } from "../../bff/roles.ts";
import { pagingHeaders, pagingOf } from "../../contract/paging.ts";
import type { Route } from "../http/define-route.ts";
import { answerMcp, tools } from "./answer-mcp.ts";

vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ origins: ["https://fleet.example"] }),
}));

const seen: { request: Request; params: unknown }[] = [];
const answering =
  (status: number, body: unknown): Route =>
  async (request, { params }) => {
    seen.push({ request, params: await params });
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  };
const routes = {
  flushPool: answering(204, undefined),
  listAlerts: answering(503, { code: "store_unavailable", message: "Not now.", request_id: "r1" }),
  searchInvocationHistory: answering(200, {
    invocations: [],
    next_cursor: null,
    searched_to_ms: 0,
    complete: true,
  }),
  readFailureInsight: answering(200, {}),
  listProxies: answering(200, [
    { id: "up", status: "available" },
    { id: "down", status: "unavailable" },
    { id: "new" },
  ]),
  readProxyHistory: answering(200, { proxies: [], complete: true }),
  readPoolInsight: answering(200, {
    over_ms: 300_000,
    target_minutes: 60,
    complete: true,
    capacity: null,
    pools: [],
  }),
  readPoolAcquired: answering(200, { source: "list", sessions: [] }),
  listSessionOrigins: answering(200, []),
  retrievePool: answering(404, { code: "not_found", message: "There is none.", request_id: "r1" }),
};
/** A list with `count` items, in pages as they are asked for. */
const paged =
  (count: number, itemAt: (at: number) => object): Route =>
  async (request) => {
    const { searchParams } = new URL(request.url);
    const [limit, offset] = ["limit", "offset"].map((name) => Number(searchParams.get(name)));
    const end = Math.min(count, Number(offset) + Number(limit));
    const items = Array.from({ length: end - Number(offset) }, (_, at) => itemAt(Number(offset) + at));
    const hasMore = end < count;
    const paging = { limit: Number(limit), offset: Number(offset), count: items.length, hasMore };
    return Response.json(items, {
      headers: { ...pagingHeaders(pagingOf(paging)), "x-fleetdeck-observed-at": "500" },
    });
  };

const reply = z.looseObject({ result: z.unknown().optional(), error: z.looseObject({}).optional() });
async function send(
  role: Role,
  method: string,
  params: Record<string, unknown> = {},
  others: Readonly<Record<string, Route>> = {},
  sent: Readonly<Record<string, string>> = {},
) {
  const request = new Request("https://fleet.example/api/mcp", {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      authorization: "Bearer fd_token",
      "x-fleetdeck-peer": "key 10.0.0.9",
      "x-other": "1",
      ...sent,
    },
  });
  const body = { jsonrpc: "2.0", id: 1, method, params } as const;
  const operator = {
    sid: "s",
    userId: "u",
    username: "token t",
    role,
    endsAtMs: 0,
    mustChangePassword: false,
  };
  const answer = await answerMcp({ ...routes, ...others })({
    operator,
    request,
    requestId: "r",
    nowMs: 1_000,
    input: { body },
    // No tool reads the store by itself.
    db: Reflect.get(globalThis, "none"),
  });
  return { status: answer.status, ...reply.parse(answer.body) };
}
/** What the text of a result has after its notice. */
function textOf(result: unknown) {
  const { content } = z.object({ content: z.tuple([z.object({ text: z.string() })]) }).parse(result);
  const json: unknown = JSON.parse(content[0].text.replace(/^.*\n/, ""));
  return z.object({ data: z.record(z.string(), z.unknown()) }).parse(json);
}
const act = { reason: "stuck ü", idempotency_key: "key-of-a-test" };

describe("the assistants' endpoint", () => {
  it("calls a route with the credentials, the address, the key and the reason, and nothing else", async () => {
    const { result } = await send("operator", "tools/call", {
      name: "flush_pool",
      arguments: { pool: "a b", ...act },
    });
    expect(JSON.stringify(result)).toContain('\\"data\\":{\\"done\\":true}}');
    const [{ request, params } = { request: new Request("https://none.invalid"), params: {} }] = seen;
    expect(params).toEqual({ id_or_name: "a b" });
    expect(`${request.method} ${new URL(request.url).pathname}`).toBe("POST /api/browser_pools/a%20b/flush");
    expect(Object.fromEntries(request.headers)).toEqual({
      authorization: "Bearer fd_token",
      "x-fleetdeck-peer": "key 10.0.0.9",
      "idempotency-key": act.idempotency_key,
      "x-fleetdeck-reason": "stuck%20%C3%BC",
    });
  });

  it("changes the size and the fill rate of a pool, and nothing else of it", async () => {
    const config = { size: 5, fill_rate_per_minute: 25, name: "checkout" };
    const shown = { id: "pool1", name: "checkout", available_count: 2, acquired_count: 1 };
    const sent: unknown[] = [];
    const updatePool: Route = async (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`, await request.json());
      return Response.json({ ...shown, created_at: "", browser_pool_config: config });
    };
    const change = (given: object) =>
      send(
        "operator",
        "tools/call",
        { name: "change_pool", arguments: { pool: "checkout", ...given, ...act } },
        { updatePool },
      );
    expect(textOf((await change({ size: 5 })).result).data).toEqual({
      ...shown,
      size: 5,
      fill_rate_per_minute: 25,
    });
    await change({ fill_rate_per_minute: 0 });
    const path = "PATCH /api/browser_pools/checkout";
    expect(sent).toEqual([path, { size: 5 }, path, { fill_rate_per_minute: 0 }]);
    const neither = await change({});
    expect(neither.result).toMatchObject({ isError: true });
    expect(JSON.stringify(neither.result)).toContain("Give size or fill_rate_per_minute.");
    expect(JSON.stringify((await change({ size: 101 })).result)).toContain("arguments.size");
    expect(sent).toHaveLength(4);
  });

  it("makes a failure of a route a result that says why", async () => {
    const { result } = await send("viewer", "tools/call", { name: "alerts", arguments: {} });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("store_unavailable");
  });

  it.each([
    [503, "store_unavailable", { "retry-after": "7" }, { retry_after_seconds: 7 }],
    [504, "upstream_timeout", {}, { outcome: expect.stringMatching(/^unknown: it may have been done/) }],
    [400, "bad_request", {}, { details: ["body.note is too long", "body.until_ms is missing"] }],
  ])("says of a failed act with %d %s what to do then", async (status, code, headers, expected) => {
    const messages = ["body.note is too long", "body.until_ms is missing"];
    const details = status === 400 ? { details: messages.map((message) => ({ message })) } : {};
    const flushPool: Route = async () =>
      Response.json({ code, message: "No.", request_id: "r7", ...details }, { status, headers });
    const { result } = await send(
      "operator",
      "tools/call",
      { name: "flush_pool", arguments: { pool: "a", ...act } },
      { flushPool },
    );
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result).data).toEqual({
      failed: { status, code, message: "No.", request_id: "r7", ...expected },
    });
  });

  it("refuses a tool that there is not, and methods that there are not", async () => {
    const refused = await send("viewer", "tools/call", { name: "fill_pool", arguments: {} });
    expect(refused.error).toMatchObject({ code: -32602, message: expect.stringContaining("fill_pool") });
    expect((await send("viewer", "resources/list")).error).toMatchObject({ code: -32601 });
  });

  it("refuses to go on with a list of tools, which has one page, and takes its beginning as such", async () => {
    const refused = await send("viewer", "tools/list", { cursor: "page 2" });
    expect(refused.error).toMatchObject({ code: -32602, message: expect.stringContaining("cursor") });
    expect((await send("viewer", "tools/list")).result).toHaveProperty("tools");
  });

  it("refuses a page of another site, whatever token it has, as the protocol requires (T14)", async () => {
    const sentFrom = (origin: string) => send("viewer", "ping", {}, {}, { host: "fleet.example", origin });
    for (const origin of ["https://evil.example", "null", "http://fleet.example"])
      await expect(sentFrom(origin), origin).rejects.toMatchObject({ status: 403, code: "wrong_origin" });
    expect(await sentFrom("https://fleet.example")).toMatchObject({ status: 200 });
  });

  it("leaves the refusal of a tool for a higher role to its route, which names that role", async () => {
    const code = "role_too_low";
    const message = "This needs the operator role. Yours is viewer.";
    const flushPool = answering(403, { code, message, request_id: "r8" });
    const call = { name: "flush_pool", arguments: { pool: "a", ...act } };
    const { result } = await send("viewer", "tools/call", call, { flushPool });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result).data).toEqual({ failed: { status: 403, code, message, request_id: "r8" } });
  });

  it.each(["find_invocations", "failure_groups"])("%s reads the day that ends at `until`", async (name) => {
    const until = "2026-01-31T12:00:00Z";
    await send("viewer", "tools/call", { name, arguments: { until } });
    const query = new URL(seen.at(-1)?.request.url ?? "").searchParams;
    expect(query.get("until_ms")).toBe(String(Date.parse(until)));
    expect(query.get("since_ms")).toBe(String(Date.parse("2026-01-30T12:00:00Z")));
  });

  it("takes no proxy for failing that was never checked", async () => {
    const { result } = await send("viewer", "tools/call", {
      name: "proxies",
      arguments: { only_failing: true, since: "2026-01-31T12:00:00Z" },
    });
    expect(JSON.stringify(result)).toContain('\\"id\\":\\"down\\"');
    expect(JSON.stringify(result)).not.toContain('\\"id\\":\\"new\\"');
  });

  /** The data of a tool's answer. */
  const dataOf = async (
    name: string,
    given: object,
    others: Readonly<Record<string, Route>>,
    role: Role = "viewer",
  ) => {
    const { result } = await send(role, "tools/call", { name, arguments: given }, others);
    return textOf(result).data;
  };

  it.each([
    ["find_invocations", { until: "2026-01-31T12:00:00Z", limit: 50 }, "invocations", "next_cursor"],
    ["search_logs", { q: "timeout", limit: 100 }, "lines", "next_cursor"],
    ["read_log", { log_id: 7, limit: 300 }, "entries", "next_line"],
    ["alerts", { state: "resolved", limit: 200 }, "alerts", "next_cursor"],
  ])("%s goes on after the last row that fits", async (name, given, list, next) => {
    const answer: Route = async (request) => {
      const limit = Number(new URL(request.url).searchParams.get("limit"));
      const items = Array.from({ length: limit }, (_, at) => ({
        id: `row${at}`,
        started_at_ms: at,
        finished_at_ms: null,
        reason: "r".repeat(1_900),
      }));
      return Response.json({ [list]: items, [next]: `after ${limit}`, complete: true });
    };
    const others = {
      searchInvocationHistory: answer,
      searchLogs: answer,
      readStoredLines: answer,
      listAlerts: answer,
    };
    const data = await dataOf(name, given, others, "operator");
    const shown = z.array(z.unknown()).parse(data[list]).length;
    expect(shown).toBeGreaterThan(10);
    expect(data[next]).toBe(`after ${shown}`);
  });

  it("reads lines of a log without what each of them repeats, and its gaps", async () => {
    const at = "2026-01-31T12:00:00Z";
    const line = { kind: "line", line: 7, at, received: at, text: "opens the cart", cut: true };
    const gap = { kind: "gap", line: 8, reason: "disconnected", count: null, from: null, to: at };
    const log = { id: 7, lines: 9, first_line: 1 };
    const others = {
      listStoredLogs: answering(200, [log]),
      readStoredLines: answering(200, { log, entries: [line, gap], next_line: null }),
      searchInvocationHistory: answering(200, {
        invocations: [
          { id: "inv1", sessions: [], status: "running", started_at_ms: 1, finished_at_ms: null },
        ],
      }),
      listRecordedBrowsers: answering(200, { browsers: [] }),
    };
    const entries = [{ line: 7, at, text: "opens the cart", cut: true }, gap];
    expect(await dataOf("read_log", { log_id: 7 }, others, "operator")).toEqual({
      log,
      entries,
      next_line: null,
    });
    expect(await dataOf("explain_invocation", { invocation_id: "inv1" }, others, "operator")).toMatchObject({
      log: { log_id: 7, entries },
    });
  });

  it.each([{}, { log_id: 7, browser: "s1" }, { browser: "s1", invocation_id: "inv1" }, { from_line: 3 }])(
    "names the arguments of read_log, of which %j is not one",
    async (given) => {
      const before = seen.length;
      const { result } = await send("operator", "tools/call", { name: "read_log", arguments: given });
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result).data).toMatchObject({
        failed: { message: "Give exactly one of log_id, browser and invocation_id." },
      });
      expect(seen).toHaveLength(before);
    },
  );

  it("says where the key of a group of failures comes from", async () => {
    const { result } = await send("operator", "tools/call", {
      name: "acknowledge_failures",
      arguments: { key: "locator.waitFor: Timeout <n>ms exceeded", ...act },
    });
    expect(JSON.stringify(result)).toContain("arguments.key: must be a `key` of failure_groups");
  });

  it("goes on with resolved alerts by the cursor of an answer", async () => {
    const listAlerts = answering(200, { alerts: [], next_cursor: null });
    await dataOf("alerts", { state: "resolved", cursor: "17:a1" }, { listAlerts });
    const query = new URL(seen.at(-1)?.request.url ?? "").searchParams;
    expect(Object.fromEntries(query)).toEqual({ state: "resolved", limit: "50", cursor: "17:a1" });
  });

  it("finds a failing proxy, or a pool, wherever it is in a long list", async () => {
    const listProxies = paged(130, (at) => ({
      id: `p${at}`,
      status: at === 115 ? "unavailable" : "available",
    }));
    expect(
      await dataOf("proxies", { only_failing: true, since: "2026-01-31" }, { listProxies }),
    ).toMatchObject({
      proxies: [{ id: "p115" }],
      listed: 130,
      more: false,
    });
    const listPools = paged(120, (at) => ({ id: `pool${at}` }));
    const retrievePool = answering(200, { id: "pool115" });
    expect(await dataOf("pools", { pool: "pool115" }, { listPools, retrievePool })).toMatchObject({
      pool: { id: "pool115" },
    });
    expect(await dataOf("pools", { pool: "gone" }, { listPools })).toMatchObject({
      failed: { status: 404, code: "not_found", message: expect.stringContaining("no pool gone") },
    });
  });

  /** The pools whose insights were read since then. */
  const insightsSince = (before: number) =>
    seen
      .slice(before)
      .map(({ request }) => new URL(request.url))
      .filter(({ pathname }) => pathname.endsWith("/pools/insight"))
      .map(({ searchParams }) => searchParams.get("pool_id"));

  it("lists the pools that run empty soonest first, each with its insight, and of one what holds its browsers", async () => {
    const config = { size: 2, name: "n", fill_rate_per_minute: 25, proxy_id: "p1", headless: true };
    const poolOf = (id: string) => ({
      id,
      available_count: 1,
      acquired_count: 1,
      created_at: "2026-01-31T12:00:00Z",
      browser_pool_config: config,
    });
    const insightOf = (pool_id: string, minutes: number | null, earliest_minutes: number | null) => ({
      pool_id,
      available: 1,
      state: { kind: "at_size" },
      empty: { minutes, earliest_minutes, latest_minutes: null, fill_per_minute: 1 },
      drift: null,
    });
    const over = { over_ms: 300_000, target_minutes: 60, complete: false };
    const readPoolInsight = answering(200, {
      ...over,
      capacity: { limit: 9, used: 8, outside: 1, pools: [] },
      pools: [insightOf("late", null, null), insightOf("soon", 4, 2), insightOf("perhaps", null, 9)],
    });
    const listPools = answering(200, ["late", "new", "perhaps", "soon"].map(poolOf));
    const listed = await dataOf("pools", {}, { listPools, readPoolInsight });
    expect(listed).toMatchObject({
      forecasts_complete: false,
      capacity: { limit: 9, used: 8, outside: 1 },
      pools: [
        { id: "soon", size: 2, proxy_id: "p1", insight: { empty: { minutes: 4 } } },
        { id: "perhaps" },
        { id: "late" },
        { id: "new", insight: null },
      ],
    });
    expect(JSON.stringify(listed)).not.toContain("headless");
    const readPoolAcquired = answering(200, { source: "list", sessions: [{ id: "s1", work: "idle" }] });
    const one = await dataOf(
      "pools",
      { pool: "soon" },
      { retrievePool: answering(200, poolOf("soon")), readPoolInsight, readPoolAcquired },
    );
    expect(one).toMatchObject({
      pool: { id: "soon", browser_pool_config: config },
      insight: { empty: { minutes: 4 } },
      acquired: { sessions: [{ id: "s1", work: "idle" }] },
    });
  });

  it.each([
    [404, "not_found"],
    [501, "operation_absent"],
  ])("finds a pool where the API cannot retrieve one, as it answers %d", async (status, code) => {
    const others = {
      listPools: paged(120, (at) => ({ id: `pool${at}`, name: `name of ${at}` })),
      retrievePool: answering(status, { code, message: "There is none.", request_id: "r1" }),
    };
    for (const given of ["pool115", "name of 115"]) {
      const before = seen.length;
      expect(await dataOf("pools", { pool: given }, others)).toMatchObject({ pool: { id: "pool115" } });
      expect(insightsSince(before)).toEqual(["pool115"]);
    }
    expect(await dataOf("pools", { pool: "gone" }, others)).toMatchObject({ failed: { status: 404 } });
  });

  it("says that a text is a beginning, and that the API has forgotten an invocation or when it was last read", async () => {
    const open = { id: "inv1", sessions: [], status: "running", open: true, checked_at_ms: at("11:59") };
    const lost = { ...open, id: "inv2", open: false, started_at_ms: at("11:00"), finished_at_ms: null };
    const ended = { ...lost, id: "inv3", status: "succeeded", finished_at_ms: at("11:30") };
    const invocations = [{ ...open, started_at_ms: at("11:00"), finished_at_ms: null }, lost, ended];
    const until = "2026-01-31T12:00Z";
    const searchInvocationHistory = answering(200, { invocations });
    const found = await dataOf("find_invocations", { until }, { searchInvocationHistory });
    expect(found.invocations).toMatchObject([
      { id: "inv1", status: "running", last_read_at: "2026-01-31T11:59:00.000Z" },
      { id: "inv2", status: "unknown" },
      { id: "inv3", status: "succeeded" },
    ]);
    expect(JSON.stringify(found).match(/last_read_at/g)).toHaveLength(1);
    const heads = { payload_head: "p".repeat(1_000), output_head: "{}" };
    const others = {
      searchInvocationHistory: answering(200, { invocations: [{ ...ended, ...heads }] }),
      listRecordedBrowsers: answering(200, { browsers: [] }),
    };
    const { invocation } = await dataOf("explain_invocation", { invocation_id: "inv3" }, others);
    expect(invocation).toMatchObject({ payload: heads.payload_head, payload_cut: true, output: "{}" });
    expect(invocation).not.toHaveProperty("output_cut");
  });

  it("shows where a text was found, as a reason alone does not say it", async () => {
    const times = { started_at_ms: 1, finished_at_ms: 2, sessions: [] };
    const long = (text: string) => `${"a".repeat(200)}${text}${"b".repeat(200)}`;
    const searchInvocationHistory = answering(200, {
      invocations: [
        {
          ...times,
          id: "1",
          reason: "failed for ACME",
          payload_head: '{"customer":"acme-7"}',
          output_head: null,
        },
        { ...times, id: "2", reason: null, payload_head: "{}", output_head: long("Acme") },
      ],
    });
    const given = { text: "acme", until: "2026-01-31" };
    const { invocations } = await dataOf("find_invocations", given, { searchInvocationHistory });
    expect(invocations).toMatchObject([
      { id: "1", found_in: { payload: '{"customer":"acme-7"}' } },
      { id: "2", found_in: { output: `…${"a".repeat(80)}Acme${"b".repeat(80)}…` } },
    ]);
    const without = await dataOf("find_invocations", { until: "2026-01-31" }, { searchInvocationHistory });
    expect(JSON.stringify(without)).not.toContain("found_in");
  });

  it("leaves the explained failure out of the others that failed for the same reason", async () => {
    const failed = {
      id: "inv1",
      status: "failed",
      reason_key: "lost",
      sessions: [],
      started_at_ms: 1,
      finished_at_ms: 2,
    };
    const known = { sessions_known: 0, versions: [], pools: [], proxies: [] };
    const similar = { count: 1, others: 0, first_seen_ms: 1, ...known };
    const data = await dataOf(
      "explain_invocation",
      { invocation_id: "inv1" },
      {
        searchInvocationHistory: answering(200, { invocations: [failed] }),
        listRecordedBrowsers: answering(200, { browsers: [] }),
        readSimilarFailures: async (request) => {
          const { searchParams } = new URL(request.url);
          return Response.json(searchParams.get("invocation_id") === "inv1" ? similar : {});
        },
      },
    );
    expect(data).toMatchObject({
      same_reason: { failures_in_a_day: 1, others_in_a_day: 0, failures_with_known_browsers: 0 },
    });
  });

  const versionOf = (version: string, failed: number, first: number | null) => ({
    version,
    ended: 20,
    failed,
    failure_share: failed / 20,
    interval: { low: 0, high: 1 },
    first_invocation_at_ms: first,
    change: null,
  });
  const at = (text: string) => Date.parse(`2026-01-31T${text}Z`);
  const readActionInsight = answering(200, {
    since_ms: at("11:00"),
    until_ms: at("12:00"),
    step_ms: 300_000,
    actions_left_out: 0,
    complete: true,
    gaps: [],
    actions: [
      {
        app_name: "shop",
        action_name: "search",
        verdict: { state: "steady", version: "v1" },
        trend: [null, 0],
        versions: [versionOf("v1", 0, at("09:00"))],
      },
      {
        app_name: "shop",
        action_name: "buy",
        verdict: { state: "regressed", version: "v2", since_version: "v2" },
        trend: [0, 1],
        versions: [versionOf("v1", 0, null), versionOf("v2", 20, at("11:30"))],
      },
    ],
  });

  it.each([
    ["find_invocations", { since: "1h", until: "2h" }],
    ["failure_groups", { since: "2026-01-31", until: "2026-01-31" }],
    ["timeline", { since: "2026-02-01", until: "2026-01-31" }],
    ["versions", { since: "2026-02-01", until: "2026-01-31" }],
    ["changes", { since: "2026-02-01" }],
  ])("refuses a range of %s that ends before it begins: %j", async (name, given) => {
    const before = seen.length;
    expect(await dataOf(name, given, {})).toMatchObject({
      failed: {
        status: 400,
        code: "bad_arguments",
        message: expect.stringMatching(/^`since` \(.*Z\) must be before `until` \(.*Z\)/),
      },
    });
    expect(seen).toHaveLength(before);
  });

  it("compares versions, those that became worse first, and of one application alone", async () => {
    const range = { since: "2026-01-31T11:00Z", until: "2026-01-31T12:00Z" };
    const { actions } = await dataOf("versions", range, { readActionInsight });
    expect(actions).toMatchObject([
      {
        action_name: "buy",
        verdict: { state: "regressed" },
        versions: [{ version: "v1" }, { version: "v2" }],
      },
      { action_name: "search" },
    ]);
    expect(JSON.stringify(actions)).not.toMatch(/trend|interval/);
    const one = await dataOf("versions", { ...range, app: "shop", action: "search" }, { readActionInsight });
    expect(one.actions).toMatchObject([{ action_name: "search" }]);
    const other = await dataOf("versions", { ...range, app: "other" }, { readActionInsight });
    expect(other.actions).toEqual([]);
  });

  it("reads only the lanes of a timeline that it is to show", async () => {
    const readTimeline = answering(200, {
      from_ms: at("11:00"),
      to_ms: at("12:00"),
      checks: { total: 1 },
      gaps: {},
      sessions: {},
    });
    const given = { since: "2026-01-31T11:00Z", until: "2026-01-31T12:00Z", lanes: ["checks", "gaps"] };
    expect(await dataOf("timeline", given, { readTimeline })).toEqual({
      from: "2026-01-31T11:00:00.000Z",
      to: "2026-01-31T12:00:00.000Z",
      checks: { total: 1 },
      gaps: {},
    });
  });

  it("counts what is in a timeline where no lanes are chosen", async () => {
    const counts = { total: 2, queued: 0, running: 1, succeeded: 0, failed: 1, other: 0 };
    const readTimeline = answering(200, {
      from_ms: at("11:00"),
      to_ms: at("12:00"),
      began_at_ms: at("10:00"),
      invocations: { ...counts, complete: true, items: [{ id: "inv1" }], earlier: [{}], buckets: [{}] },
      checks: { total: 3, items: [{}, {}, {}] },
      actions: null,
    });
    const given = { since: "2026-01-31T11:00Z", until: "2026-01-31T12:00Z" };
    expect(await dataOf("timeline", given, { readTimeline })).toEqual({
      from: "2026-01-31T11:00:00.000Z",
      to: "2026-01-31T12:00:00.000Z",
      began_at: "2026-01-31T10:00:00.000Z",
      invocations: { ...counts, complete: true },
      checks: { total: 3 },
      actions: null,
    });
  });

  it("says what the failures of the last minutes share", async () => {
    const attributes = [
      { kind: "proxy", id: "p1", failed_with: 5, failed: 5, ended_with: 5, ended: 50, lift: 10 },
    ];
    const readSpike = answering(200, { verdict: "spike", attributes });
    expect(await dataOf("shared_by_failures", { minutes: 60 }, { readSpike })).toMatchObject({ attributes });
    expect(new URL(seen.at(-1)?.request.url ?? "").search).toBe("?minutes=60");
  });

  it.each([
    [
      "operator",
      {
        items: [{ actor: "ada", action: "flushPool" }],
        earlier_left_out: 8,
      },
    ],
    ["viewer", "Reading acts needs the operator role."],
  ] as const)("says to a token with the role %s what changed in a range", async (role, acts) => {
    const marks = { total: 1, items: [{ note: "deploys" }] };
    const items = [{ actor: "ada", action: "flushPool" }];
    const actions = role === "viewer" ? null : { total: 9, items };
    const readTimeline = answering(200, { annotations: marks, actions, checks: {}, invocations: {} });
    const range = { since: "2026-01-31T11:00Z", until: "2026-01-31T12:00Z" };
    const data = await dataOf("changes", range, { readTimeline, readActionInsight }, role);
    const searches = seen.map(({ request }) => new URL(request.url).searchParams);
    expect(searches.findLast((search) => search.has("from_ms"))?.get("by_rules")).toBe("no");
    expect(data).toEqual({
      since: "2026-01-31T11:00:00.000Z",
      until: "2026-01-31T12:00:00.000Z",
      new_versions: [
        {
          app: "shop",
          action: "buy",
          version: "v2",
          first_invocation_at: "2026-01-31T11:30:00.000Z",
          ended: 20,
          failed: 20,
        },
      ],
      acts,
      marks,
    });
  });

  it("reads the insights of a pool that it found by name", async () => {
    const retrievePool = answering(200, { id: "pool7", name: "seven" });
    const before = seen.length;
    await dataOf("pools", { pool: "seven" }, { retrievePool });
    expect(insightsSince(before)).toEqual(["pool7"]);
  });

  it("fails where the API cannot say whether there is a pool", async () => {
    const retrievePool = answering(502, { code: "upstream_bad_answer", message: "No.", request_id: "r1" });
    const arguments_ = { pool: "pool1" };
    const { result } = await send(
      "viewer",
      "tools/call",
      { name: "pools", arguments: arguments_ },
      { retrievePool },
    );
    expect(result).toMatchObject({ isError: true });
  });

  it.each([
    ["pools", "listPools", "pools"],
    ["proxies", "listProxies", "proxies"],
    ["browsers", "listBrowsers", "browsers"],
  ])(
    "says when the API gave the list of %s, and that it is an earlier one",
    async (name, operation, list) => {
      const read_at = "2026-01-31T11:55:00.000Z";
      const observed = { "x-fleetdeck-observed-at": String(Date.parse(read_at)) };
      const listing =
        (headers: Record<string, string>): Route =>
        async () =>
          Response.json([{ id: "one", session_id: "one" }], { headers });
      const since = name === "proxies" ? { since: "2026-01-31" } : {};
      const fresh = await dataOf(name, since, { [operation]: listing(observed) });
      const id = name === "browsers" ? "session_id" : "id";
      expect(fresh).toMatchObject({ read_at, [list]: [{ [id]: "one" }] });
      expect(fresh).not.toHaveProperty("stale");
      const stale = "upstream_timeout";
      const listed = listing({ ...observed, "x-fleetdeck-stale": stale });
      expect(await dataOf(name, since, { [operation]: listed })).toMatchObject({ read_at, stale });
    },
  );

  it("says of one browser, and of an invocation that is not recorded, when the API gave it and that it is an earlier answer", async () => {
    const read_at = "2026-01-31T11:55:00.000Z";
    const stale = "upstream_timeout";
    const headers = { "x-fleetdeck-observed-at": String(Date.parse(read_at)), "x-fleetdeck-stale": stale };
    const earlier: Route = async () => Response.json({ id: "one" }, { headers });
    const readSessionOrigin = answering(200, { pool: null, invocation: null });
    const others = { readSessionOrigin, retrieveBrowser: earlier };
    expect(await dataOf("browsers", { browser: "one" }, others)).toMatchObject({
      read_at,
      stale,
      session: { id: "one" },
    });
    const gone = answering(404, { code: "not_found", message: "It has ended.", request_id: "r1" });
    expect(
      await dataOf("browsers", { browser: "one" }, { readSessionOrigin, retrieveBrowser: gone }),
    ).toEqual({
      session: { not_running: "It has ended." },
      origin: { pool: null, invocation: null },
    });
    const searchInvocationHistory = answering(200, { invocations: [] });
    const notRecorded = { searchInvocationHistory, retrieveInvocation: earlier };
    expect(await dataOf("explain_invocation", { invocation_id: "one" }, notRecorded)).toMatchObject({
      read_at,
      stale,
      invocation: { id: "one" },
      mirrored: false,
    });
  });

  it("does not say of a browser that could not be read that it is not running", async () => {
    const others = {
      readSessionOrigin: answering(200, { pool: null, invocation: null }),
      retrieveBrowser: answering(504, { code: "upstream_timeout", message: "No answer.", request_id: "r1" }),
    };
    expect((await dataOf("browsers", { browser: "one" }, others)).session).toEqual({ unknown: "No answer." });
  });

  it("lists each browser with its pool and invocation, and without its settings", async () => {
    const settings = { telemetry: { browser: {} }, viewport: { width: 1, height: 1 }, kiosk_mode: false };
    const listed = { session_id: "s1", created_at: "2026-01-31T12:00:00Z", proxy_id: "p1" };
    const pool = { id: "pool1", name: "checkout", seen_ms: 1 };
    const invocation = {
      id: "inv1",
      app_name: "shop",
      action_name: "buy",
      version: "v1",
      status: "running",
      seen_ms: 1,
    };
    const routes = {
      listBrowsers: answering(200, [{ ...listed, ...settings }, { session_id: "s2" }, { headless: true }]),
      listSessionOrigins: answering(200, [
        { session_id: "s1", pool, invocation, activity: { clients: 2, last_active_ms: null } },
        { session_id: "s2", pool: null, invocation: null, activity: null },
      ]),
    };
    expect((await dataOf("browsers", {}, routes)).browsers).toEqual([
      {
        ...listed,
        pool: { id: "pool1", name: "checkout" },
        invocation: { id: "inv1", app: "shop", action: "buy", version: "v1", status: "running" },
        clients: 2,
        last_active: null,
      },
      { session_id: "s2", pool: null, invocation: null },
      { session_id: null, pool: null, invocation: null },
    ]);
    expect(new URL(seen.at(-1)?.request.url ?? "").searchParams.get("session_id")).toBe("s1,s2");
  });

  it("says where the list of browsers goes on", async () => {
    const listBrowsers = paged(45, (at) => ({ session_id: `s${at}` }));
    const first = await dataOf("browsers", {}, { listBrowsers });
    expect(first).toMatchObject({ next_offset: 20 });
    const last = await dataOf("browsers", { limit: 100, offset: 20 }, { listBrowsers });
    expect(z.array(z.unknown()).parse(last.browsers)).toHaveLength(25);
    expect(last.next_offset).toBeNull();
  });

  it.each([200, 502])(
    "has the time at which the answer is made, not that of the call, with %d",
    async (status) => {
      const madeMs = Date.parse("2026-01-31T12:00:30Z");
      const listAlerts: Route = async () => {
        vi.spyOn(Date, "now").mockReturnValue(madeMs);
        return Response.json({ code: "upstream_timeout", message: "No.", request_id: "r" }, { status });
      };
      const { result } = await send(
        "viewer",
        "tools/call",
        { name: "alerts", arguments: {} },
        { listAlerts },
      );
      vi.restoreAllMocks();
      expect(JSON.stringify(result)).toContain('\\"now\\":\\"2026-01-31T12:00:30.000Z\\"');
    },
  );

  it("says that there are more than it has read", async () => {
    const listPools = paged(1_200, (at) => ({ id: `pool${at}` }));
    const { pools, more } = await dataOf("pools", {}, { listPools });
    expect([z.array(z.unknown()).parse(pools).length, more]).toEqual([1_000, true]);
  });

  it.each([
    ["initialize", {}, "body.params.protocolVersion: "],
    ["tools/call", { arguments: {} }, "body.params.name: "],
    ["tools/call", { name: "pools", arguments: [] }, "body.params.arguments: "],
  ])("names what is wrong with the parameters of %s %j", async (method, params, start) => {
    const { error } = await send("viewer", method, params);
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/^[^\n{]{1,200}$/) });
    expect(error).toHaveProperty("message", expect.stringContaining(start));
  });

  it("names in a result every argument that does not fit, and those that there are", async () => {
    const { result, error } = await send("viewer", "tools/call", {
      name: "failure_groups",
      arguments: { since: "yesterday", until: 5, pool: "checkout" },
    });
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ isError: true });
    const message = expect.stringMatching(
      /arguments\.since: must be a time such as .*arguments\.until: .*"pool"/,
    );
    expect(textOf(result).data).toEqual({
      failed: { code: "bad_arguments", message, takes: ["since", "until"] },
    });
  });

  it("does not send a long argument back", async () => {
    const { result } = await send("viewer", "tools/call", {
      name: "pools",
      arguments: { ["k".repeat(5_000)]: 1 },
    });
    expect(JSON.stringify(result).length).toBeLessThan(1_500);
    expect(JSON.stringify(result)).toContain("Unrecognized key");
    const begun = await send("viewer", "initialize", {
      protocolVersion: "2025-06-18",
      clientInfo: { name: "one", version: "1" },
      capabilities: { experimental: { ["k".repeat(5_000)]: 1 } },
    });
    expect(JSON.stringify(begun.error).length).toBeLessThan(1_000);
  });

  it("names a text that no request can have", async () => {
    const flush = (given: object) =>
      send("operator", "tools/call", { name: "flush_pool", arguments: { pool: "a", ...act, ...given } });
    const before = seen.length;
    expect(JSON.stringify((await flush({ reason: "stuck \ud800" })).result)).toContain(
      "arguments.reason: has half of a surrogate pair",
    );
    const { result } = await flush({ pool: "a\udfff" });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("params.id_or_name has half");
    const found = await send("viewer", "tools/call", {
      name: "find_invocations",
      arguments: { text: "a\ud800", until: "2026-01-31T12:00:00Z" },
    });
    expect(found.result).toMatchObject({ isError: true });
    expect(JSON.stringify(found.result)).toContain("query.text has half");
    const ofApp = await send("viewer", "tools/call", {
      name: "find_invocations",
      arguments: { app: "a\ud800", until: "2026-01-31T12:00:00Z" },
    });
    expect(JSON.stringify(ofApp.result)).toContain("query.app.0 has half");
    expect(seen).toHaveLength(before);
  });

  it("lists what each cursor continues, and no dialect or bound that says nothing", async () => {
    const { result } = await send("operator", "tools/list");
    const text = JSON.stringify(result);
    expect(text).not.toMatch(/\$schema|9007199254740991/);
    expect(text.match(/"cursor":\{[^}]*\}/g)).toHaveLength(3);
    for (const cursor of text.match(/"cursor":\{[^}]*\}/g) ?? [])
      expect(cursor).toContain("`next_cursor` of an answer to the same arguments");
  });

  it.each(searchFilters)("says to assistants that a search takes %s:", (filter) => {
    const search = tools.find(({ name }) => name === "search_logs");
    expect(search?.description).toContain(`${filter}:`);
  });

  it("is handed every operation that tools need", () => {
    const source = readFileSync("app/api/mcp/route.ts", "utf8");
    for (const { name, needs } of tools)
      for (const { id } of needs) expect(source, `${name}: ${id}`).toMatch(new RegExp(`\\b${id}\\b`));
  });

  it("has a unique name for each tool", () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  });
});

describe("a message that states its version, from 2026-07-28 on", () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headersOf = (method: string) => ({ "mcp-protocol-version": "2026-07-28", "mcp-method": method });
  const discover = "server/discover";

  it("says which versions there are, what there is, and for how long", async () => {
    const { status, result } = await send("viewer", discover, { _meta: meta }, {}, headersOf(discover));
    expect(status).toBe(200);
    expect(result).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"],
      capabilities: { tools: {} },
      instructions: expect.stringContaining("Fleetdeck"),
      ttlMs: 300_000,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "fleetdeck", version: "0.1.0" } },
    });
  });

  it("lists the tools of the role, and calls one by a name that may be encoded", async () => {
    const list = "tools/list";
    const listed = await send("viewer", list, { _meta: meta }, {}, headersOf(list));
    expect(listed.result).toMatchObject({ resultType: "complete", ttlMs: 300_000, cacheScope: "private" });
    expect(Object(listed.result).tools).toEqual(Object((await send("viewer", list)).result).tools);
    const call = { name: "flush_pool", arguments: { pool: "a", ...act }, _meta: meta };
    for (const name of ["flush_pool", "=?base64?Zmx1c2hfcG9vbA==?="]) {
      const headers = Object.assign({ "mcp-name": name }, headersOf("tools/call"));
      const { result } = await send("operator", "tools/call", call, {}, headers);
      expect(result).toMatchObject({ resultType: "complete", isError: false });
      expect(result).not.toHaveProperty("ttlMs");
    }
  });

  it.each([
    ["a header of another version", {}, { "mcp-protocol-version": "2025-11-25" }, 400, -32_020],
    ["a header of another method", {}, { "mcp-method": "ping" }, 400, -32_020],
    ["a header of another tool", { name: "alerts" }, { "mcp-name": "pools" }, 400, -32_020],
    ["no header of the tool", { name: "alerts" }, {}, 400, -32_020],
    [
      "an encoded header of its method, which programs between could not read",
      { name: "alerts" },
      { "mcp-method": "=?base64?dG9vbHMvY2FsbA==?=", "mcp-name": "alerts" },
      400,
      -32_020,
    ],
    ["a version in the header alone", { name: "alerts", _meta: {} }, { "mcp-name": "alerts" }, 400, -32_602],
    [
      "no capabilities of the client",
      { name: "alerts", _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
      { "mcp-name": "alerts" },
      400,
      -32_602,
    ],
  ])("is refused with %s", async (_what, params, headers, status, code) => {
    const call = Object.assign({ arguments: {}, _meta: meta }, params);
    const sent = Object.assign(headersOf("tools/call"), headers);
    expect(await send("viewer", "tools/call", call, {}, sent)).toMatchObject({ status, error: { code } });
  });

  it("is one of the earlier versions where both it and its header say so", async () => {
    const _meta = Object.assign({}, meta, { "io.modelcontextprotocol/protocolVersion": "2025-11-25" });
    const { status, result } = await send(
      "viewer",
      "tools/list",
      { _meta },
      {},
      { "mcp-protocol-version": "2025-11-25" },
    );
    expect(status).toBe(200);
    expect(result).not.toHaveProperty("resultType");
  });

  it("of a version that there is not gets those that there are", async () => {
    const _meta = Object.assign({}, meta, { "io.modelcontextprotocol/protocolVersion": "2031-01-01" });
    const headers = Object.assign(headersOf(discover), { "mcp-protocol-version": "2031-01-01" });
    expect(await send("viewer", discover, { _meta }, {}, headers)).toMatchObject({
      status: 400,
      error: {
        code: -32_022,
        data: { requested: "2031-01-01", supported: expect.arrayContaining(["2026-07-28"]) },
      },
    });
  });

  it.each(["ping", "initialize", "subscriptions/listen"])(
    "finds no %s, as these have none",
    async (method) => {
      expect(await send("viewer", method, { _meta: meta }, {}, headersOf(method))).toMatchObject({
        status: 404,
        error: { code: -32_601 },
      });
    },
  );

  it("gets the errors of a method as before", async () => {
    const list = "tools/list";
    const wrong = { _meta: meta, cursor: "page 2" };
    expect(await send("viewer", list, wrong, {}, headersOf(list))).toMatchObject({
      status: 200,
      error: { code: -32_602 },
    });
  });
});
