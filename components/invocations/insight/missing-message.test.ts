import { describe, expect, it } from "vitest";
import { missingMessage } from "./missing-message.ts";

const read = { past: "24h", reading: false, leftOut: 0 } as const;

describe("missingMessage", () => {
  it("reports that there is none only if the list is complete", () => {
    expect(missingMessage("failure", read)).toBe(
      "No invocation failed for this reason in the last 24 h. Choose a longer time range.",
    );
    expect(missingMessage("action", read)).toBe("No invocation of this action in the last 24 h.");
  });

  it("reports nothing as missing that may have been left out", () => {
    expect(missingMessage("failure", { ...read, leftOut: 1_200 })).toBe(
      "Not among the 100 most frequent failures in the last 24 h. 1,200 more are not listed.",
    );
    expect(missingMessage("action", { ...read, past: "7d", leftOut: 3 })).toBe(
      "Not among the 100 actions with the most invocations in the last 7 days. 3 more are not listed.",
    );
  });

  it("waits for the requested period, whatever the previous one left out", () => {
    for (const what of ["action", "failure"] as const)
      expect(missingMessage(what, { past: "1h", reading: true, leftOut: 3 })).toBe("Loading the last hour…");
  });
});
