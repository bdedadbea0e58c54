import { describe, expect, it } from "vitest";
import { hour, minute, now, pay, quietFleet, version } from "../../tests/support/fakes/attention-input.ts";
import type { AttentionItem } from "../bff/attention.ts";
import { verdictOf } from "./action-verdict.ts";
import { attentionItems } from "./attention.ts";
import { actionsToCompare } from "./attention-failing.ts";
import type {
  AttentionInput,
  FailureGroup,
  OpenInvocation,
  PoolInput,
  ProxyDetails,
  VerdictInput,
  VersionCounts,
} from "./attention-input.ts";
import { emptyHistogram, withValue } from "./histogram.ts";
import { poolInsightOf } from "./pool-insight.ts";
import type { VersionSample } from "./version-change.ts";

const found = (input: Partial<AttentionInput>) => attentionItems({ ...quietFleet, ...input });
const failures = (name: string, invocations: number, example: string | null): FailureGroup => ({
  ...pay,
  version: name,
  key: example,
  example,
  invocations,
  first_ms: now - 20 * minute,
  last_ms: now - minute,
});

describe("failing items", () => {
  it("count ended invocations of the hour once, with kinds, inputs and other versions", () => {
    const [item] = found({
      hour: [version("v2", 7, 10), version("v1", 0, 6)],
      day: [version("v2", 7, 10), version("v1", 1, 40)],
      failures: [failures("v2", 2, "odd"), failures("v2", 5, "timeout")],
      inputs: [{ ...pay, version: "v2", inputs: 4 }],
    });
    expect(item).toMatchObject({
      kind: "failing",
      version: "v2",
      failed: 7,
      finished: 10,
      share: 0.7,
      severity: "critical",
      regressed: null,
      inputs: 4,
      kinds: 2,
      reasons: [{ example: "timeout", invocations: 5 }, { example: "odd" }],
      others: { failed: 1, finished: 40 },
      since_ms: now - 20 * minute,
    });
  });

  it("are absent below five ended invocations or a quarter failed", () => {
    expect(found({ hour: [version("v1", 4, 4)] })).toEqual([]);
    expect(found({ hour: [version("v1", 2, 10)] })).toEqual([]);
  });

  it("report a regression by insight while failures continue, also below a quarter", () => {
    const verdictInput = (base: VersionSample, newer: VersionSample): VerdictInput => ({
      ...pay,
      from_ms: now - 24 * hour,
      verdict: verdictOf([
        { ...base, firstInvocationAtMs: now - 9 * hour },
        { ...newer, firstInvocationAtMs: now - hour },
      ]),
    });
    const sample = (name: string, failed: number, ended: number): VersionSample => ({
      version: name,
      failed,
      ended,
      durations: emptyHistogram,
    });
    const verdicts = [verdictInput(sample("v1", 1, 400), sample("v2", 20, 100))];
    const [item] = found({ hour: [version("v2", 20, 100)], verdicts });
    expect(item).toMatchObject({
      sure: "likely",
      regressed: {
        since_version: "v2",
        base_version: "v1",
        base: { failed: 1, ended: 400 },
        newer: { failed: 20, ended: 100 },
        from_ms: now - 24 * hour,
      },
    });
    // It was, and it is not any more.
    expect(found({ hour: [version("v2", 0, 12)], verdicts })).toEqual([]);
    expect(found({ hour: [version("v1", 1, 12)], verdicts })).toEqual([]);
    // Insight has too few invocations to say so: often it fails all the same.
    const few = [verdictInput(sample("v1", 0, 40), sample("v2", 8, 10))];
    expect(found({ hour: [version("v2", 8, 10)], verdicts: few })).toMatchObject([{ regressed: null }]);
    expect(found({ hour: [version("v2", 1, 10)], verdicts: few })).toEqual([]);
  });

  it("actionsToCompare: ended in the hour and two versions with enough invocations, failing actions first", () => {
    const day = [version("v1", 0, 400), version("v2", 3, 30)];
    const hour_ = [version("v2", 3, 10)];
    expect(actionsToCompare({ hour: hour_, day })).toEqual([pay]);
    expect(actionsToCompare({ hour: [version("v2", 0, 10)], day })).toEqual([pay]);
    expect(actionsToCompare({ hour: [version("v2", 0, 0)], day })).toEqual([]);
    const of = (action_name: string, each: VersionCounts) => ({ ...each, action_name });
    const names = ["busy", "calm", "broken"];
    const hours = [version("v2", 0, 90), version("v2", 0, 10), version("v2", 1, 5)];
    expect(
      actionsToCompare({
        hour: hours.map((each, at) => of(names[at] ?? "", each)),
        day: names.flatMap((name) => day.map((each) => of(name, each))),
      }).map(({ action_name: name }) => name),
    ).toEqual(["broken", "busy", "calm"]);
    expect(actionsToCompare({ hour: hour_, day: [version("v1", 0, 400), version("v2", 3, 29)] })).toEqual([]);
    expect(actionsToCompare({ hour: hour_, day: day.map((each) => ({ ...each, app_name: "x" })) })).toEqual(
      [],
    );
  });

  it("exclude slower items of the same version", () => {
    const lasting = (ms: number) => Array.from({ length: 40 }, () => ms).reduce(withValue, emptyHistogram);
    const verdict = verdictOf([
      { version: "v1", ended: 40, failed: 0, durations: lasting(1_000), firstInvocationAtMs: now - 9 * hour },
      { version: "v2", ended: 40, failed: 0, durations: lasting(3_000), firstInvocationAtMs: now - hour },
    ]);
    const verdicts = [{ ...pay, from_ms: now - 24 * hour, verdict }];
    expect(found({ verdicts, hour: [version("v2", 8, 10)] }).map(({ kind }) => kind)).toEqual(["failing"]);
    expect(found({ verdicts, hour: [version("v2", 1, 10)] }).map(({ id }) => id)).toEqual([
      'slower:["shop","pay","v2"]',
    ]);
  });

  it("exclude interrupted invocations, which are one separate item", () => {
    const stopped = "the service stopped while this was running";
    const input = {
      hour: [version("v1", 6, 8), version("v2", 3, 3)],
      failures: [failures("v1", 6, stopped), failures("v2", 3, stopped)],
    };
    expect(found(input)).toMatchObject([{ id: "interrupted", invocations: 9, actions: 1 }]);
  });

  it("blame no version for a lost node, which is an item of its own", () => {
    const lost = "the runner ended without a result (its node one was lost)";
    const input = { hour: [version("v1", 6, 8)], failures: [failures("v1", 6, lost)] };
    expect(found(input)).toMatchObject([{ id: "interrupted:node", by: "node", invocations: 6, actions: 1 }]);
  });
});

describe("stuck and waiting items", () => {
  const invocation = (id: string, ageMs: number, status = "running"): OpenInvocation => ({
    ...pay,
    id,
    version: "v1",
    status,
    started_at_ms: now - ageMs,
  });
  const usual = [{ ...pay, p50_ms: 2_000, p99_ms: 60_000, invocations: 50, with_failed: false }];

  it("report invocations beyond twice the action's p99, one item per action", () => {
    expect(found({ open: [invocation("a", 110_000)], usual })).toEqual([]);
    const open = [invocation("a", 130_000), invocation("b", 5 * minute), invocation("c", 10_000)];
    expect(found({ open, usual })).toMatchObject([
      { kind: "stuck", invocations: 2, basis: "usual", sure: "likely", longest: [{ id: "b" }, { id: "a" }] },
    ]);
  });

  it("are a guess without history, and certain beyond the API's maximum", () => {
    expect(found({ open: [invocation("a", 9 * minute)] })).toEqual([]);
    expect(found({ open: [invocation("a", 11 * minute)] })).toMatchObject([{ basis: "long", sure: "guess" }]);
    expect(found({ open: [invocation("a", 61 * minute)], usual })).toMatchObject([
      { basis: "limit", sure: "certain" },
    ]);
  });

  it("report a queue older than five minutes", () => {
    expect(found({ open: [invocation("q", 4 * minute, "queued")] })).toEqual([]);
    const open = [invocation("q", 6 * minute, "queued"), invocation("r", minute, "queued")];
    expect(found({ open })).toMatchObject([{ kind: "waiting", queued: 2, oldest: { id: "q" } }]);
  });
});

describe("pool items", () => {
  const pool = (counts: readonly (readonly [number, number] | null)[], size = 10): PoolInput => {
    const samples = counts.map((each, at) => ({
      at_ms: now - (counts.length - 1 - at) * 15_000,
      available: each?.[0] ?? null,
      acquired: each?.[1] ?? null,
      size: each === null ? null : size,
    }));
    const maxSilenceMs = 45_000;
    const insight = poolInsightOf({
      poolId: "p",
      samples,
      config: { size, fill_rate_per_minute: 20 },
      set: null,
      maxSilenceMs,
      overMs: 300_000,
      targetMinutes: 60,
    });
    return { id: "p", name: "eu", proxy_id: null, samples, maxSilenceMs, insight };
  };
  const of = (input: PoolInput) => found({ pools: [input] });
  const many = (count: number, each: readonly [number, number]) => Array.from({ length: count }, () => each);

  it("report a gap that has not shrunk for three minutes, and none that has", () => {
    expect(of(pool(many(20, [2, 4])))).toMatchObject([
      { state: "cannot_fill", unfilled: 4, unfilled_at_start: 4, severity: "serious" },
    ]);
    const filling = Array.from({ length: 9 }, (_, at) => [1 + Math.floor(at / 2), 4] as const);
    expect(of(pool(filling))).toEqual([]);
    expect(of(pool(many(3, [2, 4])))).toEqual([]);
  });

  it("report empty and fully acquired pools since the first such sample", () => {
    expect(
      of(
        pool([
          [1, 5],
          [0, 6],
          [0, 6],
        ]),
      ),
    ).toMatchObject([{ state: "empty", severity: "critical", since_ms: now - 15_000 }]);
    expect(
      of(
        pool([
          [1, 9],
          [0, 10],
        ]),
      ),
    ).toMatchObject([{ state: "acquired", since_ms: now }]);
    expect(of(pool([[0, 0]], 0))).toEqual([]);
  });

  it("predict emptying from uninterrupted samples, not across a gap", () => {
    const consumption = Array.from(
      { length: 17 },
      (_, at) => [9 - Math.floor(at / 4), 1 + Math.floor(at / 4)] as const,
    );
    expect(of(pool(consumption))).toMatchObject([
      { state: "emptying", drain_per_minute: 1, minutes_left: 5 },
    ]);
    expect(of(pool([...consumption, null]))).toEqual([]);
    expect(of(pool([[5, 5], null]))).toEqual([]);
  });
});

describe("proxy items", () => {
  const proxy = (statuses: readonly string[], over: Partial<ProxyDetails> = {}): ProxyDetails => ({
    id: "x",
    name: null,
    status: statuses.at(-1) ?? null,
    checked_at_ms: now,
    checks: statuses.map((status, at) => ({ at_ms: now - (statuses.length - 1 - at) * minute, status })),
    dependents: { pools: 1, sessions: 0, invocations: 0, complete: true },
    ...over,
  });
  const [up, down] = ["available", "unavailable"];

  it("report a proxy as down since the first such check, more severe with dependents", () => {
    expect(found({ proxies: [proxy([up, up, down, down])] })).toMatchObject([
      { state: "down", severity: "serious", since_ms: now - minute, unavailable: 2, checks: 4 },
    ]);
    const dependents = { pools: 0, sessions: 0, invocations: 0, complete: true };
    expect(found({ proxies: [proxy([down], { dependents })] })).toMatchObject([{ severity: "notice" }]);
  });

  it("report flapping, and one item for a proxy that is down and flaps", () => {
    expect(found({ proxies: [proxy([up, down, up, down, up])] })).toMatchObject([{ state: "flapping" }]);
    expect(found({ proxies: [proxy([up, down, up, down])] })).toMatchObject([{ state: "down" }]);
    expect(found({ proxies: [proxy([up, up, up, up])] })).toEqual([]);
  });
});

describe("upstream and recorder items", () => {
  const failing = {
    list: "pools",
    offered: true,
    mode: "fast",
    last_good_at_ms: null,
    behind: null,
    skipped: 0,
    partly: null,
  } as const;
  const recorder = {
    status: "failing",
    since_ms: now - minute,
    lists: [{ ...failing, failing_since_ms: now - minute, code: "upstream_timeout" }],
    duties: [],
  } as const;
  const silent = { failing: true, code: "upstream_unreachable", lastAnswerAtMs: now - minute };

  it("come first, and do not repeat an unreachable API as a recorder failure", () => {
    const items = found({
      api: silent,
      recorder: { ...recorder, lists: [...recorder.lists], duties: [] },
      hour: [version("v1", 10, 10)],
    });
    expect(items.map(({ kind }) => kind)).toEqual(["silent", "failing"]);
    expect(found({ recorder: { ...recorder, lists: [...recorder.lists], duties: [] } })).toMatchObject([
      { kind: "recorder", state: "failing", code: "upstream_timeout" },
    ]);
    // A list that nobody needs fails for longer than the duty that makes the recorder fail.
    const proxies = { ...failing, list: "proxies" as const, failing_since_ms: now - hour, code: "refused" };
    const noting = {
      duty: "noting" as const,
      failing_since_ms: now - minute,
      code: "store_unavailable",
      lost: 1,
    };
    expect(found({ recorder: { ...recorder, lists: [proxies], duties: [noting] } })).toMatchObject([
      { kind: "recorder", state: "failing", code: "store_unavailable" },
    ]);
    // A database that fails is no consequence of the API's failure, which began before.
    const both = {
      ...recorder,
      lists: recorder.lists.map((list) => ({ ...list, failing_since_ms: now - hour })),
      duties: [noting],
    };
    expect(found({ api: silent, recorder: both })).toMatchObject([
      { kind: "silent" },
      { kind: "recorder", state: "failing", code: "store_unavailable", since_ms: now - minute },
    ]);
  });

  it("report a recorder that is off, or a long backfill", () => {
    expect(found({ recorder: { status: "off", since_ms: null, lists: [], duties: [] } })).toMatchObject([
      { state: "off" },
    ]);
    const behind = (reached_ms: number) => ({
      status: "behind" as const,
      since_ms: null,
      lists: [
        { ...failing, failing_since_ms: null, code: null, behind: { to_ms: now - 24 * hour, reached_ms } },
      ],
      duties: [],
    });
    expect(found({ recorder: behind(now - hour) })).toMatchObject([{ state: "behind", severity: "notice" }]);
    expect(found({ recorder: behind(now - 24 * hour + minute) })).toEqual([]);
  });
});

it("orders by severity, with stable and unique ids", () => {
  const input: Partial<AttentionInput> = {
    hour: [version("v1", 2, 6), version("v2", 12, 12)],
    proxies: [
      {
        id: "x",
        name: null,
        status: "unavailable",
        checked_at_ms: now,
        checks: [],
        dependents: { pools: 2, sessions: 1, invocations: 1, complete: true },
      },
    ],
    open: [{ ...pay, id: "a", version: "v1", status: "running", started_at_ms: now - 20 * minute }],
  };
  const ids = (items: readonly AttentionItem[]) => items.map(({ id }) => id);
  const items = found(input);
  expect(items.map(({ severity }) => severity)).toEqual(["critical", "serious", "serious", "notice"]);
  expect(new Set(ids(items)).size).toBe(items.length);
  expect(ids(found({ ...input, nowMs: now + 5_000, hour: input.hour?.toReversed() ?? [] }))).toEqual(
    ids(items),
  );
});
