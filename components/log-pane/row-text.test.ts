import { describe, expect, it } from "vitest";
import type { LogGap } from "@/lib/bff/live";
import { gapText, rowText, stateText } from "./row-text.ts";

const plain = (at: string | number) => String(at).slice(11, 19);
const gap = (over: Partial<LogGap>): LogGap => ({
  id: 1,
  reason: "disconnected",
  count: null,
  from: "2026-01-01T03:09:01Z",
  to: "2026-01-01T03:09:13Z",
  ...over,
});

describe("rows in words", () => {
  it("says how long a break was and never invents how many lines it cost", () => {
    expect(gapText(gap({}), plain)).toBe("Disconnected 12 s · lines may be missing · 03:09:01 – 03:09:13");
    expect(gapText(gap({ count: 340 }), plain)).toContain("340 lines are missing");
    expect(gapText(gap({ count: 1, reason: "slow" }), plain)).toContain("1 line is missing");
    expect(gapText(gap({ from: null, reason: "expired" }), plain)).toContain("until 03:09:13");
  });

  it("copies a line without its colour codes", () => {
    const row = {
      kind: "line",
      id: 1,
      epoch: "a",
      atMs: 0,
      at: "",
      text: "\u001b[31mred\u001b[0m",
      cut: false,
    } as const;
    expect(rowText(row, plain)).toBe("red");
  });

  it("tells the two lines apart that can break", () => {
    const state = { log: "open", reason: null, beginsAt: null, connection: "connected" } as const;
    expect(stateText(state, true)).toBe("following");
    expect(stateText(state, false)).toBe("paused");
    expect(stateText({ ...state, connection: "reconnecting" }, true)).toContain("dashboard");
    expect(stateText({ ...state, log: "reconnecting" }, true)).toContain("API");
  });
});
