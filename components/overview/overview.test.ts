import { describe, expect, it } from "vitest";
import { invocationSearchParams } from "@/components/invocations/list/invocation-search-params";
import type { Attention, AttentionCheck, AttentionEntry, AttentionItem } from "@/lib/bff/attention";
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { invocationGapLimit } from "@/lib/bff/recorder-gap";
import type { Pool } from "@/lib/contract/pools";
import { decodeQuery } from "@/lib/contract/request";
import { formatExamined, unavailableMessages } from "./attention-check-messages.ts";
import { attentionMessage } from "./attention-messages.ts";
import type { Of } from "./attention-parts.ts";
import {
  capacity,
  countText,
  cutShort,
  failedPath,
  formatPoolCount,
  formatRoom,
  formatUnfilled,
  missingOf,
  newestSampleMs,
  oldestSampleMs,
} from "./figures.ts";
import {
  durationPoints,
  figuresOf,
  shownFromMs,
  statusPoints,
  unrecordedSpansOf,
} from "./invocation-points.ts";
import { figureRowTexts } from "./overview-messages.ts";
import { sinceOfRange } from "./overview-search-params.ts";
import { formatMissing } from "./series-completeness.ts";

const t0 = Date.UTC(2026, 0, 1, 12);
const counts = { queued: 0, running: 1, succeeded: 3, failed: 1, other: 0, p50_ms: 10, p95_ms: 40 };
const series: InvocationSeries = {
  since_ms: t0,
  until_ms: t0 + 3_600_000,
  bucket_ms: 300_000,
  groups: [
    {
      ...counts,
      app_name: "",
      action_name: "",
      version: "",
      buckets: [{ at_ms: t0, ...counts, p50_ms: null, p95_ms: null }],
    },
  ],
  groups_left_out: 0,
  complete: true,
  began_at_ms: t0 - 1,
  complete_from_ms: t0 - 1,
  gaps: [],
  last_good_at_ms: t0,
};

const pool = (available: number, acquired: number, size?: number): Pool => ({
  id: `pool-${available}`,
  available_count: available,
  acquired_count: acquired,
  created_at: new Date(t0).toISOString(),
  browser_pool_config: size === undefined ? {} : { size },
});

describe("figures", () => {
  it("compute a share of ended invocations only", () => {
    expect(figuresOf(series)).toEqual({ failed: 1, finished: 4, share: 0.25, p50Ms: 10, p95Ms: 40 });
    expect(figuresOf({ ...series, groups: [] }).share).toBeUndefined();
  });

  it("show when a list has further pages", () => {
    expect(countText({ items: [1, 2], paging: { hasMore: true } })).toBe("2+");
    expect(countText({ items: [1, 2] })).toBe("2");
  });

  it("have no total where a pool's size is unknown", () => {
    expect(capacity([pool(1, 1, 4), pool(2, 0, 2)])).toEqual({
      available: 3,
      acquired: 1,
      size: 6,
      unfilled: 2,
    });
    const partly = capacity([pool(1, 1, 4), pool(2, 0)]);
    expect(partly.size).toBeUndefined();
    expect(formatUnfilled(partly, "")).toEqual(["2 missing where the size is known"]);
    expect(formatUnfilled(capacity([pool(1, 1, 4)]), "+")).toEqual(["2+ missing"]);
    expect(formatUnfilled(capacity([pool(3, 1, 4)]), "")).toEqual([]);
  });

  it("name the pools of the sum before what is missing in some of them", () => {
    const items = [pool(1, 1, 4), pool(2, 0, 2)];
    expect(formatRoom({ items }, "")).toBe("in 2 pools, 2 missing");
  });

  it("have the age of the newest pool sample, not of the last request", () => {
    const rest = { available_min: null, acquired: null, size: null, unfilled: null };
    const at = (at_ms: number, available: number | null) => ({ ...rest, at_ms, available });
    const pools = [
      { pool_id: "a", samples: [at(t0, 1), at(t0 + 9, null)] },
      { pool_id: "b", samples: [at(t0 + 5, 0)] },
      { pool_id: "c", samples: [at(t0 + 8, null)] },
    ];
    expect(newestSampleMs(pools)).toBe(t0 + 5);
    expect(newestSampleMs([])).toBeUndefined();
    expect(oldestSampleMs(pools)).toBe(
      Math.min(
        ...pools.flatMap(({ samples }) =>
          samples.filter(({ available }) => available !== null).map(({ at_ms }) => at_ms),
        ),
      ),
    );
    expect(oldestSampleMs([])).toBeUndefined();
  });
});

/** A response with these items and no checks. */
const entryOf = (cause: AttentionItem, symptoms: AttentionItem[] = [], alerts = 0): AttentionEntry => ({
  severity: cause.severity,
  cause,
  symptoms,
  alerts,
});
const attentionOf = (...causes: AttentionItem[]): Attention => ({
  computed_at_ms: t0,
  from_ms: t0,
  open: { running: 0, queued: 0, oldest_queued_ms: null, read_at_ms: t0, complete: true },
  entries: causes.map((cause) => entryOf(cause)),
  checks: [],
});

describe("scope of figures", () => {
  it("names the pools that a sum covers", () => {
    expect(formatPoolCount({ items: [pool(1, 1)] })).toBe("in 1 pool");
    expect(formatPoolCount({ items: [pool(1, 1), pool(2, 1)], bad: [{}] })).toBe(
      "in 2 pools, 1 cannot be read",
    );
    expect(formatPoolCount({ items: [pool(1, 1), pool(2, 1)], paging: { hasMore: true } })).toBe(
      "in the first 2 pools",
    );
    expect(missingOf({ items: [1], bad: [{}], paging: { hasMore: true } })).toBe(
      "of the newest 1, 1 cannot be read",
    );
    expect(missingOf({ items: [1] })).toBeUndefined();
  });

  it("links to exactly the failed invocations that were counted", () => {
    const { searchParams } = new URL(failedPath(series), "http://x");
    expect(searchParams.get("status")).toBe("failed");
    expect(Date.parse(searchParams.get("since") ?? "")).toBe(series.since_ms);
  });

  it("names the day that a figure begins at, unless it is today", () => {
    const text = (agoMs: number) => figureRowTexts.startedAndEndedSince(t0 - agoMs, t0, "UTC");
    expect(text(3_600_000)).toBe("Invocations that started since 11:00 and have ended.");
    expect(text(7 * 86_400_000)).toBe("Invocations that started since 2025-12-25 12:00 and have ended.");
  });

  it("counts invocations cut short only for the same period", () => {
    const interrupted: AttentionItem = {
      id: "interrupted",
      kind: "interrupted",
      severity: "serious",
      sure: "certain",
      since_ms: t0,
      invocations: 3,
      actions: 1,
      from_ms: t0,
      to_ms: t0 + 1,
      last_ms: t0,
    };
    expect(cutShort(series, attentionOf(interrupted))).toBe(3);
    expect(cutShort(series, attentionOf({ ...interrupted, from_ms: t0 - 300_000 }))).toBeUndefined();
    expect(cutShort(series, attentionOf())).toBeUndefined();
    const lost: AttentionItem = Object.assign({}, interrupted, {
      id: "interrupted:node",
      by: "node",
      invocations: 2,
    });
    expect(cutShort(series, attentionOf(interrupted, lost))).toBe(5);
    // One of a replica of the version before says nothing of nodes.
    expect(attentionMessage(entryOf(interrupted), attentionOf()).title).toMatch(/stopped by the service$/);
    const message = attentionMessage(entryOf(lost), attentionOf());
    expect(message.title).toBe("2 invocations of 1 action lost with a node");
    expect(message.href).toContain("reason_has=its");
    // The figure counts them among the failed.
    expect(attentionMessage(entryOf(interrupted), attentionOf()).evidence.map(({ text }) => text)).toContain(
      "Not counted against their versions",
    );
  });
});

describe("the recorded series", () => {
  it("shows a bucket in which nothing ended as a gap, not as zero", () => {
    expect(statusPoints(series)[0]).toMatchObject({
      atMs: t0,
      values: { succeeded: 3, failed: 1, running: 1 },
    });
    expect(durationPoints(series)).toEqual([{ atMs: t0 + 150_000, values: { p50: null, p95: null } }]);
  });

  const failedBy = (read: InvocationSeries) =>
    statusPoints(read).map(({ atMs, values }) => [(atMs - t0) / 300_000, values.failed]);
  const minutes = (count: number) => t0 + count * 60_000;
  const gap = { list: "invocations", why: "x", filled: false };

  it("is zero where a recorded step had no starts, and unknown where it was not recorded", () => {
    const whole: InvocationSeries = { ...series, until_ms: minutes(26), last_good_at_ms: minutes(26) };
    expect(failedBy(whole)).toEqual([0, 1, 2, 3, 4, 5].map((step) => [step, step === 0 ? 1 : 0]));
    // A gap of one minute makes its empty step unknown; a step with invocations keeps them.
    const shortGap = { ...gap, from_ms: minutes(12), to_ms: minutes(13) };
    const early = { ...gap, from_ms: minutes(1), to_ms: minutes(2) };
    expect(failedBy({ ...whole, complete: false, gaps: [shortGap, early] })).toEqual([
      [0, 1],
      [1, 0],
      [2, null],
      [3, 0],
      [4, 0],
      [5, 0],
    ]);
    // An open gap reaches to the end; steps after the last read are unknown, too.
    const lasting = { ...gap, from_ms: minutes(22), to_ms: null };
    expect(failedBy({ ...whole, complete: false, gaps: [lasting] }).slice(3)).toEqual([
      [3, 0],
      [4, null],
      [5, null],
    ]);
    expect(failedBy({ ...whole, last_good_at_ms: minutes(11) }).slice(1)).toEqual([
      [1, 0],
      [2, 0],
      [3, null],
      [4, null],
      [5, null],
    ]);
    // Backfilled to the 12th minute only, and not yet at all.
    expect(
      failedBy({ ...whole, complete: false, began_at_ms: minutes(13), complete_from_ms: minutes(12) }),
    ).toEqual([
      [2, null],
      [3, 0],
      [4, 0],
      [5, 0],
    ]);
    expect(failedBy({ ...whole, complete: false, complete_from_ms: null })).toEqual([
      [0, 1],
      ...[1, 2, 3, 4, 5].map((step) => [step, null]),
    ]);
  });

  it("returns the unrecorded periods within the shown range", () => {
    expect(unrecordedSpansOf(series)).toEqual([]);
    const gaps = [
      { ...gap, from_ms: minutes(50), to_ms: null },
      { ...gap, from_ms: minutes(20), to_ms: minutes(30), filled: true },
      { ...gap, from_ms: minutes(12), to_ms: minutes(14) },
      { ...gap, from_ms: minutes(10), to_ms: minutes(13) },
      { ...gap, from_ms: minutes(-10), to_ms: minutes(1) },
    ];
    expect(unrecordedSpansOf({ ...series, gaps })).toEqual([
      { fromMs: minutes(0), toMs: minutes(1) },
      { fromMs: minutes(10), toMs: minutes(14) },
      { fromMs: minutes(50), toMs: minutes(60) },
    ]);
    const many = Array.from({ length: 50 }, (_, at) => ({
      ...gap,
      from_ms: minutes(30) + at * 1000,
      to_ms: minutes(30) + (at + 1) * 1000,
    }));
    expect(unrecordedSpansOf({ ...series, gaps: many })).toEqual([
      { fromMs: minutes(0), toMs: minutes(30) + 50_000 },
    ]);
    expect(unrecordedSpansOf({ ...series, complete_from_ms: null })).toEqual([
      { fromMs: minutes(0), toMs: minutes(60) },
    ]);
  });

  it("begins at the first recorded moment", () => {
    expect(shownFromMs(series)).toBe(t0);
    expect(shownFromMs({ ...series, began_at_ms: t0 + 50, complete_from_ms: t0 + 50 })).toBe(t0 + 50);
    expect(shownFromMs({ ...series, began_at_ms: t0 + 50, complete_from_ms: t0 - 50 })).toBe(t0);
  });

  it("begins with the first invocation where there was none before, and has six steps at least", () => {
    const counts = { queued: 0, running: 0, succeeded: 1, failed: 0, other: 0, p50_ms: null, p95_ms: null };
    const startedAt = (atMs: number) => ({
      ...series,
      bucket_ms: 60_000,
      groups: [
        { ...counts, app_name: "", action_name: "", version: "", buckets: [{ ...counts, at_ms: atMs }] },
      ],
    });
    expect(shownFromMs(startedAt(minutes(40)))).toBe(minutes(40));
    expect(shownFromMs(startedAt(minutes(58)))).toBe(minutes(54));
  });

  it("describes what is missing", () => {
    expect(formatMissing(series)).toBeUndefined();
    expect(formatMissing({ ...series, began_at_ms: null, complete: false })).toBe("Nothing recorded yet");
    const gap = { list: "invocations", from_ms: t0, to_ms: null, why: "x", filled: false };
    expect(formatMissing({ ...series, complete: false, gaps: [gap] })).toContain(
      "1 gap in the history, one is still open",
    );
    const gaps = Array.from({ length: invocationGapLimit }, () => ({ ...gap, to_ms: t0 }));
    expect(formatMissing({ ...series, complete: false, gaps })).toContain("50 or more gaps in the history");
    expect(formatMissing({ ...series, complete: false, complete_from_ms: null })).toBe(
      "History is still loading",
    );
  });

  it("has the same request key for five minutes", () => {
    expect(sinceOfRange("1h", t0 + 299_999)).toBe(sinceOfRange("1h", t0));
    expect(sinceOfRange("1h", t0 + 300_000)).toBe(sinceOfRange("1h", t0) + 300_000);
  });
});

describe("attention messages", () => {
  const failing: AttentionItem = {
    id: "f",
    kind: "failing",
    severity: "critical",
    sure: "likely",
    since_ms: t0,
    app_name: "shop",
    action_name: "pay",
    version: "v2",
    failed: 7,
    finished: 10,
    share: 0.7,
    from_ms: t0,
    to_ms: t0,
    last_ms: t0,
    inputs: 4,
    reasons: [{ key: "timeout", example: "timeout after 3 s", invocations: 6 }],
    kinds: 2,
    interrupted: 0,
    others: { failed: 1, finished: 40, share: 0.025 },
    regressed: {
      since_version: "v2",
      since_ms: t0,
      base_version: "v1",
      base: { failed: 1, ended: 40 },
      newer: { failed: 12, ended: 34 },
      from_ms: t0 - 86_400_000,
    },
  };

  const message = (item: AttentionItem, symptoms: AttentionItem[] = [], alerts = 0) =>
    attentionMessage(entryOf(item, symptoms, alerts), attentionOf());
  const textsOf = (item: AttentionItem, symptoms: AttentionItem[] = [], alerts = 0) =>
    message(item, symptoms, alerts).evidence.map(({ text }) => text);

  it("name the failing version next to the others, and link to exactly the invocations that were counted", () => {
    const { title, detail, evidence, href, word, tone } = message(failing);
    expect([word, tone]).toEqual(["Failing", "bad"]);
    expect(`${title}. ${detail}`).toBe("shop / pay fails 70 % on v2. 2.5 % on other versions.");
    expect(evidence).toEqual([
      { text: "7 failed invocations", href },
      { text: "“timeout after 3 s”" },
      { text: "2 kinds of failure" },
    ]);
    expect(href).toContain("version=v2");
    expect(new URL(href, "http://x").searchParams.get("since")).toBe(new Date(t0).toISOString());
    expect(textsOf({ ...failing, inputs: 1 })).toContain("always the same input");
    expect(textsOf({ ...failing, interrupted: 3 }).slice(0, 2)).toEqual([
      "7 failed invocations",
      "3 cancelled, stopped or lost, not counted",
    ]);
    expect(textsOf({ ...failing, others: null })).toContain("1 of 40 on v1");
  });

  it("name all failing versions of an action in one sentence, with one link to the failures of them all", () => {
    const older: AttentionItem = { ...failing, id: "g", version: "v1", failed: 3, finished: 10, share: 0.3 };
    const { title, detail, evidence, href } = message(failing, [older]);
    expect(title).toBe("shop / pay fails 50 % on v2 and v1");
    expect(detail).toBeUndefined();
    // How many kinds the failures of both have is not known.
    expect(evidence).toEqual([{ text: "10 failed invocations", href }, { text: "“timeout after 3 s”" }]);
    expect(new URL(href, "http://x").searchParams.get("version")).toBe("v2,v1");
    expect(message(failing, [older, { ...older, id: "h", version: "v0" }]).title).toContain("on 3 versions");
  });

  it("cut a long reason, so that one row does not fill the screen of a phone", () => {
    const reasonOf = (example: string) =>
      textsOf({ ...failing, reasons: [{ key: "k", example, invocations: 6 }] })[1];
    expect(reasonOf("😀".repeat(100))).toBe(`“${"😀".repeat(100)}”`);
    expect(reasonOf("😀".repeat(101))).toBe(`“${"😀".repeat(99)}…”`);
  });

  it("link to the invocations of one version, also of one with a comma in its name", () => {
    const listed = (of: AttentionItem) =>
      decodeQuery(invocationSearchParams, new URL(message(of).href, "http://x").searchParams, "refuse");
    const names = { app_name: "shop, old", action_name: "pay", version: "1.4,beta" };
    expect(listed({ ...failing, ...names })).toMatchObject({
      app_name: ["shop, old"],
      action_name: ["pay"],
      version: ["1.4,beta"],
    });
  });

  it("write out what in others' texts would turn the direction of their sentences (T24)", () => {
    const turned = {
      ...failing,
      app_name: "a\u202eb",
      reasons: [{ key: "k", example: "c\u2067d", invocations: 6 }],
    };
    const { title, evidence } = message(turned);
    expect(title).toBe("a⟨U+202E⟩b / pay fails 70 % on v2");
    expect(evidence).toContainEqual({ text: "“c⟨U+2067⟩d”" });
  });

  it("have an invocation run for so long as it was last read to run", () => {
    const stuck: Of<"stuck"> = {
      id: "stuck",
      kind: "stuck",
      severity: "serious",
      sure: "likely",
      since_ms: t0 - 600_000,
      app_name: "shop",
      action_name: "pay",
      invocations: 1,
      basis: "usual",
      limit_ms: 80_000,
      longest: [{ id: "i1", version: "v1", started_at_ms: t0 - 600_000 }],
      usual: null,
    };
    const title = "shop / pay has been running for 10 min";
    expect(message(stuck).title).toBe(title);
    const hourLater = { ...attentionOf(), computed_at_ms: t0 + 3_600_000 };
    expect(attentionMessage(entryOf(stuck), hourLater).title).toBe(title);
    const never = { ...hourLater, open: { ...hourLater.open, read_at_ms: null } };
    expect(attentionMessage(entryOf(stuck), never).title).toBe("shop / pay has been running for 1 h 10 min");
  });

  it("describe a slower version by the figure that got worse, and link to its versions in insight", () => {
    const p50 = {
      worse: true,
      needed: 30,
      base: { ms: 1_000, measured: 400 },
      newer: { ms: 3_000, measured: 120 },
      ratio: 3,
    };
    const p95 = {
      worse: false,
      needed: 100,
      base: { ms: 2_000, measured: 400 },
      newer: { ms: 2_100, measured: 120 },
      ratio: 1.05,
    };
    const item: Of<"slower"> = {
      id: "s",
      kind: "slower",
      severity: "serious",
      sure: "likely",
      since_ms: t0,
      app_name: "shop",
      action_name: "pay",
      version: "v3",
      base_version: "v1",
      since_version: "v2",
      median: p50,
      tail: p95,
      from_ms: t0 - 86_400_000,
      to_ms: t0,
    };
    expect(message(item)).toMatchObject({
      tone: "warn",
      title: "shop / pay is slower on v3 than on v1",
      detail: "p50 1.0 s → 3.0 s (×3.00).",
      evidence: [
        { text: "p95 2.0 s → 2.1 s (×1.05)" },
        { text: "400 and 120 invocations in 24 h" },
        { text: "since v2" },
      ],
      href: "/invocations/insight?app=shop&action=pay",
      act: "Compare versions",
    });
    const tail = {
      ...item,
      since_version: "v3",
      median: { ...p50, worse: false },
      tail: { ...p95, worse: true },
    };
    expect(message(tail).detail).toContain("p95 2.0 s → 2.1 s");
    expect(textsOf(tail).slice(1)).toEqual(["400 and 120 invocations in 24 h"]);
  });

  it("describe a spike with what its failed invocations share", () => {
    const item: Of<"spike"> = {
      id: "spike",
      kind: "spike",
      severity: "critical",
      sure: "likely",
      since_ms: null,
      recent: { failed: 10, ended: 25 },
      base: { failed: 2, ended: 100 },
      from_ms: t0 - 15 * 60_000,
      to_ms: t0,
      base_from_ms: t0 - 86_400_000,
      shared: {
        kind: "proxy",
        id: "px",
        name: "eu",
        failed_with: 9,
        failed: 10,
        ended_with: 10,
        ended: 25,
        lift: 2.25,
      },
    };
    expect(message(item)).toMatchObject({
      title: "40 % of 25 invocations failed in the last 15 min",
      detail: "2.0 % in the day before.",
      href: "/invocations/insight",
    });
    expect(textsOf(item)).toEqual(["9 of 10 failed invocations share the proxy eu; 10 of all 25 do"]);
    expect(textsOf({ ...item, shared: null })[0]).toMatch(/nothing in common/);
  });

  it("combine the alerts about nothing else into one item, with the most severe one's text", () => {
    const mostSevere = {
      rule_name: "Payments",
      label: "shop / pay",
      message: "40 % of 25 failed",
      known: true,
    };
    const item: Of<"alerts"> = {
      id: "alerts",
      kind: "alerts",
      severity: "serious",
      sure: "certain",
      since_ms: t0,
      open: 3,
      muted: 1,
      complete: true,
      mostSevere,
    };
    expect(message(item)).toMatchObject({ title: "3 alerts are open", href: "/alerts", act: "Open alerts" });
    expect(textsOf(item)).toEqual(["Worst: Payments, shop / pay: 40 % of 25 failed", "1 more muted"]);
    const one = { ...item, open: 1, muted: 0, mostSevere: { ...mostSevere, label: "", known: false } };
    expect(message(one).title).toBe("1 alert is open");
    expect(textsOf(one)).toEqual(["Payments: no data now"]);
  });

  it("name the subjects checked, and group those unavailable for the same reason", () => {
    const check = (
      subject: AttentionCheck["subject"],
      examined: number | null,
      why: string | null = null,
    ) => ({
      subject,
      examined,
      why,
      at_ms: t0,
      state:
        why === null
          ? ("checked" as const)
          : examined === null
            ? ("not_checked" as const)
            : ("partly" as const),
    });
    const checks = [
      check("invocations", 12),
      check("spike", 8, "reading_back"),
      check("versions", 1, "reading_back"),
      check("alerts", null, "not_evaluated"),
    ];
    expect(formatExamined(checks)).toEqual(["invocations", "spikes", "versions"]);
    expect(unavailableMessages(checks)).toEqual([
      "Checked in part: spikes, versions (history is still loading).",
      "Not checked: alerts (the rules were not evaluated recently).",
    ]);
    const unread = (subject: AttentionCheck["subject"]) => check(subject, null, "not_recorded");
    expect(
      unavailableMessages([
        unread("invocations"),
        unread("spike"),
        { ...check("pools", null), state: "not_checked" },
      ]),
    ).toEqual(["Not checked: invocations, spikes (nothing recorded yet); pools."]);
  });

  const dependents = { pools: 2, sessions: 1, invocations: 0, complete: false };
  const proxy: Of<"proxy"> = {
    id: "p",
    kind: "proxy",
    severity: "critical",
    sure: "certain",
    since_ms: null,
    state: "down",
    proxy_id: "x",
    name: "eu",
    checked_at_ms: t0,
    checks: 3,
    unavailable: 1,
    flap: null,
    dependents,
  };
  const pool = (name: string): AttentionItem => ({
    id: name,
    kind: "pool",
    severity: "serious",
    sure: "certain",
    since_ms: t0,
    state: "cannot_fill",
    pool_id: name,
    name,
    available: 1,
    acquired: 2,
    size: 8,
    unfilled: 5,
    sampled_at_ms: t0,
    from_ms: t0,
    samples: 9,
    drain_per_minute: null,
    minutes_left: null,
    unfilled_at_start: 5,
  });

  it("name a proxy's dependents, and that there may be more", () => {
    expect(textsOf(proxy)).toEqual(["At least 2 pools and 1 browser use it"]);
    const unused: Of<"proxy"> = {
      ...proxy,
      severity: "notice",
      dependents: { ...dependents, pools: 0, sessions: 0 },
    };
    expect(textsOf({ ...unused, dependents: { ...unused.dependents, complete: true } })).toEqual([
      "Nothing uses it",
    ]);
    expect(message(unused)).toMatchObject({ tone: "neutral", glyph: "ring" });
  });

  it("name what a cause hits, each with its link", () => {
    const { title, detail, evidence } = message(proxy, [failing, pool("eu")], 2);
    expect(`${title}. ${detail}`).toBe("Proxy eu is down. 70 % of shop / pay invocations fail.");
    expect(evidence).toEqual([
      { text: "7 failed invocations", href: message(failing).href },
      { text: "pool eu cannot fill", href: "/pools/eu" },
      { text: "At least 2 pools and 1 browser use it" },
      { text: "2 alerts", href: "/alerts" },
    ]);
    expect(textsOf(proxy, [pool("eu"), pool("us")])[0]).toBe("2 pools cannot fill");
  });

  it("link the failed invocations of several versions by their names", () => {
    const listed = (...symptoms: AttentionItem[]) => {
      const { href, text } = message(proxy, symptoms).evidence[0] ?? {};
      const query = decodeQuery(
        invocationSearchParams,
        new URL(href ?? "", "http://x").searchParams,
        "refuse",
      );
      return { text, ...query };
    };
    const older = { ...failing, id: "g", version: "1.4,beta", from_ms: t0 - 1_000, interrupted: 2 };
    const since = new Date(t0 - 1_000).toISOString();
    expect(listed(failing, older)).toEqual({
      text: "14 failed invocations",
      status: ["failed"],
      since,
      interrupted: "no",
      app_name: ["shop"],
      action_name: ["pay"],
      version: ["v2", "1.4,beta"],
    });
    expect(textsOf(proxy, [failing, older])[1]).toBe("2 cancelled, stopped or lost, not counted");
    const nameless = { ...failing, id: "h", action_name: "look", version: "" };
    expect(listed(failing, nameless)).toEqual({
      text: "14 failed invocations",
      status: ["failed"],
      since: new Date(t0).toISOString(),
      interrupted: "no",
      app_name: ["shop"],
      action_name: ["pay", "look"],
    });
    const many = Array.from({ length: 21 }, (_, at) => ({ ...failing, id: `${at}`, version: `v${at}` }));
    expect(listed(...many)).not.toHaveProperty("version");
  });
});
