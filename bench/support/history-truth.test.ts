import { describe, expect, it } from "vitest";
import { scriptedRun } from "../../tests/support/scripted-runs.ts";
import { expectSame, truthOf } from "./history-truth.ts";

const script = { count: 500, fromMs: Date.UTC(2026, 9, 1), spanMs: 86_400_000 };

describe("the truth of a script", () => {
  const truth = truthOf(script, 21_600_000);
  const sum = (begin: string) =>
    [...truth].filter(([name]) => name.startsWith(begin)).reduce((all, [, count]) => all + count, 0);

  it("counts every run once in each way of counting", () => {
    const failed = Array.from({ length: 500 }, (_, at) => scriptedRun(at, script)).filter(
      ({ status }) => status === "failed",
    ).length;
    expect(failed).toBeGreaterThan(0);
    expect(sum("bucket ")).toBe(500);
    expect(sum("series of ")).toBe(500);
    expect(truth.get("failures")).toBe(failed);
    expect([...truth.keys()].filter((name) => name.startsWith("bucket ")).length).toBeGreaterThan(4);
  });

  it("is missed by a count that is one off, by one not shown and by one too many", () => {
    expect(() => expectSame(truth, new Map(truth))).not.toThrow();
    const oneOff = new Map(truth).set("failures", (truth.get("failures") ?? 0) + 1);
    expect(() => expectSame(truth, oneOff)).toThrow(/^1 of .* counts differ:\nfailures: /);
    const missing = new Map(truth);
    missing.delete("failures");
    expect(() => expectSame(truth, missing)).toThrow("0 shown");
    expect(() => expectSame(truth, new Map(truth).set("bucket 0 failed", 1))).toThrow("0 in the script");
  });
});
