import { describe, expect, it } from "vitest";
import type { AcquiredSession, PoolAcquired } from "@/lib/bff/pool-acquired";
import {
  cheapestFirst,
  completenessWords,
  firstChoice,
  inPlace,
  nothingWords,
  releasedWords,
  typedIds,
  warningsOf,
} from "./release-choice.ts";

const session = (id: string, more: Partial<AcquiredSession> = {}): AcquiredSession => ({
  id,
  created_at_ms: 1_000,
  first_seen_ms: 2_000,
  work: "idle",
  run: null,
  ...more,
});
const run = (startedMs: number, finishedMs: number | null) => ({
  id: "r",
  app_name: "shop",
  action_name: "search",
  version: "v1",
  status: finishedMs === null ? "running" : "succeeded",
  started_at_ms: startedMs,
  finished_at_ms: finishedMs,
});
const busy = (id: string, startedMs: number) => session(id, { work: "running", run: run(startedMs, null) });
const answer = (sessions: AcquiredSession[], more: Partial<PoolAcquired> = {}): PoolAcquired => ({
  source: "list",
  observed_at_ms: 1,
  acquired: sessions.length,
  more: false,
  runs: "all",
  sessions,
  ...more,
});
const ids = (sessions: readonly AcquiredSession[]) => sessions.map(({ id }) => id);

describe("the choice of what to release", () => {
  const sessions = [
    busy("old-run", 1_000),
    busy("young-run", 9_000),
    session("unknown", { work: "unknown" }),
    session("just-over", { run: run(3_000, 8_000) }),
    session("quiet"),
    session("no-times", { created_at_ms: null, first_seen_ms: null }),
  ];

  it("begins with idle ones, the longest quiet first, and ends with the oldest run", () => {
    expect(ids(cheapestFirst(sessions))).toEqual([
      "quiet",
      "just-over",
      "no-times",
      "unknown",
      "young-run",
      "old-run",
    ]);
  });

  it("is as many idle ones as a remedy needs, never one that may be at work", () => {
    expect(firstChoice(sessions, 2)).toEqual(["quiet", "just-over"]);
    expect(firstChoice(sessions, 6)).toEqual(["quiet", "just-over", "no-times"]);
    expect(firstChoice(sessions, undefined)).toEqual([]);
    expect(firstChoice([session("a", { work: "unknown" })], 1)).toEqual([]);
  });

  it("keeps its places when sessions change, come and go", () => {
    const later = [session("new"), busy("quiet", 1), session("unknown")];
    expect(ids(inPlace(later, ids(cheapestFirst(sessions))))).toEqual(["quiet", "unknown", "new"]);
  });

  it("warns of chosen ones at work, and where nobody could tell", () => {
    const one = answer([busy("a", 1), session("b")]);
    expect(warningsOf(one, ["b"])).toEqual([]);
    expect(warningsOf(one, ["a", "b"])).toEqual([
      "1 browser of the chosen has a running invocation, which loses it and will most likely fail.",
    ]);
    expect(warningsOf({ ...one, runs: "first" }, ["b"])).toEqual([
      "Not all running invocations could be asked for their browsers: one without a known run may be at work.",
    ]);
  });
});

describe("words of a release", () => {
  it("say why nothing is listed, and how much of what is acquired is known", () => {
    expect(nothingWords(answer([session("a")]))).toBeUndefined();
    expect(nothingWords(answer([]))).toBe("No acquired session of this pool is listed now.");
    expect(nothingWords(answer([], { source: "not_linked" }))).toMatch(/^This API does not tell/);
    expect(completenessWords(answer([session("a")], { acquired: 3 }))).toBe("1 of 3 acquired are known");
    expect(completenessWords(answer([], { acquired: null, more: true }))).toBe(
      "0 of ? acquired are known, and there are more",
    );
  });

  it("say what came of it", () => {
    expect(releasedWords(1, 0, 0)).toBe("1 browser released");
    expect(releasedWords(2, 1, 3)).toBe("2 browsers released, 1 failed, 3 not sent");
  });

  it("typed ids are apart by anything that no id holds, each once", () => {
    expect(typedIds(" a, b\nc;a  ")).toEqual(["a", "b", "c"]);
    expect(typedIds("  ")).toEqual([]);
  });
});
