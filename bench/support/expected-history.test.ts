import { describe, expect, it } from "vitest";
import { scriptedInvocation } from "../../tests/support/fakes/scripted-invocations.ts";
import { expectEqualCounts, expectedCounts } from "./expected-history.ts";

const script = { count: 500, fromMs: Date.UTC(2026, 9, 1), spanMs: 86_400_000 };

describe("expected counts of a script", () => {
  const expected = expectedCounts(script, 21_600_000);
  const sum = (begin: string) =>
    [...expected].filter(([name]) => name.startsWith(begin)).reduce((all, [, count]) => all + count, 0);

  it("count every invocation once per breakdown", () => {
    const failed = Array.from({ length: 500 }, (_, at) => scriptedInvocation(at, script)).filter(
      ({ status }) => status === "failed",
    ).length;
    expect(failed).toBeGreaterThan(0);
    expect(sum("bucket ")).toBe(500);
    expect(sum("series of ")).toBe(500);
    expect(expected.get("failures")).toBe(failed);
    expect([...expected.keys()].filter((name) => name.startsWith("bucket ")).length).toBeGreaterThan(4);
  });

  it("differ from a count that is one off, missing or extra", () => {
    expect(() => expectEqualCounts(expected, new Map(expected))).not.toThrow();
    const oneOff = new Map(expected).set("failures", (expected.get("failures") ?? 0) + 1);
    expect(() => expectEqualCounts(expected, oneOff)).toThrow(/^1 of .* counts differ:\nfailures: /);
    const missing = new Map(expected);
    missing.delete("failures");
    expect(() => expectEqualCounts(expected, missing)).toThrow("0 shown");
    expect(() => expectEqualCounts(expected, new Map(expected).set("bucket 0 failed", 1))).toThrow(
      "0 in the script",
    );
  });
});
