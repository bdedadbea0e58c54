import { describe, expect, it } from "vitest";
import type { Remedy } from "@/lib/bff/pool-insight";
import { bestRemedy, remedyMessage } from "./remedy-message.ts";

const fill = {
  per_minute: 4,
  source: "configured",
  set: null,
  learned: null,
  configured: { percent: 10, per_minute: 4, met: null },
} as const;
const say = (remedy: Remedy) => remedyMessage(remedy, { size: 40, fill });
const size: Remedy = { kind: "size", by: 4, to: 44, minutes: 31 };
const rate: Remedy = { kind: "fill_rate", by: 2, to: 15, minutes: null };
const release: Remedy = { kind: "release", by: 1, minutes: 60 };

describe("a remedy", () => {
  it("names the setting in its unit, and its effect", () => {
    expect([rate, size, release].map(say)).toEqual([
      "Raise the fill rate from 10 % to 15 %, 2/min more: never runs empty.",
      "Raise the size from 40 to 44: lasts 31 min.",
      "Release 1 acquired browser: lasts 1 h.",
    ]);
  });

  it("states why a setting does not help", () => {
    expect(say({ kind: "none", of: "fill_rate", why: "nothing_to_fill" })).toBe(
      "A higher fill rate won't help: no browser is missing.",
    );
    expect(say({ kind: "none", of: "size", why: "beyond_bound" })).toBe(
      "Even the largest possible size (100) won't be enough.",
    );
  });

  it("comes first that changes a setting", () => {
    expect(bestRemedy([release, rate, size])).toBe(rate);
    expect(bestRemedy([release, { kind: "none", of: "fill_rate", why: "not_kept" }, size])).toBe(size);
    expect(bestRemedy([{ kind: "none", of: "size", why: "beyond_bound" }])).toBeUndefined();
  });
});
