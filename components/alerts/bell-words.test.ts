import { expect, test } from "vitest";
import { bellWords } from "./bell-words.ts";

test("nothing is said of alerts that were never read", () => {
  expect(bellWords(undefined, false)).toMatchObject({ name: "Alerts: not known", mark: "" });
  expect(bellWords(undefined, true)).toMatchObject({ name: "Alerts: not known", mark: "?" });
  for (const failed of [false, true])
    expect(bellWords(undefined, failed).title).not.toMatch(/no open alerts/i);
});

test("a list that was read is told as it is", () => {
  expect(bellWords({ loud: 0 }, false)).toEqual({
    name: "Alerts: none open",
    title: "No open alerts",
    mark: "",
    failed: false,
  });
  expect(bellWords({ loud: 3 }, false)).toMatchObject({
    name: "Alerts: 3 open",
    title: "3 open",
    mark: "3",
  });
  expect(bellWords({ loud: 120 }, false)).toMatchObject({ name: "Alerts: 120 open", mark: "99+" });
});

test("a list that could not be read again says so, and never that nothing is open", () => {
  expect(bellWords({ loud: 0 }, true)).toEqual({
    name: "Alerts: none when last read, not up to date",
    title: "None when last read, not up to date",
    mark: "?",
    failed: true,
  });
  expect(bellWords({ loud: 3 }, true)).toMatchObject({
    name: "Alerts: 3 open, not up to date",
    title: "3 open, not up to date",
    mark: "3?",
  });
});
