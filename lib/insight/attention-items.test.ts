import { describe, expect, it } from "vitest";
import { hour, minute, now, pay, quietFleet, version } from "../../tests/support/fakes/attention-input.ts";
import { attentionItems } from "./attention.ts";
import { failingItems, interruptedItems } from "./attention-failing.ts";
import type {
  AttentionInput,
  FailureGroup,
  OpenInvocation,
  PoolInput,
  ProxyDetails,
} from "./attention-input.ts";
import { poolItems } from "./attention-pools.ts";
import { proxyItems } from "./attention-proxies.ts";
import { stuckItems, waitingItems } from "./attention-stuck.ts";
import { poolInsightOf } from "./pool-insight.ts";

const given = (changes: Partial<AttentionInput>): AttentionInput => ({ ...quietFleet, ...changes });
const group = (changes: Partial<FailureGroup>): FailureGroup => ({
  ...pay,
  version: "v2",
  key: "timeout",
  example: "timeout",
  invocations: 1,
  first_ms: now - 20 * minute,
  last_ms: now - minute,
  ...changes,
});

describe("an item about a failing version", () => {
  it("has the figures of the hour, the reasons by frequency and the failures of other versions", () => {
    const input = given({
      hour: [version("v2", 5, 10)],
      day: [version("v2", 5, 10), version("v1", 3, 20), version("v0", 1, 20)],
      failures: [
        group({ key: "a", example: "a 1", invocations: 1, first_ms: now - 30 * minute }),
        group({ key: "b", example: "b 1", invocations: 2, last_ms: now - 2 }),
        group({ key: null, example: null, invocations: 1 }),
        group({ key: "d", example: "d 1", invocations: 1 }),
        group({ version: "v1", key: "other version", first_ms: 0, last_ms: now }),
      ],
      inputs: [
        { ...pay, version: "v1", inputs: 9 },
        { ...pay, version: "v2", inputs: 3 },
      ],
    });
    expect(failingItems(input)).toEqual([
      {
        id: 'failing:["shop","pay","v2"]',
        kind: "failing",
        severity: "critical",
        sure: "guess",
        since_ms: now - 30 * minute,
        ...version("v2", 5, 10),
        share: 0.5,
        from_ms: now - hour,
        to_ms: now,
        last_ms: now - 2,
        inputs: 3,
        reasons: [
          { key: "b", example: "b 1", invocations: 2 },
          { key: "a", example: "a 1", invocations: 1 },
          { key: "", example: null, invocations: 1 },
        ],
        kinds: 4,
        interrupted: 0,
        others: { failed: 4, finished: 40, share: 0.1 },
        regressed: null,
      },
    ]);
  });

  it("has the inputs that are not known as a number, which pages of the version before can read", () => {
    const input = given({ hour: [version("v2", 5, 5)], inputs: [{ ...pay, version: "v2", inputs: null }] });
    expect(failingItems(input)).toMatchObject([{ inputs: 0 }]);
  });

  it("has no reasons, start or others where none are recorded", () => {
    expect(failingItems(given({ hour: [version("v2", 5, 5)], day: [version("v1", 4, 4)] }))).toMatchObject([
      { since_ms: null, last_ms: now - hour, inputs: 0, reasons: [], kinds: 0, others: null },
    ]);
  });

  it.each([
    [2, 8, ["serious", "guess"]],
    [9, 9, ["serious", "likely"]],
    [5, 10, ["critical", "guess"]],
    [10, 10, ["critical", "likely"]],
    [49, 100, ["critical", "likely"]],
    [1, 5, undefined],
    [4, 4, undefined],
    [0, 0, undefined],
  ])("with %d of %d failed is %j", (failed, finished, expected) => {
    const input = given({
      hour: [version("v2", failed, finished)],
      failures: [group({ invocations: failed })],
    });
    const [item] = failingItems(input);
    expect(item && [item.severity, item.sure]).toEqual(expected);
  });

  it("does not count interrupted invocations, which have one item of their own", () => {
    const stopped = { key: "the service stopped", example: "the service stopped while this was running" };
    const input = given({
      hour: [version("v2", 8, 12)],
      failures: [
        group({ ...stopped, invocations: 4, first_ms: now - 9 * minute, last_ms: now - 8 * minute }),
        group({ ...stopped, version: "v1", invocations: 2, first_ms: now - 7 * minute, last_ms: now - 2 }),
        group({ ...stopped, action_name: "ship", invocations: 1, example: null }),
        group({ invocations: 4 }),
      ],
    });
    expect(failingItems(input)).toMatchObject([{ failed: 4, finished: 8, kinds: 1, interrupted: 4 }]);
    expect(interruptedItems(input)).toEqual([
      {
        id: "interrupted",
        kind: "interrupted",
        by: "service",
        severity: "serious",
        sure: "certain",
        since_ms: now - 20 * minute,
        invocations: 7,
        actions: 2,
        from_ms: now - hour,
        to_ms: now,
        last_ms: now - 2,
      },
    ]);
    expect(interruptedItems(given({ failures: [group({})] }))).toEqual([]);
  });

  it("does not count cancelled invocations, which are no stop of the service", () => {
    const cancelled = { key: "cancelled by request", example: "cancelled by request" };
    const failures = [group({ ...cancelled, invocations: 4 })];
    const input = given({ hour: [version("v2", 4, 5)], failures });
    expect(failingItems(input)).toEqual([]);
    expect(interruptedItems(input)).toEqual([]);
    const more = given({ hour: [version("v2", 8, 10)], failures: [...failures, group({ invocations: 4 })] });
    expect(failingItems(more)).toMatchObject([{ failed: 4, finished: 6, kinds: 1, interrupted: 4 }]);
  });
});

describe("an item about stuck invocations", () => {
  const invocation = (id: string, ageMs: number, changes: Partial<OpenInvocation> = {}): OpenInvocation => ({
    ...pay,
    id,
    version: "v1",
    status: "running",
    started_at_ms: now - ageMs,
    ...changes,
  });
  const usual = { ...pay, p50_ms: 2_000, p99_ms: 60_000, invocations: 20, with_failed: false };

  it("has the oldest five, and what is usual for the action", () => {
    const ages = [3, 7, 5, 4, 6, 8].map((minutes) => invocation(`i${minutes}`, minutes * minute));
    const others = [invocation("short", minute), invocation("q", hour, { status: "queued" })];
    expect(stuckItems(given({ open: [...ages, ...others], usual: [usual] }))).toEqual([
      {
        id: 'stuck:["shop","pay"]',
        kind: "stuck",
        severity: "serious",
        sure: "likely",
        since_ms: now - 8 * minute,
        ...pay,
        invocations: 6,
        longest: [8, 7, 6, 5, 4].map((minutes) => ({
          id: `i${minutes}`,
          version: "v1",
          started_at_ms: now - minutes * minute,
        })),
        basis: "usual",
        limit_ms: 2 * minute,
        usual: { p50_ms: 2_000, p99_ms: 60_000, invocations: 20 },
      },
    ]);
  });

  it.each([
    ["no usual duration", [], 10 * minute, ["long", "guess", "notice"]],
    [
      "too few invocations for one",
      [{ ...usual, invocations: 19 }],
      10 * minute,
      ["long", "guess", "notice"],
    ],
    ["that of another action", [{ ...usual, action_name: "ship" }], 10 * minute, ["long", "guess", "notice"]],
    ["a usual duration", [usual], 2 * minute, ["usual", "likely", "serious"]],
    ["a short usual duration", [{ ...usual, p99_ms: 100 }], minute, ["usual", "likely", "serious"]],
  ] as const)("with %s exists beyond its limit only", (_, known, limitMs, expected) => {
    const at = (ageMs: number) => stuckItems(given({ open: [invocation("a", ageMs)], usual: known }))[0];
    expect(at(limitMs)).toBeUndefined();
    const item = at(limitMs + 1);
    expect(item && [item.basis, item.sure, item.severity]).toEqual(expected);
    expect(item?.limit_ms).toBe(limitMs);
  });

  it("is certain beyond the API's maximum of an hour, however long is usual", () => {
    const slow = [{ ...usual, p99_ms: 5 * hour }];
    expect(stuckItems(given({ open: [invocation("a", hour)], usual: slow }))).toEqual([]);
    expect(stuckItems(given({ open: [invocation("a", hour + 1)], usual: slow }))).toMatchObject([
      { basis: "limit", sure: "certain", severity: "serious", limit_ms: hour },
    ]);
  });

  it("is one per action", () => {
    const open = [
      invocation("a", hour),
      invocation("b", hour, { action_name: "ship" }),
      invocation("c", hour, { app_name: "bank" }),
    ];
    expect(stuckItems(given({ open })).map(({ app_name, action_name }) => [app_name, action_name])).toEqual([
      ["shop", "pay"],
      ["shop", "ship"],
      ["bank", "pay"],
    ]);
  });

  it("is another for the queue, from the oldest that waits for more than five minutes", () => {
    const queued = (id: string, ageMs: number) => invocation(id, ageMs, { status: "queued" });
    expect(waitingItems(given({ open: [queued("a", 5 * minute), invocation("r", hour)] }))).toEqual([]);
    const open = [
      queued("young", 1),
      queued("old", 5 * minute + 1),
      invocation("r", hour),
      queued("middle", minute),
    ];
    expect(waitingItems(given({ open }))).toEqual([
      {
        id: "waiting",
        kind: "waiting",
        severity: "serious",
        sure: "certain",
        since_ms: now - 5 * minute - 1,
        queued: 3,
        oldest: { id: "old", ...pay, started_at_ms: now - 5 * minute - 1 },
      },
    ]);
  });
});

describe("an item about a pool", () => {
  const pool = (counts: readonly (readonly [number, number])[], size: number | null = 10): PoolInput => {
    const samples = counts.map(([available, acquired], at) => ({
      at_ms: now - (counts.length - 1 - at) * 15_000,
      available,
      acquired,
      size,
    }));
    const config = { size, fill_rate_per_minute: 20 };
    const rest = { set: null, maxSilenceMs: 45_000, overMs: 300_000, targetMinutes: 60 };
    const insight = poolInsightOf({ poolId: "p", samples, config, ...rest });
    return { id: "p", name: "eu", proxy_id: null, samples, maxSilenceMs: 45_000, insight };
  };
  const itemOf = (counts: readonly (readonly [number, number])[], size?: number | null) =>
    poolItems({ pools: [pool(counts, size)] });
  const many = (count: number, each: readonly [number, number]) => Array.from({ length: count }, () => each);
  const common = {
    id: "pool:p",
    kind: "pool",
    pool_id: "p",
    name: "eu",
    sampled_at_ms: now,
    size: 10,
    drain_per_minute: null,
    minutes_left: null,
    unfilled_at_start: null,
  } as const;

  it("that cannot fill has its gap, since it is below its size", () => {
    const counts = [...many(2, [6, 4]), ...many(20, [2, 4])];
    expect(itemOf(counts)).toEqual([
      {
        ...common,
        state: "cannot_fill",
        severity: "serious",
        sure: "likely",
        available: 2,
        acquired: 4,
        unfilled: 4,
        unfilled_at_start: 4,
        since_ms: now - 19 * 15_000,
        from_ms: now - 19 * 15_000,
        samples: 20,
      },
    ]);
    expect(itemOf(many(20, [0, 4]))).toMatchObject([{ state: "cannot_fill", severity: "critical" }]);
  });

  it("that is empty has when it became so", () => {
    expect(
      itemOf([
        [1, 5],
        [1, 5],
        [0, 6],
        [0, 6],
      ]),
    ).toEqual([
      {
        ...common,
        state: "empty",
        severity: "critical",
        sure: "certain",
        available: 0,
        acquired: 6,
        unfilled: 4,
        since_ms: now - 15_000,
        from_ms: now - 45_000,
        samples: 4,
      },
    ]);
  });

  it("that is fully acquired is less severe; one without browsers and size needs none", () => {
    expect(
      itemOf([
        [0, 10],
        [0, 10],
      ]),
    ).toEqual([
      {
        ...common,
        state: "acquired",
        severity: "serious",
        sure: "certain",
        available: 0,
        acquired: 10,
        unfilled: 0,
        since_ms: now - 15_000,
        from_ms: now - 15_000,
        samples: 2,
      },
    ]);
    expect(
      itemOf(
        [
          [0, 3],
          [0, 3],
        ],
        null,
      ),
    ).toMatchObject([{ state: "acquired", unfilled: null, size: null }]);
    expect(
      itemOf(
        [
          [0, 0],
          [0, 0],
        ],
        0,
      ),
    ).toEqual([]);
    expect(itemOf([])).toEqual([]);
  });

  it("that will be empty within half an hour has the rate and the time left", () => {
    const draining = (perPoll: number, left: number) =>
      Array.from({ length: 17 }, (_, at) => {
        const taken = Math.floor(at * perPoll);
        return [left + Math.floor(16 * perPoll) - taken, taken] as const;
      });
    const soon = draining(0.25, 5);
    expect(itemOf(soon, 9)).toEqual([
      {
        ...common,
        size: 9,
        state: "emptying",
        severity: "serious",
        sure: "guess",
        available: 5,
        acquired: 4,
        unfilled: 0,
        since_ms: now - 240_000,
        from_ms: now - 240_000,
        samples: 17,
        drain_per_minute: 1,
        minutes_left: 5,
      },
    ]);
    expect(itemOf(draining(0.25, 6), 10)).toMatchObject([{ severity: "serious", minutes_left: 6 }]);
    expect(itemOf(draining(0.25, 30), 34)).toMatchObject([{ severity: "serious", minutes_left: 30 }]);
    expect(itemOf(draining(0.25, 31), 35)).toEqual([]);
  });
});

describe("an item about a proxy", () => {
  const dependents = { pools: 0, sessions: 0, invocations: 0, complete: true };
  const [up, down] = ["available", "unavailable"];
  const proxy = (statuses: readonly string[], changes: Partial<ProxyDetails> = {}): ProxyDetails => ({
    id: "x",
    name: "eu",
    status: statuses.at(-1) ?? null,
    checked_at_ms: now - 5,
    checks: statuses.map((status, at) => ({ at_ms: now - (statuses.length - 1 - at) * minute, status })),
    dependents,
    ...changes,
  });
  const itemOf = (...details: Parameters<typeof proxy>) =>
    proxyItems(given({ proxies: [proxy(...details)] }));

  it("that is down has its checks, since the first of the unavailable ones", () => {
    expect(itemOf([down, up, down, down])).toEqual([
      {
        id: "proxy:x",
        kind: "proxy",
        state: "down",
        severity: "notice",
        sure: "certain",
        since_ms: now - minute,
        proxy_id: "x",
        name: "eu",
        checked_at_ms: now - 5,
        checks: 4,
        unavailable: 3,
        flap: expect.closeTo(60, 9),
        dependents,
      },
    ]);
    expect(itemOf([down, down])).toMatchObject([{ since_ms: now - minute, flap: null }]);
    // The newest check is not recorded yet.
    expect(itemOf([up], { status: down })).toMatchObject([{ since_ms: now - 5 }]);
  });

  it("that flaps has when its checks begin", () => {
    expect(itemOf([up, down, up])).toMatchObject([
      { state: "flapping", severity: "notice", sure: "likely", since_ms: now - 2 * minute, unavailable: 1 },
    ]);
    expect(itemOf([up, up, up])).toEqual([]);
    expect(itemOf([], { status: null })).toEqual([]);
  });

  it.each([
    [{ ...dependents, pools: 1 }, "serious"],
    [{ ...dependents, sessions: 1 }, "critical"],
    [{ ...dependents, invocations: 1 }, "critical"],
  ])("is more severe with %j", (used, severity) => {
    const changes = { dependents: used };
    expect(itemOf([down], changes)).toMatchObject([{ severity, ...changes }]);
    expect(itemOf([up, down, up], changes)).toMatchObject([{ severity: "serious" }]);
  });
});

describe("items about the API and the recorder", () => {
  it("state since when the API is silent, never in the future", () => {
    const silent = (lastAnswerAtMs: number | null) =>
      attentionItems(given({ api: { failing: true, code: "timeout", lastAnswerAtMs } }));
    expect(silent(now - minute)).toEqual([
      {
        id: "silent",
        kind: "silent",
        severity: "critical",
        sure: "certain",
        since_ms: now - minute,
        code: "timeout",
        last_answer_at_ms: now - minute,
      },
    ]);
    expect(silent(now + minute)).toMatchObject([{ since_ms: now, last_answer_at_ms: now + minute }]);
    expect(silent(null)).toMatchObject([{ since_ms: null, last_answer_at_ms: null }]);
  });

  it("state that the recorder is off or fails", () => {
    const base = { id: "recorder", kind: "recorder", sure: "certain", severity: "serious" };
    const nowhere = { code: null, reached_ms: null, to_ms: null };
    const at = (status: "off" | "failing") =>
      attentionItems(given({ recorder: { status, since_ms: now - 7, lists: [], duties: [] } }));
    expect(at("off")).toEqual([{ ...base, ...nowhere, since_ms: now - 7, state: "off" }]);
    expect(at("failing")).toEqual([{ ...base, ...nowhere, since_ms: now - 7, state: "failing" }]);
  });

  it("state how far a backfill of at least five minutes has come", () => {
    const behind = (reached_ms: number | null) =>
      attentionItems(
        given({
          recorder: {
            status: "behind",
            since_ms: null,
            lists: [
              {
                list: "invocations",
                offered: true,
                mode: "fast",
                last_good_at_ms: null,
                skipped: 0,
                partly: null,
                failing_since_ms: null,
                code: null,
                behind: reached_ms === null ? null : { to_ms: now - hour, reached_ms },
              },
            ],
            duties: [],
          },
        }),
      );
    expect(behind(now - hour + 5 * minute)).toEqual([
      {
        id: "recorder",
        kind: "recorder",
        sure: "certain",
        severity: "notice",
        since_ms: null,
        state: "behind",
        code: null,
        reached_ms: now - hour + 5 * minute,
        to_ms: now - hour,
      },
    ]);
    expect(behind(now - hour + 5 * minute - 1)).toEqual([]);
    expect(behind(null)).toEqual([]);
  });
});

it("within a severity, orders by kind, then by the number of what is affected, then by id", () => {
  const proxy = (id: string, dependents: Partial<ProxyDetails["dependents"]>): ProxyDetails => ({
    id,
    name: null,
    status: "unavailable",
    checked_at_ms: now,
    checks: [],
    dependents: { pools: 0, sessions: 0, invocations: 0, complete: true, ...dependents },
  });
  const invocation = (id: string, action_name: string, status: string): OpenInvocation => ({
    id,
    app_name: "shop",
    action_name,
    version: "v1",
    status,
    started_at_ms: now - 61 * minute,
  });
  const input = given({
    api: { failing: true, code: null, lastAnswerAtMs: null },
    recorder: { status: "off", since_ms: null, lists: [], duties: [] },
    hour: [version("v1", 10, 10), version("v2", 30, 30), version("v3", 10, 10)],
    failures: [group({ version: "v9", key: "the service restarted", example: null })],
    proxies: [
      proxy("pools", { pools: 9 }),
      proxy("sessions", { sessions: 1 }),
      proxy("invocations", { invocations: 1 }),
    ],
    open: [
      invocation("a", "one", "running"),
      ...["b", "c"].map((id) => invocation(id, "two", "running")),
      invocation("d", "x", "queued"),
    ],
  });
  const expected = [
    "silent",
    "proxy:invocations",
    "proxy:sessions",
    "proxy:pools",
    'failing:["shop","pay","v2"]',
    'failing:["shop","pay","v1"]',
    'failing:["shop","pay","v3"]',
    "waiting",
    'stuck:["shop","two"]',
    'stuck:["shop","one"]',
    "interrupted",
    "recorder",
  ];
  expect(attentionItems(input).map(({ id }) => id)).toEqual(expected);
  const reversed = { ...input, hour: input.hour.toReversed(), open: input.open.toReversed() };
  expect(attentionItems({ ...reversed, proxies: input.proxies.toReversed() }).map(({ id }) => id)).toEqual(
    expected,
  );
});
