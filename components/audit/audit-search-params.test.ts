import { expect, test } from "vitest";
import { activeFilters, filterOf, sinceOptions, timeText, whyNotLive } from "./audit-search-params.ts";

test("a click on an outcome filters by it; nothing else of a row is such a filter", () => {
  expect(filterOf({ columnId: "outcome", value: "unknown", exclude: false })).toEqual({ outcome: "unknown" });
  expect(filterOf({ columnId: "outcome", value: "pondered", exclude: false })).toBeUndefined();
  expect(filterOf({ columnId: "outcome", value: "ok", exclude: true })).toBeUndefined();
  expect(filterOf({ columnId: "reason", value: "why", exclude: false })).toBeUndefined();
});

test("the active filters are named in words, and each of their parameters is cleared", () => {
  expect(activeFilters({}, "UTC")).toEqual({});
  expect(activeFilters({ actor: "ada", action: "checkProxy", outcome: "unknown" }, "UTC")).toEqual({
    actor: "person ada",
    action: "act Check proxy",
    outcome: "outcome unknown",
  });
  const range = { since: "2026-01-01T10:00:00Z", until: "2026-01-01T11:00:00Z" };
  expect(Object.keys(activeFilters(range, "UTC"))).toEqual(["since", "until"]);
});

test("the time is a period, a range, or what a link has", () => {
  expect(timeText({}, "UTC")).toBeUndefined();
  for (const { value, label } of sinceOptions)
    expect(timeText({ since: value }, "UTC")).toBe(label.toLowerCase());
  expect(timeText({ since: "90m" }, "UTC")).toBe("last 90m");
  expect(timeText({ since: "2026-01-01T10:00:00Z", until: "2026-01-01T11:30:00Z" }, "Europe/Berlin")).toBe(
    "from 2026-01-01 11:00 until 2026-01-01 12:30",
  );
});

test("the list is live on its first page up to now, or to a later time", () => {
  const nowMs = Date.UTC(2026, 10, 25, 12);
  expect(whyNotLive({ since: "1h" }, nowMs)).toBeUndefined();
  expect(whyNotLive({ offset: 50 }, nowMs)).toMatch(/first page/);
  expect(whyNotLive({ until: "2026-11-25T11:59:59Z" }, nowMs)).toMatch(/past/);
  expect(whyNotLive({ since: "2026-11-24T00:00:00Z", until: "2026-11-26T00:00:00Z" }, nowMs)).toBeUndefined();
});
