import { expect, it } from "vitest";
import type { EvidenceSettings } from "../../bff/evidence.ts";
import { summarizeChange } from "./summarize-change.ts";

const before: EvidenceSettings = {
  logs: "failed",
  network: "failed",
  pictures: "failed",
  video: "off",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 100,
  exceptions: [
    { app: "shop", logs: "off" },
    { pool: "eu", logs: "all", video: "all" },
    { app: "news", pictures: "all" },
  ],
};

it("names each changed value with the old and the new one", () => {
  const after = { ...before, logs: "all", days: 30 } as const;
  expect(summarizeChange(before, after)).toBe("logs failed → all; days 7 → 30");
});

it("names each exception that was added, changed or removed", () => {
  const exceptions: EvidenceSettings["exceptions"] = [
    { app: "news", pictures: "all" },
    { app: "shop", logs: "failed" },
    { pool: "us", network: "off" },
  ];
  expect(summarizeChange(before, { ...before, exceptions })).toBe(
    "app shop: logs off → logs failed; pool eu: logs all, video all → none; pool us: none → network off",
  );
});

it("is empty without a change", () => {
  expect(summarizeChange(before, structuredClone(before))).toBe("");
});
