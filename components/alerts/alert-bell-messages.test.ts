import { expect, test } from "vitest";
import { alertBellMessages } from "./alert-bell-messages.ts";

test("alerts that were never read give no count", () => {
  expect(alertBellMessages(undefined, false)).toMatchObject({ name: "Alerts: unknown", mark: "" });
  expect(alertBellMessages(undefined, true)).toMatchObject({ name: "Alerts: unknown", mark: "?" });
  for (const failed of [false, true])
    expect(alertBellMessages(undefined, failed).title).not.toMatch(/no open alerts/i);
});

test("a list that was read is summarised", () => {
  expect(alertBellMessages({ loud: 0 }, false)).toEqual({
    name: "Alerts: none open",
    title: "No open alerts",
    mark: "",
    failed: false,
  });
  expect(alertBellMessages({ loud: 3 }, false)).toMatchObject({
    name: "Alerts: 3 open",
    title: "3 open",
    mark: "3",
  });
  expect(alertBellMessages({ loud: 120 }, false)).toMatchObject({ name: "Alerts: 120 open", mark: "99+" });
});

test("a list that could not be refreshed is reported as such, never as no open alerts", () => {
  expect(alertBellMessages({ loud: 0 }, true)).toEqual({
    name: "Alerts: none open, not up to date",
    title: "None open, not up to date",
    mark: "?",
    failed: true,
  });
  expect(alertBellMessages({ loud: 3 }, true)).toMatchObject({
    name: "Alerts: 3 open, not up to date",
    title: "3 open, not up to date",
    mark: "3?",
  });
});
