/** Reads what the test runners report as JSON into one tally. A suite in which nothing ran has failed, and so has a
 *  test that passed only at a second try, unless it stands in the list of known flaky tests. */

/** @typedef {{ passed: number, failed: number, skipped: number, flaky: string[] }} Tally `flaky` names what passed only at
 *  a second try; none of it is counted as passed or failed yet */

const count = (value) => (typeof value === "number" && value > 0 ? value : 0);
const nameOf = (...parts) => parts.filter((part) => part !== "").join(" › ");

/**
 * @param {unknown} report vitest's JSON report
 * @param {(file: string) => string} [shorten] how a file's path is written in a name
 * @returns {Tally} a file that failed outside its tests (it cannot be loaded, a hook throws) counts as one failed test
 */
export function tallyVitest(report, shorten = (file) => file) {
  const files = Array.isArray(report?.testResults) ? report.testResults : [];
  const outside = files.filter(
    ({ status, assertionResults = [] }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  // What passed and has failure messages all the same had a `retry` of its own.
  const flaky = files.flatMap(({ name, assertionResults = [] }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === "passed" && failureMessages.length > 0)
      .map(({ ancestorTitles = [], title }) => nameOf(shorten(name), ...ancestorTitles, title)),
  );
  return {
    passed: count(count(report?.numPassedTests) - flaky.length),
    failed: count(report?.numFailedTests) + outside.length,
    skipped: count(report?.numPendingTests) + count(report?.numTodoTests),
    flaky,
  };
}

/** Every test of a Playwright report by its name ("tests/e2e/x.spec.ts › group › title"), with its status. */
function testsOf(report, shorten) {
  const within = (suite, parts) => [
    ...(suite.specs ?? []).flatMap(({ title, tests = [] }) =>
      tests.map(({ status }) => ({ name: nameOf(...parts, title), status })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => within(inner, [...parts, inner.title])),
  ];
  const folder = report?.config?.rootDir ?? "";
  return (report?.suites ?? []).flatMap((suite) => within(suite, [shorten(`${folder}/${suite.file}`)]));
}

/**
 * @param {unknown} report Playwright's JSON report, also one of `--list`
 * @param {(file: string) => string} [shorten] how a file's path is written in a name
 * @returns {string[]} the names of all its tests
 */
export const namesOfPlaywright = (report, shorten = (file) => file) =>
  testsOf(report, shorten).map(({ name }) => name);

/**
 * @param {unknown} report Playwright's JSON report
 * @param {(file: string) => string} [shorten] how a file's path is written in a name
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
 * Settles what the second tries are worth: known flaky tests have passed, all others have failed.
 * @param {Tally} tally
 * @param {{ test: string }[]} known
 * @returns {Tally}
 */
export function settled(tally, known) {
  const listed = tally.flaky.filter((name) => known.some(({ test }) => test === name)).length;
  return {
    ...tally,
    passed: tally.passed + listed,
    failed: tally.failed + tally.flaky.length - listed,
  };
}

/**
 * A suite's settled tally made consistent with how its command ended.
 * @param {Tally} tally
 * @param {{ ok: boolean, how: string }} outcome of the command
 * @returns {Tally & { reason?: string }} `reason` says what is wrong when no test of it failed
 */
export function judged(tally, { ok, how }) {
  if (tally.failed > 0) return tally;
  if (tally.passed === 0) return { ...tally, failed: 1, reason: ok ? "no test ran" : `no test ran, ${how}` };
  if (!ok) return { ...tally, failed: 1, reason: `its tests passed, but the run failed: ${how}` };
  return tally;
}

/** The closing line. */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
