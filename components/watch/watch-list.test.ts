import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import {
  emptyWatchList,
  flipped,
  isOver,
  learn,
  learnGone,
  readWatchList,
  see,
  seeAll,
  tell,
  unseen,
  unwatch,
  type WatchList,
  watch,
  watchAtMost,
} from "./watch-list.ts";

const run = (id: string, status = "running"): Invocation => ({ id, status, action_name: "search" });
const of = (...runs: Invocation[]): WatchList => runs.reduce(watch, emptyWatchList);
const ids = (list: WatchList) => list.pins.map(({ id }) => id).join("");

describe("what is watched", () => {
  it("holds each run once, newest first, twenty at most", () => {
    expect(ids(of(run("a"), run("b"), run("a")))).toBe("ba");
    const many = of(...Array.from({ length: watchAtMost + 3 }, (_, at) => run(`r${at}`)));
    expect(many.pins).toHaveLength(watchAtMost);
    expect(ids(unwatch(of(run("a"), run("b")), "b"))).toBe("a");
  });

  it("comes back from what was kept, and starts empty where that cannot be read", () => {
    const list = see(of(run("a"), run("b", "failed")), "a");
    expect(readWatchList(JSON.stringify(list))).toEqual(list);
    for (const text of [null, "", "{", "null", "[]", '{"pins":[{"id":""}]}']) {
      expect(readWatchList(text)).toBe(emptyWatchList);
    }
  });

  it("does not tell of a run that was over when it was taken up", () => {
    expect(unseen(of(run("a", "failed")))).toEqual([]);
  });
});

describe("what the API says", () => {
  it("changes nothing when nothing changed", () => {
    const list = of(run("a"));
    expect(learn(list, run("a"))).toBe(list);
    expect(learn(list, run("z", "failed"))).toBe(list);
    expect(learnGone(list, "z")).toBe(list);
  });

  it("flips a run once, and an older answer does not take it back", () => {
    const before = of(run("a", "queued"), run("b"));
    const running = learn(before, run("a", "running"));
    expect(flipped(before, running)).toEqual([]);
    const after = learn(running, run("a", "failed"));
    expect(flipped(running, after).map(({ id, status }) => `${id} ${status}`)).toEqual(["a failed"]);
    expect(flipped(after, after)).toEqual([]);
    expect(learn(after, run("a", "running"))).toBe(after);
    expect(unseen(after).map(({ id }) => id)).toEqual(["a"]);
  });

  it("says so when it no longer knows a run", () => {
    const before = of(run("a"));
    const after = learnGone(before, "a");
    expect(after.pins[0]).toMatchObject({ gone: true, seen: false });
    expect(after.pins.every(isOver)).toBe(true);
    expect(flipped(before, after)).toHaveLength(1);
  });

  it("a run that was let go or taken up anew does not flip", () => {
    const before = of(run("a"));
    expect(flipped(before, unwatch(before, "a"))).toEqual([]);
    expect(flipped(emptyWatchList, of(run("a", "failed")))).toEqual([]);
  });
});

describe("what was looked at", () => {
  it("is marked one by one or all at once; what goes on is not", () => {
    const over = ["a", "b"].reduce(
      (list, id) => learn(list, run(id, "failed")),
      of(run("a"), run("b"), run("c")),
    );
    expect(unseen(see(over, "a")).map(({ id }) => id)).toEqual(["b"]);
    expect(unseen(seeAll(over))).toEqual([]);
    expect(seeAll(over).pins.find(({ id }) => id === "c")?.seen).toBe(false);
    expect(tell(over, "a").pins.find(({ id }) => id === "a")?.told).toBe(true);
  });
});
