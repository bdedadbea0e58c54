import { expect, test } from "vitest";
import { flakyLines, mustExist, readKnownFlaky } from "./known-flaky.mjs";

const now = Date.parse("2026-03-10T15:00:00Z");
const entry = { test: "tests/e2e/a.spec.ts › is kept", reason: "loses a key", until: "2026-03-12" };
const read = (...entries: unknown[]) => readKnownFlaky(JSON.stringify(entries), now);

test.each(["2026-03-10", "2026-03-17"])("an entry may stand until %s", (until) => {
  expect(read({ ...entry, until })).toEqual([{ ...entry, until }]);
});

test.each([
  ["is over", { ...entry, until: "2026-03-09" }, "its time was over on 2026-03-09"],
  ["is too far ahead", { ...entry, until: "2026-03-18" }, "2026-03-18 is more than 7 days ahead"],
  ["has no end", { ...entry, until: undefined }, 'its "until" is not a day'],
  ["ends on no day", { ...entry, until: "2026-02-30" }, 'its "until" is not a day'],
  ["ends on a moment", { ...entry, until: "2026-03-12T00:00:00Z" }, 'its "until" is not a day'],
  ["has no reason", { ...entry, reason: " " }, 'it has no "reason"'],
  ["names no test", { ...entry, test: undefined }, 'an entry has no "test"'],
  ["is not an entry", null, 'an entry has no "test"'],
  ["says more than is understood", { ...entry, retries: 3 }, "nothing is known of retries"],
])("an entry that %s stops the run", (_, wrong, words) => {
  expect(() => read(wrong)).toThrow(words);
});

test("all that is wrong is said at once, also a test listed twice", () => {
  expect(() => read(entry, entry, { ...entry, test: "b", reason: "" })).toThrow(
    /^tests\/known-flaky\.json:\n {2}b: it has no "reason"\n {2}.* › is kept: it is listed twice$/,
  );
});

test("what is no list stops the run", () => {
  expect(() => readKnownFlaky("{", now)).toThrow("is not JSON");
  expect(() => readKnownFlaky("{}", now)).toThrow("is not a list");
});

test("an entry for a test that there is not stops the run", () => {
  expect(() => mustExist([entry], ["tests/e2e/a.spec.ts › is kept"])).not.toThrow();
  expect(() => mustExist([entry], ["tests/e2e/a.spec.ts › was renamed"])).toThrow(
    "a.spec.ts › is kept: there is no such end-to-end test",
  );
});

test("each flaky test has a line that says whether it was known", () => {
  expect(flakyLines([entry.test, "other"], [entry])).toEqual([
    "Flaky, known until 2026-03-12 (loses a key): tests/e2e/a.spec.ts › is kept",
    "Flaky, counted as failed: other",
  ]);
});
