import { expect, test } from "vitest";
import { closingLine, judged, tallyPlaywright, tallyVitest } from "./test-reports.mjs";

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

test("Playwright's report: passed at the second try is not passed", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  expect(tallyPlaywright({ stats })).toEqual({ passed: 4, failed: 2, skipped: 2 });
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
