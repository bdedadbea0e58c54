import { expect, test } from "vitest";
import {
  closingLine,
  countKnownFlaky,
  namesOfPlaywright,
  tallyPlaywright,
  tallyVitest,
  withExitStatus,
} from "./test-reports.mjs";

const well = { ok: true, how: "exit code 0" };
const badly = { ok: false, how: "exit code 1" };
const shorten = (file: string) => file.replace("/root/", "");

test("vitest's report: a file that failed outside its tests counts as a failure", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "skipped" }] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ],
  };
  expect(tallyVitest(report)).toEqual({ passed: 5, failed: 3, skipped: 3, flaky: [] });
});

test("vitest's report: a test that passed at its own retry is flaky, not passed", () => {
  const retried = {
    status: "passed",
    ancestorTitles: ["group"],
    title: "flips",
    failureMessages: ["AssertionError"],
  };
  const steady = { status: "passed", ancestorTitles: [], title: "holds", failureMessages: [] };
  const report = {
    numPassedTests: 2,
    testResults: [{ name: "/root/lib/a.test.ts", status: "passed", assertionResults: [retried, steady] }],
  };
  expect(tallyVitest(report, shorten)).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    flaky: ["lib/a.test.ts › group › flips"],
  });
});

const played = {
  config: { rootDir: "/root/tests/e2e" },
  stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 2 },
  suites: [
    {
      title: "a.spec.ts",
      file: "a.spec.ts",
      specs: [
        { title: "flips", tests: [{ status: "flaky" }] },
        { title: "holds", tests: [{ status: "expected" }] },
      ],
      suites: [{ title: "group", specs: [{ title: "flips", tests: [{ status: "flaky" }] }] }],
    },
  ],
};
const flips = "tests/e2e/a.spec.ts › flips";
const flipsToo = "tests/e2e/a.spec.ts › group › flips";

test("Playwright's report: a test that passed only at a retry is flaky, not passed", () => {
  expect(tallyPlaywright(played, shorten)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 2,
    flaky: [flips, flipsToo],
  });
});

test("lists the names of all tests of Playwright's report", () => {
  expect(namesOfPlaywright(played, shorten)).toEqual([flips, "tests/e2e/a.spec.ts › holds", flipsToo]);
  expect(namesOfPlaywright(undefined)).toEqual([]);
});

test("a flaky test fails the run unless it is known", () => {
  const tally = { passed: 4, failed: 0, skipped: 0, flaky: [flips, flipsToo] };
  expect(countKnownFlaky(tally, [])).toMatchObject({ passed: 4, failed: 2 });
  expect(countKnownFlaky(tally, [{ test: flips }])).toMatchObject({ passed: 5, failed: 1 });
  expect(countKnownFlaky(tally, [{ test: flips }, { test: flipsToo }])).toMatchObject({
    passed: 6,
    failed: 0,
  });
});

test("a missing report or no tests is a failure with a reason", () => {
  expect(withExitStatus(tallyVitest(undefined), well)).toMatchObject({ failed: 1, reason: "no test ran" });
  const hung = { ok: false, how: "not finished within 300 s" };
  expect(withExitStatus(tallyPlaywright({}), hung)).toMatchObject({
    failed: 1,
    reason: "no test ran, not finished within 300 s",
  });
});

test("passed tests of a failed command are not a success", () => {
  const tally = { passed: 3, failed: 0, skipped: 0, flaky: [] };
  expect(withExitStatus(tally, badly)).toMatchObject({
    passed: 3,
    failed: 1,
    reason: expect.stringContaining("exit code 1"),
  });
  expect(withExitStatus(tally, well)).toEqual(tally);
});

test("the closing line", () => {
  expect(closingLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
});
