import { expect, test } from "vitest";
import { paces } from "@/lib/paces";
import { alertBellMessages } from "./alert-bell-messages.ts";

const nowMs = Date.UTC(2026, 10, 25);
const listOf = (loud: number, evaluated_at_ms: number | null = nowMs - 5_000) => ({
  loud,
  evaluated_at_ms,
  now_ms: nowMs,
});

test("alerts that were never read give no count", () => {
  expect(alertBellMessages(undefined, false)).toMatchObject({ name: "Alerts: unknown", mark: "" });
  expect(alertBellMessages(undefined, true)).toMatchObject({ name: "Alerts: unknown", mark: "?" });
  for (const failed of [false, true])
    expect(alertBellMessages(undefined, failed).title).not.toMatch(/no open alerts/i);
});

test("a list that was read is summarised", () => {
  expect(alertBellMessages(listOf(0), false)).toEqual({
    name: "Alerts: none open",
    title: "No open alerts",
    mark: "",
    failed: false,
  });
  expect(alertBellMessages(listOf(3), false)).toMatchObject({
    name: "Alerts: 3 open",
    title: "3 open",
    mark: "3",
  });
  expect(alertBellMessages(listOf(120), false)).toMatchObject({ name: "Alerts: 120 open", mark: "99+" });
});

test("a list that could not be refreshed is reported as such, never as no open alerts", () => {
  expect(alertBellMessages(listOf(0), true)).toEqual({
    name: "Alerts: none open, not up to date",
    title: "None open, not up to date",
    mark: "?",
    failed: true,
  });
  expect(alertBellMessages(listOf(3), true)).toMatchObject({
    name: "Alerts: 3 open, not up to date",
    title: "3 open, not up to date",
    mark: "3?",
  });
});

test("a list whose rules were not evaluated recently, or never, is not up to date", () => {
  for (const evaluatedAtMs of [null, nowMs - paces.alerts.freshMs - 1])
    expect(alertBellMessages(listOf(0, evaluatedAtMs), false)).toEqual({
      name: "Alerts: none open, not up to date",
      title: "None open, not up to date",
      mark: "?",
      failed: true,
    });
  expect(alertBellMessages(listOf(0, nowMs - paces.alerts.freshMs), false).failed).toBe(false);
});
