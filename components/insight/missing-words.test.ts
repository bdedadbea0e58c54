import { describe, expect, it } from "vitest";
import { missingWords } from "./missing-words.ts";

const read = { past: "24h", reading: false, leftOut: 0 } as const;

describe("missingWords", () => {
  it("says that there is none only of a list that is whole", () => {
    expect(missingWords("failure", read)).toBe(
      "No run that failed for this reason is recorded in the last 24 h. A longer time may hold some.",
    );
    expect(missingWords("action", read)).toBe("No run of it is recorded in the last 24 h.");
  });

  it("claims nothing of what may have been left out", () => {
    expect(missingWords("failure", { ...read, leftOut: 1_200 })).toBe(
      "It is not among the 100 kinds of failures that come up most in the last 24 h; 1,200 more are not listed.",
    );
    expect(missingWords("action", { ...read, past: "7d", leftOut: 3 })).toBe(
      "It is not among the 100 actions with the most runs in the last 7 days; 3 more are not listed.",
    );
  });

  it("waits for the time that was asked for, whatever the one before left out", () => {
    for (const what of ["action", "failure"] as const)
      expect(missingWords(what, { past: "1h", reading: true, leftOut: 3 })).toBe(
        "Reading what is recorded of the last hour…",
      );
  });
});
