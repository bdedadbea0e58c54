/** Counts the results in the test runners' JSON reports. A suite in which no test ran has failed, and so has a test that
 *  passed only at a retry, unless it is in the list of known flaky tests. */

/** @typedef {{ passed: number, failed: number, skipped: number, flaky: string[] }} Tally `flaky` has the tests that passed
 *  only at a retry, which are counted neither as passed nor as failed yet */

/** @typedef {{ name: string, state: "passed" | "failed" | "notRun" }} TestResult a test by its name with file and groups */
/** @typedef {{ status?: string, title?: string, ancestorTitles?: string[], failureMessages?: string[] }} VitestResult */
/** @typedef {{ name?: string, status?: string, assertionResults?: VitestResult[] }} VitestFile */
/** @typedef {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults?: VitestFile[] }} VitestReport the parts of vitest's JSON report that are read here */
/** @typedef {{ title: string, tests?: { status: string }[] }} PlaywrightSpec */
/** @typedef {{ title: string, file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ config?: { rootDir?: string }, suites?: PlaywrightSuite[],
 *   stats?: { expected?: number, unexpected?: number, skipped?: number, flaky?: number } }} PlaywrightReport the parts of
 *   Playwright's JSON report that are read here */
/** @typedef {(file: string) => string} Shorten formats a file's path for a test's name */

/** @param {unknown} value */
const count = (value) => (typeof value === "number" && value > 0 ? value : 0);
/** @param {string[]} parts */
const nameOf = (...parts) => parts.filter((part) => part !== "").join(" › ");

/**
 * @param {VitestReport | undefined} report
 * @param {Shorten} [shorten]
 * @returns {Tally} a file that failed outside its tests (it cannot be loaded, a hook throws) counts as one failed test
 */
export function tallyVitest(report, shorten = (file) => file) {
  const files = Array.isArray(report?.testResults) ? report.testResults : [];
  const outside = files.filter(
    ({ status, assertionResults = [] }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  // A passed test with failure messages was retried by its own `retry` option.
  const flaky = files.flatMap(({ name = "", assertionResults = [] }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === "passed" && failureMessages.length > 0)
      .map(({ ancestorTitles = [], title = "" }) => nameOf(shorten(name), ...ancestorTitles, title)),
  );
  return {
    passed: count(count(report?.numPassedTests) - flaky.length),
    failed: count(report?.numFailedTests) + outside.length,
    skipped: count(report?.numPendingTests) + count(report?.numTodoTests),
    flaky,
  };
}

/**
 * Every test of a Playwright report by its name ("tests/e2e/x.spec.ts › group › title"), with its status.
 * @param {PlaywrightReport | undefined} report
 * @param {Shorten} shorten
 */
function testsOf(report, shorten) {
  /** @type {(suite: PlaywrightSuite, parts: string[]) => { name: string, status: string }[]} */
  const within = (suite, parts) => [
    ...(suite.specs ?? []).flatMap(({ title, tests = [] }) =>
      tests.map(({ status }) => ({ name: nameOf(...parts, title), status })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => within(inner, [...parts, inner.title])),
  ];
  const folder = report?.config?.rootDir ?? "";
  return (report?.suites ?? []).flatMap((suite) => within(suite, [shorten(`${folder}/${suite.file}`)]));
}

/** @type {Readonly<Record<string, TestResult["state"]>>} every other status is of a test that did not run */
const states = {
  passed: "passed",
  expected: "passed",
  failed: "failed",
  unexpected: "failed",
  flaky: "failed",
};

/**
 * @param {VitestReport & PlaywrightReport} report of either runner
 * @param {Shorten} [shorten]
 * @returns {TestResult[]} every test of it
 */
export function resultsIn(report, shorten = (file) => file) {
  const ofVitest = (report.testResults ?? []).flatMap(({ name: file = "", assertionResults = [] }) =>
    assertionResults.map(({ ancestorTitles = [], title = "", status = "" }) => ({
      name: nameOf(shorten(file), ...ancestorTitles, title),
      status,
    })),
  );
  return [...ofVitest, ...testsOf(report, shorten)].map(({ name, status }) => ({
    name,
    state: states[status] ?? "notRun",
  }));
}

/**
 * @param {PlaywrightReport | undefined} report also of `--list`
 * @param {Shorten} [shorten]
 * @returns {string[]} the names of all its tests
 */
export const namesOfPlaywright = (report, shorten = (file) => file) =>
  testsOf(report, shorten).map(({ name }) => name);

/**
 * @param {PlaywrightReport | undefined} report
 * @param {Shorten} [shorten]
 * @returns {Tally}
 */
export function tallyPlaywright(report, shorten = (file) => file) {
  const { expected, unexpected, skipped } = report?.stats ?? {};
  const flaky = testsOf(report, shorten).filter(({ status }) => status === "flaky");
  return {
    passed: count(expected),
    failed: count(unexpected),
    skipped: count(skipped),
    flaky: flaky.map(({ name }) => name),
  };
}

/**
 * Counts the flaky tests: known ones as passed, all others as failed.
 * @param {Tally} tally
 * @param {{ test: string }[]} known
 * @returns {Tally}
 */
export function countKnownFlaky(tally, known) {
  const listed = tally.flaky.filter((name) => known.some(({ test }) => test === name)).length;
  return {
    ...tally,
    passed: tally.passed + listed,
    failed: tally.failed + tally.flaky.length - listed,
  };
}

/**
 * The tally of a suite, made consistent with its command's outcome.
 * @param {Tally} tally
 * @param {{ ok: boolean, how: string }} outcome of the command
 * @returns {Tally & { reason?: string }} `reason`: the failure when no test failed
 */
export function withExitStatus(tally, { ok, how }) {
  if (tally.failed > 0) return tally;
  if (tally.passed === 0) return { ...tally, failed: 1, reason: ok ? "no test ran" : `no test ran, ${how}` };
  if (!ok) return { ...tally, failed: 1, reason: `its tests passed, but the run failed: ${how}` };
  return tally;
}

/**
 * The last line of a run.
 * @param {Pick<Tally, "passed" | "failed">} tally
 */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
