import { expect, test } from "vitest";
import {
  againPlaywright,
  againVitest,
  closingLine,
  judged,
  passedAgain,
  tallyPlaywright,
  tallyVitest,
} from "./test-reports.mjs";

test("vitest's report: a file that could not be loaded is a failure too", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: "failed", assertionResults: [{}] },
      { status: "failed", assertionResults: [] },
      { status: "passed", assertionResults: [{}] },
    ],
  };
  expect(tallyVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

test("Playwright's report: what its own retries saved is not passed", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  expect(tallyPlaywright({ stats })).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test("a few files with failed tests are worth a second try; many, or one that cannot be loaded, are not", () => {
  const bad = (name: string) => ({ name, status: "failed", assertionResults: [{ status: "failed" }, {}] });
  const good = { name: "good", status: "passed", assertionResults: [{ status: "passed" }] };
  const broken = { name: "broken", status: "failed", assertionResults: [] };
  expect(againVitest({ testResults: [bad("a"), good, bad("b")] }, "")).toEqual(["a", "b"]);
  expect(againVitest({ testResults: ["a", "b", "c", "d"].map(bad) }, "")).toEqual([]);
  expect(againVitest({ testResults: [bad("a"), broken] }, "")).toEqual([]);
  expect(againVitest(undefined, "")).toEqual([]);
  const beside = "Vitest caught 1 unhandled error during the test run.";
  expect(againVitest({ testResults: [bad("a")] }, beside)).toEqual([]);

  const spec = (ok: boolean) => ({ specs: [{ ok: true }], suites: [{ specs: [{ ok }] }] });
  const suites = [
    { file: "a.spec.ts", ...spec(false) },
    { file: "b.spec.ts", ...spec(true) },
  ];
  expect(againPlaywright({ suites, errors: [] })).toEqual(["a.spec.ts"]);
  expect(againPlaywright({ suites, errors: [{ message: "the ground could not be laid" }] })).toEqual([]);
  expect(againPlaywright(undefined)).toEqual([]);
});

test("what passed at the second try counts once", () => {
  expect(passedAgain({ passed: 10, failed: 2, skipped: 1 })).toEqual({ passed: 12, failed: 0, skipped: 1 });
});

test("no report, no tests: a failure that says so", () => {
  expect(judged(tallyVitest(undefined), true)).toMatchObject({ failed: 1, reason: "no test ran" });
  expect(judged(tallyPlaywright({}), false)).toMatchObject({ failed: 1, reason: "no test ran" });
});

test("tests that passed in a run that failed are not a success", () => {
  const tally = { passed: 3, failed: 0, skipped: 0 };
  expect(judged(tally, false)).toMatchObject({ passed: 3, failed: 1 });
  expect(judged(tally, true)).toEqual(tally);
});

test("the closing line", () => {
  expect(closingLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed");
});
