// What is one entry and what is a symptom, on scripted fleets.
import { describe, expect, it } from "vitest";
import { hour, minute, now, pay, quietFleet, version } from "../../tests/support/fakes/attention-input.ts";
import { attentionOf } from "./attention.ts";
import type {
  AttentionInput,
  FailureGroup,
  OpenAlert,
  OpenInvocation,
  PoolInput,
  ProxyDetails,
  ProxyUse,
} from "./attention-input.ts";
import { poolInsightOf } from "./pool-insight.ts";

const entries = (input: Partial<AttentionInput>) => attentionOf({ ...quietFleet, ...input });
/** `cause > symptom, symptom`, by id. */
const shape = (input: Partial<AttentionInput>) =>
  entries(input).map(({ cause, symptoms }) =>
    symptoms.length === 0 ? cause.id : `${cause.id} > ${symptoms.map(({ id }) => id).join(", ")}`,
  );

const failures = (name: string, invocations: number): FailureGroup => ({
  ...pay,
  version: name,
  key: "timeout",
  example: "timeout",
  invocations,
  first_ms: now - 20 * minute,
  last_ms: now - minute,
});
const running = (id: string, ageMs = 20 * minute, changes: Partial<OpenInvocation> = {}): OpenInvocation => ({
  ...pay,
  id,
  version: "v1",
  status: "running",
  started_at_ms: now - ageMs,
  ...changes,
});
const proxy = (id: string, changes: Partial<ProxyDetails> = {}): ProxyDetails => ({
  id,
  name: null,
  status: "unavailable",
  checked_at_ms: now,
  checks: [{ at_ms: now - 5 * minute, status: "unavailable" }],
  dependents: { pools: 0, sessions: 0, invocations: 0, complete: true },
  ...changes,
});
const inUse = { dependents: { pools: 1, sessions: 2, invocations: 1, complete: true } };

/** A pool of ten with the same counts for five minutes. */
function pool(id: string, available: number, acquired: number, proxyId: string | null = null): PoolInput {
  const samples = Array.from({ length: 20 }, (_, at) => ({
    at_ms: now - (19 - at) * 15_000,
    available,
    acquired,
    size: 10,
  }));
  const config = { size: 10, fill_rate_per_minute: 20 };
  const rest = { set: null, maxSilenceMs: 45_000, overMs: 300_000, targetMinutes: 60 };
  const insight = poolInsightOf({ poolId: id, samples, config, ...rest });
  return { id, name: id, proxy_id: proxyId, samples, maxSilenceMs: 45_000, insight };
}
const usual = { ...pay, p50_ms: 2_000, p99_ms: 60_000, invocations: 50, with_failed: false };
const use = (changes: Partial<ProxyUse> = {}): ProxyUse => ({
  ...pay,
  proxy_id: "p",
  version: "v1",
  failed: 8,
  ended: 12,
  failed_with: 8,
  ended_with: 8,
  ...changes,
});
const alert = (kind: OpenAlert["kind"], subject: string, changes: Partial<OpenAlert> = {}): OpenAlert => ({
  kind,
  subject,
  rule_name: kind,
  label: subject,
  message: "bad",
  known: true,
  fired_at_ms: now - minute,
  muted_until_ms: null,
  ...changes,
});

describe("a proxy that is down", () => {
  const fleet = {
    proxies: [proxy("p", inUse)],
    pools: [pool("eu", 0, 4, "p"), pool("us", 5, 5)],
    hour: [version("v1", 8, 12)],
    failures: [failures("v1", 8)],
    proxyUses: [use()],
    open: [running("a"), running("b"), running("c")],
    usual: [usual],
    stuckBrowsers: [
      { invocation_id: "a", pool_id: "eu", proxy_id: "p" },
      { invocation_id: "b", pool_id: "eu", proxy_id: "p" },
    ],
  } satisfies Partial<AttentionInput>;

  it("is one entry with the pool that cannot fill, the actions that fail and the stuck invocations", () => {
    expect(shape(fleet)).toEqual(['proxy:p > failing:["shop","pay","v1"], pool:eu, stuck:["shop","pay"]']);
  });

  it("has the alerts about all of them, and no entry for these", () => {
    const open = [
      alert("proxy_down", "p"),
      alert("pool_cannot_fill", "eu"),
      alert("failure_share", "shop/pay"),
      alert("stuck", "shop/pay", { muted_until_ms: now + minute }),
    ];
    expect(entries({ ...fleet, alerts: { open, complete: true } })).toMatchObject([
      { cause: { id: "proxy:p" }, severity: "critical", alerts: 3 },
    ]);
  });

  it("is worth knowing only while nothing uses it, and comes last", () => {
    const found = entries({ ...fleet, proxies: [proxy("q"), proxy("p", inUse)] });
    expect(found.map(({ cause, severity }) => [cause.id, severity])).toEqual([
      ["proxy:p", "critical"],
      ["proxy:q", "notice"],
    ]);
  });

  it("will hit users where only a pool that is full has it", () => {
    const dependents = { pools: 1, sessions: 0, invocations: 0, complete: true };
    const [entry] = entries({ proxies: [proxy("p", { dependents })], pools: [pool("eu", 6, 4, "p")] });
    expect(entry).toMatchObject({ severity: "serious", symptoms: [] });
  });

  it("does not explain failures that are as frequent without it, or of another version", () => {
    const split = use({ failed: 8, ended: 16, failed_with: 4, ended_with: 8 });
    const apart = ["proxy:p > pool:eu", 'failing:["shop","pay","v1"] > stuck:["shop","pay"]'];
    const without = { ...fleet, stuckBrowsers: [] };
    expect(shape({ ...without, proxyUses: [split] })).toEqual(apart);
    expect(shape({ ...without, proxyUses: [use({ version: "v2" })] })).toEqual(apart);
    expect(shape({ ...without, proxyUses: [use({ proxy_id: "other" })] })).toEqual(apart);
  });

  it("explains failures where all invocations use it", () => {
    const all = use({ failed: 8, ended: 12, failed_with: 8, ended_with: 12 });
    expect(shape({ ...fleet, proxyUses: [all] })).toHaveLength(1);
  });
});

const spike = {
  since_ms: now - 15 * minute,
  until_ms: now,
  base_since_ms: now - 24 * hour,
  recent: { failed: 20, ended: 30 },
  base: { failed: 4, ended: 400 },
  interrupted: { recent: 0, base: 0 },
  shared: null,
};

describe("a spike", () => {
  it("is not explained by a version that failed before it only", () => {
    const old = { ...failures("v5", 20), last_ms: now - 40 * minute };
    expect(shape({ hour: [version("v5", 20, 30)], failures: [old], spike })).toContain("spike");
  });

  it("is not explained by an action with a small part of its failures", () => {
    const ship = { action_name: "ship" };
    const fleet = {
      hour: [version("v5", 6, 8), { ...version("v1", 5, 8), ...ship }],
      failures: [failures("v5", 6), { ...failures("v1", 5), ...ship }],
    };
    expect(shape({ ...fleet, spike })).toContain("spike");
  });
});

describe("a new version that fails", () => {
  it("is one entry of its action: other versions, stuck and slower ones and the spike are no entries", () => {
    const found = entries({
      hour: [version("v5", 12, 20), version("v4", 8, 20)],
      day: [version("v5", 12, 20), version("v4", 10, 300)],
      failures: [failures("v5", 12), failures("v4", 8)],
      open: [running("a", 20 * minute, { version: "v5" })],
      usual: [usual],
      spike,
    });
    expect(found).toMatchObject([
      {
        severity: "critical",
        cause: { kind: "failing", version: "v5" },
        symptoms: [{ kind: "failing", version: "v4" }, { kind: "spike" }, { kind: "stuck" }],
      },
    ]);
  });

  it("is a matter of yesterday when its last failure is", () => {
    const old = { ...failures("v5", 12), last_ms: now - 40 * minute };
    expect(entries({ hour: [version("v5", 12, 20)], failures: [old] })).toMatchObject([
      { severity: "serious" },
    ]);
  });

  it("leaves another action its own entry", () => {
    const ship = { ...version("v1", 9, 10), action_name: "ship" };
    expect(shape({ hour: [version("v5", 12, 20), ship] })).toHaveLength(2);
  });
});

describe("a pool drained by stuck invocations", () => {
  const held = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ invocation_id: `i${at}`, pool_id: "kiosk", proxy_id: null }));
  const fleet = {
    pools: [pool("kiosk", 0, 10)],
    open: Array.from({ length: 6 }, (_, at) => running(`i${at}`)),
    usual: [usual],
  };

  it("is a symptom of those that hold most of its browsers, which then hit users", () => {
    expect(shape({ ...fleet, stuckBrowsers: held(6) })).toEqual(['stuck:["shop","pay"] > pool:kiosk']);
    expect(shape({ ...fleet, stuckBrowsers: held(4) })).toEqual(["pool:kiosk", 'stuck:["shop","pay"]']);
  });

  it("is an entry of its own where the invocations are not stuck, or their browsers not known", () => {
    const young = fleet.open.map((each) => ({ ...each, started_at_ms: now - minute }));
    expect(shape({ ...fleet, open: young, stuckBrowsers: held(6) })).toEqual(["pool:kiosk"]);
    expect(shape(fleet)).toHaveLength(2);
  });
});

describe("an API that does not answer", () => {
  const api = { failing: true, code: "upstream_unreachable", lastAnswerAtMs: now - minute };

  it("is one entry with what cannot be known meanwhile, and its alert", () => {
    const open = [running("a"), running("q", 20 * minute, { status: "queued" })];
    const alerts = { open: [alert("upstream_unreachable", "")], complete: true };
    expect(entries({ api, open, usual: [usual], alerts })).toMatchObject([
      { cause: { kind: "silent" }, symptoms: [{ kind: "waiting" }, { kind: "stuck" }], alerts: 1 },
    ]);
  });

  it("is not the cause of a pool that was short before, though stuck invocations hold its browsers", () => {
    const stuckBrowsers = ["a", "b"].map((id) => ({ invocation_id: id, pool_id: "kiosk", proxy_id: null }));
    const open = [running("a"), running("b")];
    const found = entries({ api, open, usual: [usual], pools: [pool("kiosk", 0, 2)], stuckBrowsers });
    expect(found.map(({ cause: { kind } }) => kind).sort()).toEqual(["pool", "silent"]);
  });

  it("does not let open invocations age", () => {
    const open = [running("a", 90_000)];
    expect(entries({ open, usual: [usual], openAtMs: now })).toEqual([]);
    expect(entries({ open, usual: [usual], openAtMs: now + minute })).toHaveLength(1);
  });
});

describe("alerts", () => {
  it("about nothing listed are one entry", () => {
    const open = [
      alert("proxy_down", "gone"),
      alert("failure_share", "a%2Fb/c"),
      alert("recorder_behind", "pools"),
    ];
    expect(entries({ alerts: { open, complete: true } })).toMatchObject([
      { cause: { kind: "alerts", open: 3 }, symptoms: [], alerts: 0 },
    ]);
  });

  it("about an action whose name has a slash are found", () => {
    const named = { ...version("v1", 9, 10), app_name: "a/b", action_name: "c d" };
    const open = [alert("failure_share", "a%2Fb/c%20d")];
    expect(entries({ hour: [named], alerts: { open, complete: true } })).toMatchObject([{ alerts: 1 }]);
  });
});

it("is empty where nothing is wrong", () => {
  expect(
    entries({
      pools: [pool("eu", 6, 4, "p")],
      proxies: [proxy("p", { ...inUse, status: "available", checks: [{ at_ms: now, status: "available" }] })],
      hour: [version("v1", 1, 40)],
      open: [running("a", minute)],
      usual: [usual],
    }),
  ).toEqual([]);
});
