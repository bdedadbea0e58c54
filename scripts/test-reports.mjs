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
 * @returns {Tally}
 */
export function tallyPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report?.stats ?? {};
  return { passed: count(expected), failed: count(unexpected) + count(flaky), skipped: count(skipped) };
}

/** A machine that others load may fail a few tests; more than these files are no accident. */
const MOST_FILES_AGAIN = 3;

/**
 * @param {{ file: string, failed: boolean, loaded: boolean }[]} files
 * @returns {string[]} the files worth a second try; none when there are too many or when one cannot be loaded at all
 */
function worthAnotherTry(files) {
  const failed = files.filter((file) => file.failed);
  if (failed.length > MOST_FILES_AGAIN || failed.some(({ loaded }) => !loaded)) return [];
  return failed.map(({ file }) => file);
}

/**
 * @param {unknown} report vitest's JSON report
 * @param {string} output what it printed: of errors outside the tests the report does not tell
 */
export const againVitest = (report, output) =>
  /caught \d+ unhandled error/.test(output)
    ? []
    : worthAnotherTry(
        (report?.testResults ?? []).map(({ name, status, assertionResults }) => ({
          file: name,
          failed: status === "failed",
          loaded: (assertionResults ?? []).some((result) => result.status === "failed"),
        })),
      );

const allSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(allSpecs)];

/** @param {unknown} report Playwright's JSON report */
export const againPlaywright = (report) =>
  // What failed outside the tests is not found again by trying some of them.
  (report?.errors ?? []).length > 0
    ? []
    : worthAnotherTry(
        (report?.suites ?? []).map((suite) => ({
          file: suite.file,
          failed: allSpecs(suite).some(({ ok }) => !ok),
          loaded: true,
        })),
      );

/**
 * The tally of a suite of which the failed files passed as a whole when they were tried again.
 * @param {Tally} first
 * @returns {Tally}
 */
export const passedAgain = (first) => ({ ...first, passed: first.passed + first.failed, failed: 0 });

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
