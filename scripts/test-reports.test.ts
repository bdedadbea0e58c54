import { expect, test } from "vitest";
import {
  closingLine,
  judged,
  namesOfPlaywright,
  settled,
  tallyPlaywright,
  tallyVitest,
} from "./test-reports.mjs";

const well = { ok: true, how: "exit code 0" };
const badly = { ok: false, how: "exit code 1" };
const shorten = (file: string) => file.replace("/root/", "");

test("vitest's report: a file that failed outside its tests is a failure too", () => {
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

test("vitest's report: what passed at a retry of its own is flaky, not passed", () => {
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

test("Playwright's report: what passed only at the second try is named, and not passed", () => {
  expect(tallyPlaywright(played, shorten)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 2,
    flaky: [flips, flipsToo],
  });
});

test("Playwright's report names all its tests", () => {
  expect(namesOfPlaywright(played, shorten)).toEqual([flips, "tests/e2e/a.spec.ts › holds", flipsToo]);
  expect(namesOfPlaywright(undefined)).toEqual([]);
});

test("a flaky test fails the run unless it is known", () => {
  const tally = { passed: 4, failed: 0, skipped: 0, flaky: [flips, flipsToo] };
  expect(settled(tally, [])).toMatchObject({ passed: 4, failed: 2 });
  expect(settled(tally, [{ test: flips }])).toMatchObject({ passed: 5, failed: 1 });
  expect(settled(tally, [{ test: flips }, { test: flipsToo }])).toMatchObject({ passed: 6, failed: 0 });
});

test("no report, no tests: a failure that says so", () => {
  expect(judged(tallyVitest(undefined), well)).toMatchObject({ failed: 1, reason: "no test ran" });
  const hung = { ok: false, how: "no end within 300 s" };
  expect(judged(tallyPlaywright({}), hung)).toMatchObject({
    failed: 1,
    reason: "no test ran, no end within 300 s",
  });
});

test("tests that passed in a run that failed are not a success", () => {
  const tally = { passed: 3, failed: 0, skipped: 0, flaky: [] };
  expect(judged(tally, badly)).toMatchObject({
    passed: 3,
    failed: 1,
    reason: expect.stringContaining("exit code 1"),
  });
  expect(judged(tally, well)).toEqual(tally);
});

test("the closing line", () => {
  expect(closingLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
});
