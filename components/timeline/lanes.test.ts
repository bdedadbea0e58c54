import { describe, expect, it } from "vitest";
import type { Timeline } from "../../lib/bff/timeline.ts";
import { timelineFromMs, timelineOf } from "../../tests/support/dashboard/timeline.ts";
import {
  formatActions,
  formatChecks,
  formatPoolLane,
  leftOutOfTable,
  mostUnfilled,
} from "./lane-messages.ts";
import { packed, type Scale } from "./lane-shapes.ts";
import { boardLanesOf, drawnShapes, lanesOf } from "./lanes.ts";
import { poolShapes } from "./moment-lanes.ts";
import { notRecorded } from "./not-recorded.ts";
import { invocationShapes, sessionShapes } from "./span-lanes.ts";

const timeline = timelineOf("word");
// One pixel per minute.
const scale: Scale = {
  range: { fromMs: timeline.from_ms, toMs: timeline.to_ms },
  widthPx: 60,
  timeText: String,
};
const lane = (key: string) => {
  const found = lanesOf(timeline).find((each) => each.key === key);
  if (found === undefined) throw new Error(`no lane ${key}`);
  return found;
};
const shapes = (key: string) => lane(key).shapes(timeline, scale);

describe("the lanes", () => {
  it("are one per kind, and one per pool", () => {
    expect(lanesOf(timeline).map(({ key }) => key)).toEqual([
      ...["invocations", "sessions", "pool:word", "checks", "logs", "actions", "recorder"],
    ]);
  });

  it("distinguish pools of the same name by their ids", () => {
    const [pool] = timeline.pools.items;
    if (pool === undefined) throw new Error("no pool");
    const pools = ["one", "two"].map((pool_id) => ({ ...pool, pool_id, name: "checkout" }));
    const other = { ...pool, pool_id: "three", name: "search" };
    const named = lanesOf({ ...timeline, pools: { total: 3, items: [...pools, other] } });
    expect(named.filter(({ table }) => table === "pools").map(({ name }) => name)).toEqual([
      "Pool checkout (one)",
      "Pool checkout (two)",
      "Pool search",
    ]);
  });

  it("have one on the page for all pools that were always at size with a browser to take", () => {
    const [pool] = timeline.pools.items;
    if (pool === undefined) throw new Error("no pool");
    const calm = (pool_id: string) => ({ ...pool, pool_id, name: null, unfilled_max: 0, available_min: 1 });
    const boardOf = (...items: Timeline["pools"]["items"]) =>
      boardLanesOf({ ...timeline, pools: { total: items.length, items } });
    const emptied = { ...calm("d"), available_min: 0 };
    const [first, second, ...others] = boardOf(pool, emptied, calm("b"), calm("c")).slice(2);
    expect([first?.name, second?.name]).toEqual(["Pool word", "Pool d"]);
    const [fold] = others;
    expect(fold).toMatchObject({ name: "2 pools at size", heightPx: 12 });
    expect(fold?.summary(timeline)).toBe("b, c");
    expect(fold?.folds?.map(({ name }) => name)).toEqual(["Pool b", "Pool c"]);
    // A thin bar each, with nothing where a poll was unanswered.
    expect(new Set(fold?.shapes(timeline, scale).map(({ y, title }) => `${y} ${title}`))).toEqual(
      new Set(["0 b", "6 c"]),
    );
    expect(others.slice(1).map(({ key }) => key)).toEqual(["checks", "logs", "actions", "recorder"]);
    // The server leaves calm ones out of many.
    const cut = { ...timeline, pools: { total: 40, items: [pool, calm("b"), calm("c")] } };
    const folded = boardLanesOf(cut)[3];
    expect([folded?.name, folded?.summary(cut)]).toEqual([
      "39 pools, none known missing",
      "b, c and 37 others",
    ]);
    // Of five minutes only the last counts are stored.
    expect(boardOf(calm("b"), { ...calm("c"), coarse: true })[2]?.name).toBe("2 pools, none known missing");
    expect(boardOf(pool, calm("b")).map(({ name }) => name)).toContain("Pool b");
  });

  it("state the value at their full height, where not each thing has its own bar", () => {
    const maximum = (key: string, of: Timeline) => lane(key).maximum?.(of);
    expect(maximum("pool:word", timeline)).toBe("max 4");
    const many = { ...timeline.invocations, total: 61, bucket_ms: 30_000 };
    expect(maximum("invocations", { ...timeline, invocations: many })).toBe("max 1 in 30 s");
    expect(maximum("invocations", timeline)).toBeUndefined();
    expect(maximum("sessions", timeline)).toBeUndefined();
    const sessions = { ...timeline.sessions, total: 61 };
    expect(maximum("sessions", { ...timeline, sessions })).toBe("max ≥ 1");
  });

  it("describe their content as text", () => {
    expect(lanesOf(timeline).map((each) => each.summary(timeline))).toEqual([
      "2 started: 1 failed, 1 succeeded",
      "1 seen, 1 with unknown end",
      "up to 1 missing, at least 0 available, up to 3 acquired; 1 poll unanswered",
      "700 checks, newest 1 shown: 1 proxy, 0 unavailable",
      "1 mark, 1 log gap",
      "1 act, 1 refused or failed",
      "1 gap",
    ]);
    expect(lane("actions").summary({ ...timeline, actions: null })).toBe("operator role needed");
  });

  it("say that invocations are counted in whole steps", () => {
    const invocations = { ...timeline.invocations, exact: false, bucket_ms: 3_600_000 };
    expect(lane("invocations").summary({ ...timeline, invocations })).toBe(
      "2 started: 1 failed, 1 succeeded; counted in steps of 1 h, which extend beyond the range",
    );
  });

  it("say of which items they count something, where the oldest are left out", () => {
    const [check] = timeline.checks.items;
    const [act] = timeline.actions?.items ?? [];
    if (check === undefined || act === undefined) throw new Error("no check or act");
    const down = { ...check, proxy_id: "other", status: "unavailable" };
    const checks = (total: number) => formatChecks({ ...timeline, checks: { total, items: [check, down] } });
    expect(checks(2)).toBe("2 checks of 2 proxies, 1 unavailable");
    expect(checks(600)).toBe("600 checks, newest 2 shown: 2 proxies, 1 unavailable");
    const acts = (total: number) => formatActions({ ...timeline, actions: { total, items: [act] } });
    expect(acts(1)).toBe("1 act, 1 refused or failed");
    expect(acts(2_000)).toBe("2,000 acts, newest 1 shown: 1 refused or failed");
  });

  it("tell a browser that is seen up to now from one whose end is not known", () => {
    const [session] = timeline.sessions.items;
    if (session === undefined) throw new Error("no session");
    const active = { ...session, id: "active", last_seen_ms: timeline.read_at_ms - 30_000 };
    const ended = { ...session, id: "ended", until_ms: timeline.read_at_ms - 1_000 };
    const summaryOf = (...items: Timeline["sessions"]["items"]) =>
      lane("sessions").summary({ ...timeline, sessions: { total: items.length, items } });
    expect(summaryOf(active)).toBe("1 seen, 1 active");
    expect(summaryOf(ended, active, session)).toBe("3 seen, 1 active, 1 with unknown end");
    expect(summaryOf(ended)).toBe("1 seen");
  });

  it("draw an invocation from before the range from its start on", () => {
    const [first] = timeline.invocations.items;
    if (first === undefined) throw new Error("no invocation");
    const minuteMs = 60_000;
    const ran = {
      ...first,
      started_at_ms: timeline.from_ms - minuteMs,
      finished_at_ms: timeline.from_ms + 9 * minuteMs,
    };
    const drawn = invocationShapes(scale, { ...timeline.invocations, earlier: [ran] }, timeline.to_ms);
    expect(drawn).toHaveLength(3);
    expect(drawn[0]).toMatchObject({ x: 0, w: 9, tone: "bad" });
  });

  it("state how many gaps were read later, and when not all are listed", () => {
    const [gap] = timeline.gaps.items;
    if (gap === undefined) throw new Error("no gap");
    const cut: Timeline = {
      ...timeline,
      gaps: { total: 130, items: [gap, { ...gap, filled: true }] },
      log_gaps: { ...timeline.log_gaps, total: 700 },
    };
    expect(lane("recorder").summary(cut)).toBe("130 gaps, newest 2 shown: 1 read later");
    expect(lane("logs").summary(cut)).toBe("1 mark, 700 log gaps, newest 1 shown");
  });

  it("draw what was not recorded in one way, in the lane of each list and in their own", () => {
    const tones = (key: string) => new Set(shapes(key).map(({ tone }) => tone));
    expect(tones("recorder")).toEqual(new Set(["blind"]));
    expect(tones("invocations")).toContain("blind");
  });

  it("list the time before recording began with the gaps, where the lane draws it", () => {
    const began = timelineFromMs + 48 * 60_000;
    const young: Timeline = {
      ...timeline,
      began_at_ms: began,
      gaps: { total: 0, items: [] },
      invocations: { ...timeline.invocations, complete_from_ms: began },
    };
    const before = { list: "all", from_ms: timelineFromMs, to_ms: began, filled: false };
    expect(notRecorded(young)).toEqual({
      total: 1,
      items: [{ ...before, why: "before recording began" }],
    });
    expect(notRecorded({ ...young, gaps: timeline.gaps })).toMatchObject({
      total: 2,
      items: [...timeline.gaps.items, before],
    });
    const complete = { ...young.invocations, complete_from_ms: timelineFromMs };
    expect(notRecorded({ ...young, invocations: complete }).items).toMatchObject([
      { ...before, list: "all but invocations" },
    ]);
    expect(notRecorded({ ...young, from_ms: began, invocations: complete })).toEqual({ total: 0, items: [] });
    const never = { ...young, began_at_ms: null, invocations: { ...complete, complete_from_ms: null } };
    expect(notRecorded(never).items).toMatchObject([
      { list: "all", to_ms: null, why: "nothing recorded yet" },
    ]);
  });

  it("state minimums where only the last counts of five minutes are stored", () => {
    expect(mostUnfilled({ unfilled_max: 2, coarse: true })).toBe("≥ 2");
    expect(mostUnfilled({ unfilled_max: 2, coarse: false })).toBe("2");
    expect(mostUnfilled({ unfilled_max: null, coarse: true })).toBeNull();
  });

  it.each([
    [{}, "none missing, at least 1 available, up to 2 acquired"],
    [{ unfilled_max: 2, acquired_max: 0 }, "up to 2 missing, at least 1 available, none acquired"],
    [{ coarse: true }, "none known missing, at least 1 available, up to 2 acquired"],
    [{ unfilled_max: 2, coarse: true }, "≥ 2 missing, at least 1 available, up to 2 acquired"],
    [
      { unfilled_max: null, available_min: null, acquired_max: null },
      "size unknown, available unknown, acquired unknown",
    ],
  ])("say of a pool with %j: %s", (given, text) => {
    const counts = { available_min: 1, acquired_max: 2, unfilled_max: 0, coarse: false };
    const pool = { pool_id: "word", name: null, points: [], samples: 9, unanswered: 0, ...counts, ...given };
    expect(formatPoolLane(pool)).toBe(text);
  });

  it("state what their tables leave out: the oldest, of pools those with the fewest unfilled", () => {
    expect(leftOutOfTable("checks", 500, 700)).toBe(
      "The newest 500 of 700. Select a shorter time range to see the rest.",
    );
    expect(leftOutOfTable("pools", 8, 11)).toBe("The 8 of 11 pools with the most missing browsers.");
    expect(leftOutOfTable("pools", 8, 8)).toBeUndefined();
  });

  it("draw few invocations as bars from start to end, and unrecorded time over the full height", () => {
    expect(shapes("invocations").map(({ x, w, tone }) => [tone, x, w])).toEqual([
      ["blind", 50, 2],
      ["ok", 5, 2],
      ["bad", 30, 10],
    ]);
  });

  it("draw the time before the recorder read a list as unrecorded, all of it while nothing was read", () => {
    const at = (minutes: number) => timelineFromMs + minutes * 60_000;
    const blind = (key: string, of: typeof timeline) =>
      lane(key)
        .shapes(of, scale)
        .filter(({ tone }) => tone === "blind" || tone === "unbegun")
        .map(({ x, w }) => [x, w]);
    const young = {
      ...timeline,
      invocations: { ...timeline.invocations, complete_from_ms: at(20) },
      began_at_ms: at(10),
    };
    const tonesOf = (of: typeof timeline) =>
      new Set(
        lane("recorder")
          .shapes(of, scale)
          .map(({ tone }) => tone),
      );
    expect(tonesOf({ ...young, gaps: { total: 0, items: [] } }), "what is wrong").toEqual(
      new Set(["unbegun"]),
    );
    expect(blind("invocations", young)).toEqual([
      [0, 20],
      [50, 2],
    ]);
    expect(blind("sessions", young)).toEqual([[0, 10]]);
    expect(blind("recorder", young)).toEqual([
      [0, 20],
      [0, 10],
      [50, 3],
    ]);
    const never = {
      ...timeline,
      invocations: { ...timeline.invocations, complete_from_ms: null },
      began_at_ms: null,
      read_at_ms: at(55),
    };
    expect(blind("invocations", never)).toEqual([[0, 55]]);
    expect(blind("sessions", never)).toEqual([[0, 55]]);
    expect(blind("recorder", never)).toEqual([
      [0, 55],
      [50, 3],
    ]);
  });

  it("say the same of the time before recording began: hatched, with its reason, and as text", () => {
    const began = timelineFromMs + 48 * 60_000;
    const young: Timeline = {
      ...timeline,
      began_at_ms: began,
      gaps: { total: 0, items: [] },
      invocations: { ...timeline.invocations, complete_from_ms: began },
    };
    const titles = ["invocations", "sessions", "recorder"].map(
      (key) =>
        lane(key)
          .shapes(young, scale)
          .find(({ tone }) => tone === "unbegun")?.title,
    );
    expect(new Set(titles)).toEqual(new Set([`Not recorded before ${began}, when recording began`]));
    const text = (of: Timeline) => lane("recorder").summary(of);
    expect(text(young)).toBe("until recording began 12 min ago; no gap since");
    expect(text({ ...young, gaps: timeline.gaps })).toBe("until recording began 12 min ago; 1 gap");
    expect(text({ ...young, from_ms: began })).toBe("no gap");
    expect(text({ ...young, began_at_ms: null })).toBe("nothing recorded yet");
  });

  it("draw an invocation with an unknown end only at its start, and a running one up to now", () => {
    const [first] = timeline.invocations.items;
    const started_at_ms = timelineFromMs + 5 * 60_000;
    const drawn = (status: string) => {
      const items = first === undefined ? [] : [{ ...first, status, started_at_ms, finished_at_ms: null }];
      const shape = invocationShapes(
        scale,
        { ...timeline.invocations, total: 1, items },
        started_at_ms + 20 * 60_000,
      )[0];
      expect(shape?.title).toContain("end unknown");
      return shape?.w ?? 0;
    };
    expect(drawn("running")).toBe(20);
    expect(drawn("failed")).toBeLessThan(5);
  });

  it("draw many invocations as stacked counts, the tallest as high as the lane", () => {
    const many = { ...timeline.invocations, total: 61 };
    const drawn = invocationShapes(scale, many, timeline.read_at_ms);
    expect(drawn.map(({ tone, x, y, h }) => [tone, x, y, h])).toEqual([
      ["ok", 5, 0, 48],
      ["bad", 30, 0, 48],
    ]);
  });

  it("draw many sessions as concurrent counts", () => {
    const drawn = sessionShapes(scale, { ...timeline.sessions, total: 61 });
    const [unknown, first, last] = [drawn[0], drawn[1], drawn.at(-1)];
    // Sessions that began before the oldest listed one are not known.
    expect(unknown).toMatchObject({ x: 0, w: 29, tone: "blind" });
    expect(lane("sessions").summary({ ...timeline, sessions: { ...timeline.sessions, total: 61 } })).toBe(
      "61 seen, newest 1 shown: 1 with unknown end",
    );
    expect(first?.x).toBe(29);
    expect((last?.x ?? 0) + (last?.w ?? 0)).toBe(46);
  });

  it("say that a count of sessions is a minimum where not all are listed", () => {
    const fromMs = timelineFromMs - 60_000;
    const items = Array.from({ length: 61 }, (_, at) => ({
      id: `s${at}`,
      name: null,
      proxy_id: null,
      invocations: [],
      from_ms: fromMs,
      until_ms: null,
      last_seen_ms: timeline.to_ms,
    }));
    const titles = (total: number) =>
      new Set(sessionShapes(scale, { total, items }).map(({ title }) => title?.split(" from")[0]));
    expect(titles(61)).toEqual(new Set(["61 browsers"]));
    // One that is not listed began before the others and may have lasted as long.
    expect(titles(62)).toEqual(new Set(["at least 61 browsers"]));
  });

  it("draw a pool that does not change as one box, from the state at the start, on whole pixels", () => {
    const [pool] = timeline.pools.items;
    if (pool === undefined) throw new Error("no pool");
    const calm = Array.from({ length: 61 }, (_, minute) => ({
      at_ms: timelineFromMs + (minute - 1) * 60_000 + 7_000,
      available: 4,
      acquired: 0,
      size: 4,
    }));
    expect(poolShapes(scale, { ...pool, points: calm }, timeline)).toMatchObject([
      { x: 0, w: 60, tone: "ok", h: 28 },
    ]);
  });

  it("draw a pool without holes where its points are as far apart as in the range that was read, not as in what is drawn", () => {
    const [pool] = timeline.pools.items;
    if (pool === undefined) throw new Error("no pool");
    const points = [0, 10, 20, 30, 40, 50].map((minutes) => ({
      at_ms: timelineFromMs + minutes * 60_000,
      available: 4,
      acquired: 0,
      size: 4,
    }));
    const read = { ...timeline, gaps: { total: 0, items: [] }, pool_slice_ms: 600_000 };
    expect(poolShapes(scale, { ...pool, points }, read)).toMatchObject([{ x: 0, w: 60 }]);
  });

  it("draw a pool that is gone only as long as its last sample holds, however few it had", () => {
    const [pool] = timeline.pools.items;
    if (pool === undefined) throw new Error("no pool");
    const points = [10, 11].map((minutes) => ({
      at_ms: timelineFromMs + minutes * 60_000,
      available: 1,
      acquired: 0,
      size: 1,
    }));
    const drawn = (coarse: boolean) =>
      poolShapes(scale, { ...pool, points, coarse }, { ...timeline, gaps: { total: 0, items: [] } }).at(-1);
    const endOf = (shape: ReturnType<typeof drawn>) => (shape?.x ?? 0) + (shape?.w ?? 0);
    expect(endOf(drawn(false))).toBeLessThan(20);
    // Its samples are five minutes apart.
    expect(endOf(drawn(true))).toBe(21);
  });

  it("draw nothing of a pool where its list was not read, however long its last sample would hold", () => {
    const [pool] = timeline.pools.items;
    const [gap] = timeline.gaps.items;
    if (pool === undefined || gap === undefined) throw new Error("no pool or no gap");
    const at = (minutes: number) => timelineFromMs + minutes * 60_000;
    const sample = (minutes: number) => ({ at_ms: at(minutes), available: 4, acquired: 0, size: 4 });
    const drawnWith = (more: Partial<typeof gap>) => {
      const gaps = { total: 1, items: [{ ...gap, from_ms: at(11), to_ms: at(13), ...more }] };
      const drawn = poolShapes(
        scale,
        { ...pool, points: [sample(10), sample(13)] },
        { read_at_ms: at(14), gaps },
      );
      return drawn.map(({ x, w }) => [x, w]);
    };
    expect(drawnWith({ list: "browsers" })).toEqual([[10, 4]]);
    expect(drawnWith({ list: "pools" })).toEqual([
      [10, 1],
      [13, 1],
    ]);
  });

  it("draw a pool in steps, with nothing where a poll was unanswered", () => {
    const drawn = shapes("pool:word");
    expect(drawn.filter(({ x }) => x === 11)).toEqual([]);
    // In the first sample 1 acquired, 2 available and 1 unfilled of 4: a quarter, a half and a quarter of 28
    // px.
    expect(drawn.filter(({ x }) => x === 10).map(({ tone, h }) => [tone, h])).toEqual([
      ["running", 7],
      ["ok", 14],
      ["unfilled", 7],
    ]);
  });

  it("show annotations in every lane", () => {
    for (const each of lanesOf(timeline)) {
      const annotations = drawnShapes(each, timeline, scale, []).filter(
        ({ tone, w }) => tone === "annotation" && w === 1,
      );
      expect(
        annotations.map(({ x }) => x),
        each.key,
      ).toEqual([33]);
    }
  });

  it("show the future", () => {
    const early = { ...timeline, read_at_ms: timelineFromMs + 40 * 60_000 };
    const later = drawnShapes(lane("checks"), early, scale, []).filter(({ tone }) => tone === "later");
    expect(later.map(({ x, w }) => [x, w])).toEqual([[40, 20]]);
  });
});

it("put overlapping spans in separate rows, and the rest in the last row", () => {
  const spans = [
    { x: 0, w: 10 },
    { x: 5, w: 10 },
    { x: 6, w: 3 },
    { x: 20, w: 5 },
  ];
  expect(packed(spans, 2)).toEqual([0, 1, 1, 0]);
});
