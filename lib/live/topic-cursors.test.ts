import { describe, expect, it } from "vitest";
import type { LiveFrame } from "../bff/live.ts";
import { cursorOf, earlier, TopicCursors } from "./topic-cursors.ts";

const at = "2026-11-21T03:08:59.104Z";
const one = "logs:abc:supervisor:one";
const two = "logs:abc:supervisor:two";
const lines = (topic: string, epoch: string, ...ids: number[]): LiveFrame => ({
  kind: "lines",
  topic,
  epoch,
  lines: ids.map((id) => ({ id, at, text: "" })),
});
const gap = (topic: string, epoch: string, id: number): LiveFrame => ({
  kind: "gap",
  topic,
  epoch,
  gap: { id, reason: "slow", count: null, from: null, to: at },
});
const cursor = (id: number, epoch = "e") => ({ epoch, id });

it("a frame's cursor is its last entry; frames without entries have none", () => {
  expect(cursorOf(lines(one, "e", 4, 5, 6))).toEqual({ topic: one, cursor: cursor(6) });
  expect(cursorOf(gap(one, "f", 9))).toEqual({ topic: one, cursor: cursor(9, "f") });
  expect(cursorOf({ kind: "lines", topic: one, epoch: "e", lines: [] })).toBeUndefined();
  expect(cursorOf({ kind: "tick", at })).toBeUndefined();
});

it.each([
  [cursor(4), cursor(7), cursor(4)],
  [cursor(7), cursor(4), cursor(4)],
  [cursor(4), cursor(4), cursor(4)],
  [cursor(4), cursor(7, "f"), undefined],
  [undefined, cursor(4), undefined],
  [cursor(4), undefined, undefined],
])("of %j and %j the earlier is %j", (a, b, expected) => {
  expect(earlier(a, b)).toEqual(expected);
});

describe("the topics of a stream", () => {
  /** Topics of an open stream. */
  function opened(...topics: string[]) {
    const cursors = new TopicCursors();
    for (const topic of topics) cursors.add(topic, undefined);
    cursors.begin(topics);
    return cursors;
  }
  const requests = (cursors: TopicCursors) =>
    cursors.begin(cursors.topics).map(({ topic, cursor: from }) => [topic, from?.id]);

  it("are requested in the order in which they were added, each from its cursor", () => {
    const cursors = new TopicCursors();
    expect([cursors.topics, cursors.has(one), cursors.remove(one)]).toEqual([[], false, false]);
    expect(cursors.add(two, cursor(3))).toBe(true);
    expect(cursors.add(one, undefined)).toBe(true);
    expect([cursors.topics, cursors.has(one)]).toEqual([[two, one], true]);
    expect(requests(cursors)).toEqual([
      [two, 3],
      [one, undefined],
    ]);
    expect(cursors.begin([one, "logs:abc:supervisor:other"])).toEqual([{ topic: one, cursor: undefined }]);
    expect([cursors.remove(two), cursors.topics]).toEqual([true, [one]]);
  });

  it("continue after the last entry received, each by itself", () => {
    const cursors = opened(one, two);
    cursors.advance(lines(one, "e", 1, 2));
    cursors.advance(gap(two, "e", 5));
    cursors.advance(lines("logs:abc:supervisor:other", "e", 9));
    cursors.advance({ kind: "tick", at });
    expect(requests(cursors)).toEqual([
      [one, 2],
      [two, 5],
    ]);
  });

  it("need no new stream for a listener that already has what was delivered", () => {
    const cursors = opened(one);
    // Nothing has been delivered yet: the stream starts at the beginning.
    expect(cursors.add(one, cursor(8))).toBe(false);
    cursors.advance(lines(one, "e", 10));
    expect(cursors.add(one, cursor(10))).toBe(false);
    expect(cursors.add(one, cursor(12))).toBe(false);
    expect(requests(cursors)).toEqual([[one, 10]]);
  });

  it.each([
    ["an earlier position", cursor(8), 8],
    ["the beginning", undefined, undefined],
    ["another epoch", cursor(12, "f"), undefined],
  ])("need one for a listener at %s", (_, from, requested) => {
    const cursors = opened(one);
    cursors.advance(lines(one, "e", 10));
    expect(cursors.add(one, from)).toBe(true);
    // What the open stream still delivers must not move the position forward again.
    cursors.advance(lines(one, "e", 11));
    expect(cursors.add(one, cursor(12))).toBe(true);
    expect(requests(cursors)).toEqual([[one, requested]]);
    cursors.advance(lines(one, "e", 13));
    expect(requests(cursors)).toEqual([[one, 13]]);
  });

  it("are not delivered before a stream was opened for them", () => {
    const cursors = new TopicCursors();
    cursors.add(one, cursor(3));
    cursors.advance(lines(one, "e", 9));
    expect(cursors.add(one, cursor(5))).toBe(true);
    expect(requests(cursors)).toEqual([[one, 3]]);
  });
});
