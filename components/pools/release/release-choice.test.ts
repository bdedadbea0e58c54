import { describe, expect, it } from "vitest";
import type { AcquiredSession, PoolAcquired } from "@/lib/bff/pool-acquired";
import {
  cheapestFirst,
  emptyMessage,
  firstChoice,
  formatCompleteness,
  inPreviousOrder,
  typedIds,
  warningsOf,
} from "./release-choice.ts";

const session = (id: string, more: Partial<AcquiredSession> = {}): AcquiredSession => ({
  id,
  name: null,
  created_at_ms: 1_000,
  first_seen_ms: 2_000,
  work: "idle",
  invocation: null,
  ...more,
});
const invocation = (startedMs: number, finishedMs: number | null) => ({
  id: "r",
  app_name: "shop",
  action_name: "search",
  version: "v1",
  status: finishedMs === null ? "running" : "succeeded",
  started_at_ms: startedMs,
  finished_at_ms: finishedMs,
});
const busy = (id: string, startedMs: number) =>
  session(id, { work: "running", invocation: invocation(startedMs, null) });
const answer = (sessions: AcquiredSession[], more: Partial<PoolAcquired> = {}): PoolAcquired => ({
  source: "list",
  observed_at_ms: 1,
  acquired: sessions.length,
  more: false,
  invocations: "all",
  sessions,
  ...more,
});
const ids = (sessions: readonly AcquiredSession[]) => sessions.map(({ id }) => id);

describe("release candidates", () => {
  const sessions = [
    busy("old-invocation", 1_000),
    busy("young-invocation", 9_000),
    session("unknown", { work: "unknown" }),
    session("just-over", { invocation: invocation(3_000, 8_000) }),
    session("quiet"),
    session("no-times", { created_at_ms: null, first_seen_ms: null }),
  ];

  it("begin with the longest idle, and end with the oldest invocation", () => {
    expect(ids(cheapestFirst(sessions))).toEqual([
      "quiet",
      "just-over",
      "no-times",
      "unknown",
      "young-invocation",
      "old-invocation",
    ]);
  });

  it("are preselected as many as a remedy needs, never one that may be busy", () => {
    expect(firstChoice(sessions, 2)).toEqual(["quiet", "just-over"]);
    expect(firstChoice(sessions, 6)).toEqual(["quiet", "just-over", "no-times"]);
    expect(firstChoice(sessions, undefined)).toEqual([]);
    expect(firstChoice([session("a", { work: "unknown" })], 1)).toEqual([]);
  });

  it("keep their positions when sessions change, appear and disappear", () => {
    const later = [session("new"), busy("quiet", 1), session("unknown")];
    expect(ids(inPreviousOrder(later, ids(cheapestFirst(sessions))))).toEqual(["quiet", "unknown", "new"]);
  });

  it("cause warnings when busy, or when unknown", () => {
    const one = answer([busy("a", 1), session("b")]);
    expect(warningsOf(one, ["b"])).toEqual([]);
    expect(warningsOf(one, ["a", "b"])).toEqual([
      "1 browser of the selected has a running invocation, which will probably fail.",
    ]);
    expect(warningsOf({ ...one, invocations: "first" }, ["b"])).toEqual([
      "Not all running invocations could be checked. A browser without a known invocation may still be in use.",
    ]);
  });
});

describe("release texts", () => {
  it("explain an empty list, and state how complete the list is", () => {
    expect(emptyMessage(answer([session("a")]))).toBeUndefined();
    expect(emptyMessage(answer([]))).toBe("No acquired browsers of this pool are listed now.");
    expect(emptyMessage(answer([], { source: "not_linked" }))).toMatch(/^The API does not report/);
    expect(formatCompleteness(answer([session("a")], { acquired: 3 }))).toBe("1 of 3 acquired are known");
    expect(formatCompleteness(answer([], { acquired: null, more: true }))).toBe(
      "0 of ? acquired are known, more exist",
    );
  });

  it("split typed ids at any character an id cannot contain, each once", () => {
    expect(typedIds(" a, b\nc;a  ")).toEqual(["a", "b", "c"]);
    expect(typedIds("  ")).toEqual([]);
  });
});
