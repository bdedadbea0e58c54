/** Reads what the test runners report as JSON into one tally. A suite in which nothing ran has failed. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const count = (value) => (typeof value === "number" && value > 0 ? value : 0);

/**
 * @param {unknown} report vitest's JSON report
 * @returns {Tally} a test file that could not even be loaded counts as one failed test
 */
export function tallyVitest(report) {
  const files = Array.isArray(report?.testResults) ? report.testResults : [];
  const unloadable = files.filter(
    (file) => file.status === "failed" && file.assertionResults?.length === 0,
  ).length;
  return {
    passed: count(report?.numPassedTests),
    failed: count(report?.numFailedTests) + unloadable,
    skipped: count(report?.numPendingTests) + count(report?.numTodoTests),
  };
}

/**
 * @param {unknown} report Playwright's JSON report
 * @returns {Tally} a test that passed only when tried again counts as failed
 */
export function tallyPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report?.stats ?? {};
  return { passed: count(expected), failed: count(unexpected) + count(flaky), skipped: count(skipped) };
}

/**
 * A suite's tally made consistent with how its command ended.
 * @param {Tally} tally
 * @param {boolean} ok whether the command ended well
 * @returns {Tally & { reason?: string }} `reason` says what is wrong when no test of it failed
 */
export function judged(tally, ok) {
  if (tally.failed > 0) return tally;
  if (tally.passed === 0) return { ...tally, failed: 1, reason: "no test ran" };
  if (!ok) return { ...tally, failed: 1, reason: "its tests passed, but the run failed" };
  return tally;
}

/** The closing line. */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
