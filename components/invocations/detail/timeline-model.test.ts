import { describe, expect, it } from "vitest";
import type { AuditEntry } from "@/lib/bff/audit";
import { shareOf } from "@/lib/charts/time-range";
import type { Browser } from "@/lib/contract/browsers";
import type { Invocation } from "@/lib/contract/invocations";
import { sessionText } from "./timeline-messages.ts";
import { actsOf, actsWithin, isAnswerPending, type Timeline, timelineOf } from "./timeline-model.ts";
import { browserOf, mergeEndedSessions, mergeTrackedSessions } from "./tracked-sessions.ts";

const at = (second: number) => Date.UTC(2026, 0, 1, 0, 0, second);
const text = (second: number) => new Date(at(second)).toISOString();
const nothing = { queuedAt: undefined, seen: [] };
const makeInvocation = (status: string, finished?: number): Invocation => ({
  id: "r",
  status,
  started_at: text(10),
  ...(finished === undefined ? {} : { finished_at: text(finished) }),
});
const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  seq: 1,
  at_ms: at(12),
  actor: "ann",
  role: "operator",
  ip: "",
  request_id: "q1",
  action: "updateInvocation",
  target: "r",
  phase: "answered",
  status: 200,
  code: null,
  reason: "",
  ...over,
});
/** The sequence numbers of the acts that are shown on a timeline. */
const seqsWithin = (line: Timeline | undefined, entries: readonly AuditEntry[]) =>
  line && actsWithin(line, "r", entries).map((mark) => mark.entry.seq);

describe("an invocation on its axis", () => {
  it("has only a queued state while it is queued", () => {
    const line = timelineOf({ ...nothing, invocation: makeInvocation("queued"), nowMs: at(15) });
    expect(line?.states).toEqual([{ status: "queued", fromMs: at(10), toMs: at(15), goesOn: true }]);
    expect(line?.end).toBeUndefined();
  });

  it("grows while it runs, and is fixed once it ended", () => {
    const running = (second: number) =>
      timelineOf({ ...nothing, invocation: makeInvocation("running"), nowMs: at(second) });
    expect([running(20)?.toMs, running(30)?.toMs]).toEqual([at(20), at(30)]);
    const over = timelineOf({ ...nothing, invocation: makeInvocation("failed", 14), nowMs: at(99) });
    expect(over).toMatchObject({ fromMs: at(10), toMs: at(14), end: { status: "failed", atMs: at(14) } });
  });

  it("shows the time in the queue if that was recorded", () => {
    const line = timelineOf({
      ...nothing,
      queuedAt: text(4),
      invocation: makeInvocation("running"),
      nowMs: at(20),
    });
    expect(line?.states.map(({ status, fromMs }) => [status, fromMs])).toEqual([
      ["queued", at(4)],
      ["running", at(10)],
    ]);
    expect(line?.fromMs).toBe(at(4));
  });

  it("has no state for an end without a time, and nothing without a start", () => {
    expect(timelineOf({ ...nothing, invocation: makeInvocation("failed"), nowMs: at(20) })?.states).toEqual(
      [],
    );
    expect(timelineOf({ ...nothing, invocation: { id: "r" }, nowMs: at(20) })).toBeUndefined();
  });
});

describe("acts", () => {
  it("on its browsers are those of its time: a browser of a pool serves other invocations too", () => {
    const act = (seq: number, second: number, target: string, phase: AuditEntry["phase"] = "answered") =>
      entry({ seq, at_ms: at(second), target, phase, request_id: target + second });
    const line = timelineOf({ ...nothing, invocation: makeInvocation("failed", 14), nowMs: at(99) });
    const entries = [
      act(1, 3, "browser"),
      act(2, 12, "browser"),
      { ...act(3, 14, "browser", "intended"), request_id: "end" },
      { ...act(4, 15, "browser"), request_id: "end" },
      act(5, 60, "browser"),
      act(6, 60, "r"),
      act(7, 60, "r as succeeded", "unknown"),
      act(8, 13, "browser/712"),
      act(9, 60, "browser/712"),
    ];
    expect(seqsWithin(line, entries)).toEqual([2, 8, 4, 6, 7]);
  });
});

describe("sessions of an invocation", () => {
  const browser = (session_id: string, created: number) => ({ session_id, created_at: text(created) });
  const first = mergeTrackedSessions([], [browser("one", 11), browser("two", 12)], at(13));
  const second = mergeTrackedSessions(first, [browser("two", 12)], at(16));

  it("are retained when the API no longer returns them", () => {
    expect(second.map(({ browser: { session_id }, isActive }) => [session_id, isActive])).toEqual([
      ["one", false],
      ["two", true],
    ]);
    expect(
      mergeTrackedSessions(second, [browser("one", 11)], at(18)).map(({ isActive }) => isActive),
    ).toEqual([true, false]);
  });

  it("that have ended are the recorded ones and those that the log names, each once, in order of time", () => {
    const recorded = [
      { session_id: "one", seen_ms: at(11) },
      { session_id: "three", seen_ms: at(13) },
    ];
    const named = [
      { id: "two", atMs: at(12) },
      { id: "one", atMs: at(14) },
    ];
    expect(
      mergeEndedSessions(recorded, named).map(({ browser, firstSeenMs }) => [
        browser.session_id,
        firstSeenMs,
      ]),
    ).toEqual([
      ["one", at(11)],
      ["two", at(12)],
      ["three", at(13)],
    ]);
  });

  it("of a pool have no name that its next holder gave them", () => {
    const next = { ...browser("one", 11), pool: { id: "p" }, name: "next holder" };
    const [tracked] = mergeTrackedSessions([], [{ ...browser("one", 11), name: "own" }], at(13));
    const [recorded] = mergeEndedSessions([{ session_id: "one", seen_ms: at(11) }], []);
    const names = [tracked, recorded].map((session) => session && browserOf(session, next).name);
    expect(names).toEqual(["own", undefined]);
    expect(recorded && browserOf(recorded, { ...next, pool: undefined }).name).toBe("next holder");
    expect(tracked && browserOf(tracked, undefined).name).toBe("own");
  });

  it("end at their deletion, or else when last returned", () => {
    const known = { ...nothing, seen: second, invocation: makeInvocation("running"), nowMs: at(20) };
    expect(timelineOf(known)?.sessions).toEqual([
      { id: "one", fromMs: at(11), toMs: at(13), now: "left" },
      { id: "two", fromMs: at(12), toMs: at(20), now: "active" },
    ]);
    const seen = second.map((each) => ({ ...each, browser: { ...each.browser, deleted_at: text(15) } }));
    expect(timelineOf({ ...known, seen })?.sessions[0]).toMatchObject({ toMs: at(15), now: "deleted" });
  });

  it("of a pool end with the invocation, as they serve others until they are deleted", () => {
    const [recorded] = mergeEndedSessions([{ session_id: "one", seen_ms: at(11) }], []);
    const lineOf = (over: Partial<Browser>, lastSeenMs?: number) =>
      timelineOf({
        ...nothing,
        seen: recorded ? [{ ...recorded, lastSeenMs, browser: { ...browser("one", 3), ...over } }] : [],
        invocation: makeInvocation("failed", 14),
        nowMs: at(99),
      });
    const pool = { id: "p" };
    const line = lineOf({ pool, deleted_at: text(60) });
    expect(line?.toMs).toBe(at(14));
    expect(line?.sessions).toEqual([
      { id: "one", fromMs: at(3), toMs: at(14), now: "left", firstSeenMs: at(11) },
    ]);
    const acts = [
      entry({ seq: 1, at_ms: at(12), target: "one", request_id: "within" }),
      entry({ seq: 2, at_ms: at(50), target: "one", request_id: "later" }),
    ];
    expect(seqsWithin(line, acts)).toEqual([1]);
    expect(lineOf({ pool, deleted_at: text(60) }, at(13))?.sessions).toEqual([
      { id: "one", fromMs: at(3), toMs: at(13), now: "left" },
    ]);
    expect(lineOf({ pool, deleted_at: text(13) })?.sessions[0]).toMatchObject({
      toMs: at(13),
      now: "deleted",
    });
    // Its release deletes one that is not reused.
    expect(lineOf({ pool, deleted_at: text(16) }, at(13))).toMatchObject({
      toMs: at(16),
      sessions: [{ toMs: at(16), now: "deleted" }],
    });
    expect(lineOf({ deleted_at: text(60) })).toMatchObject({ toMs: at(60), sessions: [{ now: "deleted" }] });
  });

  it("of which only the first sighting is recorded have no end before that of the invocation", () => {
    const recorded = mergeEndedSessions([{ session_id: "one", seen_ms: at(11) }], []);
    const seen = recorded.map((each) => ({ ...each, browser: browser("one", 10) }));
    const line = timelineOf({ ...nothing, seen, invocation: makeInvocation("failed", 30), nowMs: at(99) });
    const [span] = line?.sessions ?? [];
    expect(span).toMatchObject({ toMs: at(30), now: "left" });
    expect(span && sessionText(span, "UTC")).toBe(
      "Browser one, created 00:00:10.000, first seen 00:00:11.000",
    );
  });

  it("that this page has seen active last have the time of that", () => {
    const line = timelineOf({
      ...nothing,
      seen: second,
      invocation: makeInvocation("running"),
      nowMs: at(20),
    });
    const [span] = line?.sessions ?? [];
    expect(span && sessionText(span, "UTC")).toBe(
      "Browser one, created 00:00:11.000, last seen 00:00:13.000",
    );
  });
});

describe("operators' actions", () => {
  it("have one mark each, with their result", () => {
    const intended = entry({ seq: 1, phase: "intended", status: null });
    const answered = entry({ seq: 2, at_ms: at(13) });
    const pending = entry({ seq: 3, at_ms: at(11), request_id: "q2", phase: "intended", status: null });
    expect(actsOf([pending, answered, intended]).map(({ entry: { seq } }) => seq)).toEqual([3, 2]);
    // The audit result is written after the invocation is reported as ended.
    expect(isAnswerPending([pending, answered, intended], at(12))).toBe(true);
    expect(isAnswerPending([answered, intended], at(12))).toBe(false);
    expect(isAnswerPending([pending], at(11) + 120_000)).toBe(false);
  });

  it("outside the axis are drawn at its edge", () => {
    const axis = { fromMs: at(10), toMs: at(20) };
    expect([5, 10, 15, 20, 90].map((second) => shareOf(axis, at(second)))).toEqual([0, 0, 0.5, 1, 1]);
  });
});
