import { describe, expect, it } from "vitest";
import type { ActionVerdict } from "../bff/insight.ts";
import { verdictOf } from "./action-verdict.ts";
import { alertItems } from "./attention-alerts.ts";
import type { OpenAlert, SpikeInput } from "./attention-input.ts";
import { slowerItems } from "./attention-slower.ts";
import { spikeItems } from "./attention-spike.ts";
import { emptyHistogram, withValue } from "./histogram.ts";

const now = Date.UTC(2026, 10, 21, 12, 2);
const minute = 60_000;
const hour = 60 * minute;
const pay = { app_name: "shop", action_name: "pay" };

describe("slower items", () => {
  const version = (name: string, ended: number, ms: number, at: number) => ({
    version: name,
    ended,
    failed: 0,
    durations: Array.from({ length: ended }, () => ms).reduce(withValue, emptyHistogram),
    firstInvocationAtMs: at,
  });
  const ran = (name: string, finished: number) => [{ ...pay, version: name, failed: 0, finished }];
  const of = (verdict: ActionVerdict, hours = ran("v2", 1), reported: typeof hours = []) =>
    slowerItems(
      { nowMs: now, hour: hours, verdicts: [{ ...pay, from_ms: now - 24 * hour, verdict }] },
      reported,
    );
  const old = version("v1", 120, 1_000, now - 9 * hour);

  it("contain p50 and p95 of both versions with the sample sizes", () => {
    const [item, ...more] = of(verdictOf([old, version("v2", 40, 3_000, now - hour)]));
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      kind: "slower",
      severity: "serious",
      sure: "likely",
      since_ms: now - hour,
      version: "v2",
      base_version: "v1",
      since_version: "v2",
      median: { worse: true, needed: 30, base: { measured: 120 }, newer: { measured: 40 } },
      // Forty of the newer are too few for a p95.
      tail: { worse: false, needed: 100 },
      from_ms: now - 24 * hour,
      to_ms: now,
    });
    // A histogram is within a twentieth of either.
    expect(Math.abs((item?.median.ratio ?? 0) / 3 - 1)).toBeLessThan(0.11);
    expect(Math.abs((item?.median.newer.ms ?? 0) / 3_000 - 1)).toBeLessThan(0.05);
  });

  it("are notices below a ratio of two", () => {
    expect(of(verdictOf([old, version("v2", 40, 1_600, now - hour)]))).toMatchObject([
      { severity: "notice" },
    ]);
  });

  it("are absent without a regression, for versions that no longer run, and for failing versions", () => {
    const slow = verdictOf([old, version("v2", 40, 3_000, now - hour)]);
    expect(of(verdictOf([old, version("v2", 29, 3_000, now - hour)]))).toEqual([]);
    expect(of(verdictOf([old, version("v2", 40, 1_050, now - hour)]))).toEqual([]);
    // It was taken back: the version before it runs again.
    expect(of(slow, ran("v1", 12))).toEqual([]);
    expect(of(slow, ran("v2", 0))).toEqual([]);
    expect(of(slow, ran("v2", 12), ran("v2", 12))).toEqual([]);
    expect(of(slow, ran("v2", 12), ran("v1", 12))).toHaveLength(1);
  });
});

describe("spike items", () => {
  const input: SpikeInput = {
    since_ms: now - 15 * minute,
    until_ms: now,
    base_since_ms: now - 24 * hour,
    recent: { failed: 10, ended: 25 },
    base: { failed: 2, ended: 100 },
    interrupted: { recent: 0, base: 0 },
    shared: null,
  };

  it("contain both shares and the common attribute", () => {
    const shared = {
      kind: "proxy",
      id: "px",
      name: "eu",
      app_name: null,
      action_name: null,
      version: null,
      failed_with: 9,
      failed: 10,
      ended_with: 10,
      ended: 25,
      lift: 2.25,
    } as const;
    expect(spikeItems({ spike: { ...input, shared } })).toMatchObject([
      {
        id: "spike",
        severity: "critical",
        sure: "likely",
        since_ms: null,
        recent: { failed: 10, ended: 25 },
        base: { failed: 2, ended: 100 },
        shared: { kind: "proxy", name: "eu", failed_with: 9, lift: 2.25 },
      },
    ]);
    // Thirteen of twenty-five are more than half.
    const half = { ...input, recent: { failed: 13, ended: 25 } };
    expect(spikeItems({ spike: half })).toMatchObject([{ severity: "critical" }]);
    expect(spikeItems({ spike: null })).toEqual([]);
  });

  it("exclude interrupted invocations", () => {
    // 4 of 19 are too few to judge.
    expect(spikeItems({ spike: { ...input, interrupted: { recent: 6, base: 0 } } })).toEqual([]);
    const recent = { failed: 16, ended: 31 };
    expect(spikeItems({ spike: { ...input, recent, interrupted: { recent: 6, base: 2 } } })).toMatchObject([
      { recent: { failed: 10, ended: 25 }, base: { failed: 0, ended: 98 } },
    ]);
    // All of it was: counted from two tables, there may be one more of them.
    expect(spikeItems({ spike: { ...input, interrupted: { recent: 11, base: 0 } } })).toEqual([]);
  });
});

describe("alert items", () => {
  const alert = (kind: OpenAlert["kind"], over: Partial<OpenAlert> = {}): OpenAlert => ({
    kind,
    subject: "x",
    rule_name: `rule of ${kind}`,
    label: "x",
    message: "3 of 3 checks failed",
    known: true,
    fired_at_ms: now - 5 * minute,
    muted_until_ms: null,
    ...over,
  });
  const of = (...open: OpenAlert[]) => alertItems({ alerts: { open, complete: true } });

  it("combine open alerts with the text of the most severe; muted ones are counted separately", () => {
    expect(
      of(
        alert("proxy_flapping", { fired_at_ms: now - 50 * minute }),
        alert("failure_share", { label: "newer", fired_at_ms: now - minute }),
        alert("failure_share", { label: "older" }),
        alert("upstream_unreachable", { known: false }),
        alert("pool_cannot_fill", { muted_until_ms: now + minute }),
      ),
    ).toEqual([
      {
        id: "alerts",
        kind: "alerts",
        severity: "serious",
        sure: "certain",
        since_ms: now - 50 * minute,
        open: 4,
        muted: 1,
        complete: true,
        mostSevere: {
          rule_name: "rule of failure_share",
          label: "older",
          message: "3 of 3 checks failed",
          known: true,
        },
      },
    ]);
  });

  it("are a notice without any data, and absent if all are muted", () => {
    expect(of(alert("stuck", { known: false }))).toMatchObject([{ severity: "notice", open: 1 }]);
    expect(of(alert("stuck", { muted_until_ms: now + 1 }))).toEqual([]);
    expect(of()).toEqual([]);
  });
});
