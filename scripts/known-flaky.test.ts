import { expect, test } from "vitest";
import { assertTestsExist, flakyLines, readKnownFlaky } from "./known-flaky.mjs";

const now = Date.parse("2026-03-10T15:00:00Z");
const entry = { test: "tests/e2e/a.spec.ts › is kept", reason: "loses a key", until: "2026-03-12" };
const read = (...entries: unknown[]) => readKnownFlaky(JSON.stringify(entries), now);

test.each(["2026-03-10", "2026-03-17"])("an entry is valid until %s", (until) => {
  expect(read({ ...entry, until })).toEqual([{ ...entry, until }]);
});

test.each([
  ["has expired", { ...entry, until: "2026-03-09" }, "it expired on 2026-03-09"],
  ["is too far ahead", { ...entry, until: "2026-03-18" }, "2026-03-18 is more than 7 days ahead"],
  ["has no end", { ...entry, until: undefined }, 'its "until" is not a day'],
  ["ends on an invalid day", { ...entry, until: "2026-02-30" }, 'its "until" is not a day'],
  ["ends at a time of day", { ...entry, until: "2026-03-12T00:00:00Z" }, 'its "until" is not a day'],
  ["has no reason", { ...entry, reason: " " }, 'it has no "reason"'],
  ["names no test", { ...entry, test: undefined }, 'an entry has no "test"'],
  ["is not an entry", null, 'an entry has no "test"'],
  ["has an unknown field", { ...entry, retries: 3 }, "unknown fields: retries"],
])("rejects an entry that %s", (_, wrong, message) => {
  expect(() => read(wrong)).toThrow(message);
});

test("reports every error at once, also a test listed twice", () => {
  expect(() => read(entry, entry, { ...entry, test: "b", reason: "" })).toThrow(
    /^tests\/known-flaky\.json:\n {2}b: it has no "reason"\n {2}.* › is kept: it is listed twice$/,
  );
});

test("rejects what is not a list", () => {
  expect(() => readKnownFlaky("{", now)).toThrow("is not JSON");
  expect(() => readKnownFlaky("{}", now)).toThrow("is not a list");
});

test("rejects an entry for a test that does not exist", () => {
  expect(() => assertTestsExist([entry], ["tests/e2e/a.spec.ts › is kept"])).not.toThrow();
  expect(() => assertTestsExist([entry], ["tests/e2e/a.spec.ts › was renamed"])).toThrow(
    "a.spec.ts › is kept: there is no such end-to-end test",
  );
});

test("each flaky test has a line that includes whether it was known", () => {
  expect(flakyLines([entry.test, "other"], [entry])).toEqual([
    "Flaky, known until 2026-03-12 (loses a key): tests/e2e/a.spec.ts › is kept",
    "Flaky, counted as failed: other",
  ]);
});
