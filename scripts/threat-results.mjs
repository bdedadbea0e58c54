/** The result of each row of the catalogue of threats (tests/threats.json), merged from the reports of all suites that
 *  ran. A test covers the rows whose ids are in its name or in the name of a group around it. */

/** @import { TestResult } from "./test-reports.mjs" */
/** @typedef {{ id: string, title: string, passed: number, failed: number, notRun: number }} ThreatResult */

/** The pattern by which vitest and Playwright select the tests that cover a row. */
export const threatPattern = String.raw`\bT[0-6][0-9]\b`;

/**
 * @param {string} name
 * @returns {string[]} the ids in it
 */
export const idsIn = (name) => name.match(new RegExp(threatPattern, "g")) ?? [];

/**
 * @param {Record<string, string>} catalogue title by id
 * @param {TestResult[]} results of all suites
 * @returns {ThreatResult[]} one for each row; what did not run counts separately
 */
export function threatResults(catalogue, results) {
  const rows = Object.entries(catalogue).map(([id, title]) => ({
    id,
    title,
    passed: 0,
    failed: 0,
    notRun: 0,
  }));
  for (const { name, state } of results) {
    const ids = idsIn(name);
    for (const row of rows) if (ids.includes(row.id)) row[state] += 1;
  }
  return rows;
}

/**
 * @param {ThreatResult} row
 * @returns {boolean} whether a test of the row passed and none failed
 */
export const holds = ({ passed, failed }) => passed > 0 && failed === 0;

/**
 * @param {ThreatResult[]} rows
 * @returns {string} a line each: id, result, number of tests, title
 */
export function threatTable(rows) {
  return rows
    .map(({ id, title, passed, failed, notRun }) => {
      const count = passed + failed + notRun;
      const result = count === 0 ? "NO TEST" : failed > 0 ? "FAILED" : passed > 0 ? "passed" : "NOT RUN";
      const parts = [
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(notRun > 0 && passed + failed > 0 ? [`${notRun} not run`] : []),
      ];
      const tests = `${count} ${count === 1 ? "test" : "tests"}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`;
      return `${id}  ${result.padEnd(7)}  ${title}: ${tests}`;
    })
    .join("\n");
}
