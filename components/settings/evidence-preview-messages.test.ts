import { expect, it } from "vitest";
import type { EvidencePreview } from "@/lib/bff/evidence";
import { hourMs } from "@/lib/bff/time-units";
import { formatOverflow, formatPreview } from "./evidence-preview-messages.ts";

const nowMs = Date.UTC(2026, 10, 20);
const none = { browsers: 0, invocations: null, mb_per_day: 0 };
const previewOf = (given: {
  hours?: number;
  complete?: boolean;
  logs: number | null;
  network?: number | null;
}): EvidencePreview => ({
  browsers: {
    examined: 2_000,
    from_ms: nowMs - (given.hours ?? 168) * hourMs,
    complete: given.complete ?? true,
  },
  invocations: { examined: 9_000, from_ms: nowMs - 168 * hourMs },
  kinds: {
    logs: { browsers: 1_200, invocations: 8_000, mb_per_day: given.logs },
    network: { ...none, mb_per_day: given.network ?? 0 },
    pictures: none,
    video: none,
  },
});

it("says how many of how many, since when, and how much a day", () => {
  expect(formatPreview(previewOf({ logs: 120 }), "logs", nowMs)).toBe(
    "1,200 of 2,000 browsers and 8,000 of 9,000 invocations in the last 7 days, about 120 MB per day",
  );
  expect(formatPreview(previewOf({ logs: null }), "logs", nowMs)).toMatch(/days, size unknown yet$/);
  expect(formatPreview(previewOf({ logs: 120 }), "video", nowMs)).toBe(
    "0 of 2,000 browsers in the last 7 days",
  );
});

it("names the time of each where browsers were recorded for a shorter one", () => {
  for (const [hours, period] of [
    [3.4, "3 hours"],
    [0.5, "30 minutes"],
    [60, "3 days"],
  ] as const)
    expect(formatPreview(previewOf({ hours, logs: 0 }), "logs", nowMs)).toBe(
      `1,200 of 2,000 browsers in the last ${period}, 8,000 of 9,000 invocations in the last 7 days`,
    );
});

it("says that only the newest browsers were examined", () => {
  expect(formatPreview(previewOf({ complete: false, logs: 0 }), "network", nowMs)).toBe(
    "0 of the newest 2,000 browsers in the last 7 days",
  );
});

it("warns of a limit that is full before the days are over, over all kinds", () => {
  const limits = { days: 7, max_mb: 1_000 };
  expect(formatOverflow(previewOf({ logs: 142 }), limits)).toBeUndefined();
  expect(formatOverflow(previewOf({ logs: 142, network: 58 }), limits)).toBe(
    "1.00 GB is full after about 5 days at about 200 MB per day. Then the oldest is deleted before 7 days are over.",
  );
  expect(formatOverflow(previewOf({ logs: 2_000 }), { ...limits, days: 1 })).toBe(
    "1.00 GB is full after less than a day at about 2.00 GB per day. Then the oldest is deleted before a day is over.",
  );
  expect(formatOverflow(previewOf({ logs: null }), limits)).toBeUndefined();
});
