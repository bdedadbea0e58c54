// Runs one check of the tests as an npm script and counts the results in its runner's JSON report.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { filesUnder } from "./fingerprint.mjs";
import { assertTestsExist } from "./known-flaky.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import {
  countKnownFlaky,
  namesOfPlaywright,
  resultsIn,
  tallyPlaywright,
  tallyVitest,
  withExitStatus,
} from "./test-reports.mjs";
import { idsIn, threatPattern } from "./threat-results.mjs";
import { UserError } from "./user-error.mjs";

const MINUTE_MS = 60_000;
/** Playwright's own timeout is this much before the kill, so that it still reports the running test. */
const REPORT_MARGIN_MS = 30_000;
const LIST_MS = 60_000;
const TAIL_LINES = 80;
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** Colours only on a terminal, as they are noise in a log file. */
const coloured = Boolean(process.stdout.isTTY);

/** @import { KnownFlaky } from "./known-flaky.mjs" */
/** @import { Step } from "./progress.mjs" */
/** @import { Env } from "./run-command.mjs" */
/** @import { Check } from "./test-plan.mjs" */
/** @import { Tally } from "./test-reports.mjs" */
/** @typedef {{ total: { passed: number, failed: number, flaky: string[] }, known: KnownFlaky[], steps: Step[],
 *   reports: string, leftMs: () => number }} Gate the state of the run; `reports` is the folder of JSON reports */
/** @typedef {Gate & { env: Env, stopSignal: AbortSignal }} Context */
/** @typedef {{ report: string, timeoutMs: number, retries?: number }} RunnerOptions `report`: path of the JSON report */
/** @typedef {{ args(options: RunnerOptions): string[], select: string, env(options: Pick<RunnerOptions, "report">): Env,
 *   tally: typeof tallyVitest | typeof tallyPlaywright }} Runner */

/** @param {string} file */
const shorten = (file) => relative(root, file);
/** @type {Record<"vitest" | "playwright", Runner>} */
const runners = {
  vitest: {
    args: ({ report }) => [
      "--retry=0",
      "--allowOnly=false",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env: () => ({}),
    select: "--testNamePattern",
    tally: tallyVitest,
  },
  playwright: {
    args: ({ retries = 0, timeoutMs }) => [
      `--retries=${retries}`,
      "--forbid-only",
      "--reporter=list,json",
      `--global-timeout=${Math.max(1, timeoutMs - REPORT_MARGIN_MS)}`,
    ],
    // Playwright sets FORCE_COLOR for its workers, and Node warns when NO_COLOR is set as well.
    env: ({ report }) => ({
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(coloured ? {} : { NO_COLOR: undefined, FORCE_COLOR: "0" }),
    }),
    select: "--grep",
    tally: tallyPlaywright,
  },
};

/** Files of every kind of test that have an id of a threat: those without one would start programs for nothing. */
const threatFiles = () =>
  ["app", "components", "lib", "scripts", "server", "service", "tests"]
    .flatMap((folder) => [...filesUnder(root, folder)])
    .filter((file) => /\.(test\.tsx?|spec\.ts)$/.test(file))
    .filter((file) => idsIn(readFileSync(join(root, file), "utf8")).length > 0);

/** A check has failed; the message has the end of its output. */
export class CheckFailed extends UserError {}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {Pick<Tally, "passed" | "skipped" | "flaky">} tally */
const describeTally = ({ passed, skipped, flaky }) =>
  [
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} flaky`] : []),
  ].join(", ");

/**
 * Runs one check and adds its counts to `total`.
 * @param {Check} check
 * @param {Context} context
 * @returns {Promise<string>} the result for the table
 * @throws CheckFailed
 */
export async function runCheck(check, { env, reports, total, known, stopSignal, leftMs }) {
  const timeoutMs = Math.min(check.minutes * MINUTE_MS, leftMs());
  if (timeoutMs <= 0) throw new CheckFailed(`Failed: ${check.title} (no time left).`);
  const report = join(reports, `${check.script.replace(":", "-")}.json`);
  const runner = check.suite === undefined ? undefined : runners[check.suite];
  const options = { report, timeoutMs, retries: check.retries };
  const selected = runner && check.onlyThreats ? [`${runner.select}=${threatPattern}`, ...threatFiles()] : [];
  const args = [...(check.args ?? []), ...(runner?.args(options) ?? []), ...selected];
  const outcome = await runCommand("npm", ["run", "--silent", check.script, "--", ...args], {
    cwd: root,
    env: { ...env, ...(coloured ? {} : { NO_COLOR: "1" }), ...runner?.env(options) },
    timeoutMs,
    stopSignal,
  });
  /** @type {ReturnType<typeof withExitStatus>} */
  const tally = runner
    ? withExitStatus(countKnownFlaky(runner.tally(readReport(report), shorten), known), outcome)
    : { passed: outcome.ok ? 1 : 0, failed: outcome.ok ? 0 : 1, skipped: 0, flaky: [] };
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.flaky.push(...tally.flaky);
  if (tally.failed === 0) return runner ? describeTally(tally) : "passed";
  const how = tally.reason ?? (runner && outcome.ok ? "passed only on the second try" : outcome.how);
  throw new CheckFailed(
    `${lastLines(outcome.output, TAIL_LINES)}\n\nFailed: ${check.title} (${how}). To run it alone: ${check.alone ?? `npm run ${check.script}`}`,
  );
}

/**
 * @param {string} reports the folder of the JSON reports
 * @returns {import("./test-reports.mjs").TestResult[]} every test of every suite that has run
 */
export const resultsOfRun = (reports) =>
  readdirSync(reports).flatMap((file) => resultsIn(readReport(join(reports, file)) ?? {}, shorten));

/**
 * Throws when the list of known flaky tests names a test that does not exist.
 * @param {KnownFlaky[]} known
 * @param {Context} context
 */
export async function checkListed(known, { env, reports, stopSignal }) {
  const report = join(reports, "listed.json");
  const args = ["run", "--silent", "e2e", "--", "--list", "--reporter=json"];
  const outcome = await runCommand("npm", args, {
    cwd: root,
    env: { ...env, ...runners.playwright.env({ report }) },
    timeoutMs: LIST_MS,
    stopSignal,
  });
  if (!outcome.ok) {
    throw new UserError(
      `${lastLines(outcome.output, TAIL_LINES)}\nThe end-to-end tests cannot be listed (${outcome.how}).`,
    );
  }
  assertTestsExist(known, namesOfPlaywright(readReport(report), shorten));
}
