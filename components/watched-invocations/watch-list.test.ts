import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import {
  applyInvocation,
  emptyWatchList,
  isOver,
  markAllSeen,
  markAnnounced,
  markMissing,
  markSeen,
  newlyEnded,
  pinnedLimit,
  readWatchList,
  unseenEnds,
  unwatch,
  type WatchList,
  watch,
} from "./watch-list.ts";

const makeInvocation = (id: string, status = "running"): Invocation => ({
  id,
  status,
  action_name: "search",
});
const of = (...invocations: Invocation[]): WatchList => invocations.reduce(watch, emptyWatchList);
const ids = (list: WatchList) => list.pins.map(({ id }) => id).join("");

describe("the watch list", () => {
  it("holds each invocation once, newest first, at most twenty", () => {
    expect(ids(of(makeInvocation("a"), makeInvocation("b"), makeInvocation("a")))).toBe("ba");
    const many = of(...Array.from({ length: pinnedLimit + 3 }, (_, at) => makeInvocation(`r${at}`)));
    expect(many.pins).toHaveLength(pinnedLimit);
    expect(ids(unwatch(of(makeInvocation("a"), makeInvocation("b")), "b"))).toBe("a");
  });

  it("is restored from storage, and empty if that cannot be parsed", () => {
    const list = markSeen(of(makeInvocation("a"), makeInvocation("b", "failed")), "a");
    expect(readWatchList(JSON.stringify(list))).toEqual(list);
    for (const text of [null, "", "{", "null", "[]", '{"pins":[{"id":""}]}']) {
      expect(readWatchList(text)).toBe(emptyWatchList);
    }
  });

  it("does not announce an invocation that had ended when it was added", () => {
    expect(unseenEnds(of(makeInvocation("a", "failed")))).toEqual([]);
  });
});

describe("responses of the API", () => {
  it("leave the list identical when nothing changed", () => {
    const list = of(makeInvocation("a"));
    expect(applyInvocation(list, makeInvocation("a"))).toBe(list);
    expect(applyInvocation(list, makeInvocation("z", "failed"))).toBe(list);
    expect(markMissing(list, "z")).toBe(list);
  });

  it("flip an invocation once, and an older response does not undo it", () => {
    const before = of(makeInvocation("a", "queued"), makeInvocation("b"));
    const running = applyInvocation(before, makeInvocation("a", "running"));
    expect(newlyEnded(before, running)).toEqual([]);
    const after = applyInvocation(running, makeInvocation("a", "failed"));
    expect(newlyEnded(running, after).map(({ id, status }) => `${id} ${status}`)).toEqual(["a failed"]);
    expect(newlyEnded(after, after)).toEqual([]);
    expect(applyInvocation(after, makeInvocation("a", "running"))).toBe(after);
    expect(unseenEnds(after).map(({ id }) => id)).toEqual(["a"]);
  });

  it("mark an invocation that the API does not find", () => {
    const before = of(makeInvocation("a"));
    const after = markMissing(before, "a");
    expect(after.pins[0]).toMatchObject({ gone: true, seen: false });
    expect(after.pins.every(isOver)).toBe(true);
    expect(newlyEnded(before, after)).toHaveLength(1);
  });

  it("do not flip an invocation that was removed or added again", () => {
    const before = of(makeInvocation("a"));
    expect(newlyEnded(before, unwatch(before, "a"))).toEqual([]);
    expect(newlyEnded(emptyWatchList, of(makeInvocation("a", "failed")))).toEqual([]);
  });
});

describe("seen ends", () => {
  it("are marked one by one or all at once; open invocations are not", () => {
    const over = ["a", "b"].reduce(
      (list, id) => applyInvocation(list, makeInvocation(id, "failed")),
      of(makeInvocation("a"), makeInvocation("b"), makeInvocation("c")),
    );
    expect(unseenEnds(markSeen(over, "a")).map(({ id }) => id)).toEqual(["b"]);
    expect(unseenEnds(markAllSeen(over))).toEqual([]);
    expect(markAllSeen(over).pins.find(({ id }) => id === "c")?.seen).toBe(false);
    expect(markAnnounced(over, "a").pins.find(({ id }) => id === "a")?.told).toBe(true);
  });
});
