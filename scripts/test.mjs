// `npm test`: everything that must hold, the cheapest first, stopping at the first failure; `--quick` (npm run verify)
// leaves out the build and the browser. Its very last line reads "N passed, N failed".
import "./node-version.mjs";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild } from "./build-dashboard.mjs";
import { watchInterrupts } from "./interrupts.mjs";
import { Interrupted, PlainStop } from "./plain-stop.mjs";
import { preflight, preflightSteps } from "./preflight.mjs";
import { createProgress } from "./progress.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import {
  againPlaywright,
  againVitest,
  closingLine,
  judged,
  passedAgain,
  tallyPlaywright,
  tallyVitest,
} from "./test-reports.mjs";

const MINUTE_MS = 60_000;
const TAIL_LINES = 80;
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const quick = process.argv.includes("--quick");

const vitestArgs = (report) => ["--", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const vitest = { args: vitestArgs, tally: tallyVitest };
// What stands on browsers, processes and clocks gets a second try, in a world of its own, and the output says so.
const vitestAgain = {
  ...vitest,
  again: (report, output) => againVitest(report, output).map((file) => relative(root, file)),
};
const playwright = {
  // What the first try left to look at stays beside what the second leaves.
  args: (_, again) => ["--", "--reporter=list,json", ...(again ? ["--output=test-results/again"] : [])],
  env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  tally: tallyPlaywright,
  again: againPlaywright,
};

/** @typedef {{ title: string, script: string, alone?: string, args?: string[], minutes: number, suite?: typeof vitest | typeof vitestAgain | typeof playwright }} Check */
/** Each check is an npm script, so that what failed here can be run alone by name. */
const cheap = [
  {
    title: "lock file",
    script: "lock",
    args: ["--", "--check"],
    alone: "npm run lock -- --check",
    minutes: 1,
  },
  { title: "types", script: "types", minutes: 5 },
  { title: "lint", script: "lint", minutes: 5 },
  { title: "import rules", script: "imports", minutes: 5 },
  { title: "dead code", script: "deadcode", minutes: 5 },
  { title: "unit tests", script: "unit", minutes: 10, suite: vitest },
];
const dear = [
  { title: "integration tests", script: "integration", minutes: 30, suite: vitestAgain },
  { title: "end-to-end tests", script: "e2e", minutes: 60, suite: playwright },
];

class CheckFailed extends PlainStop {}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const spoken = ({ passed, skipped, again = [] }) =>
  [
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(again.length > 0 ? [`at the second try: ${again.join(", ")}`] : []),
  ].join(", ");

/** Colours only for a terminal: a log file shows them as noise. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };

/** Runs one check, or some files of its suite, and says how it went. */
async function runOnce(check, { env, reports, asked }, files = []) {
  const again = files.length > 0;
  const report = join(reports, `${check.script}${again ? "-again" : ""}.json`);
  const args = check.args ?? check.suite?.args(report, again) ?? [];
  const outcome = await runCommand("npm", ["run", "--silent", check.script, ...args, ...files], {
    cwd: root,
    env: { ...env, ...plain, ...check.suite?.env?.(report) },
    timeoutMs: check.minutes * MINUTE_MS,
    asked,
  });
  const told = readReport(report);
  const tally = check.suite
    ? judged(check.suite.tally(told), outcome.ok)
    : { passed: outcome.ok ? 1 : 0, failed: outcome.ok ? 0 : 1, skipped: 0 };
  return {
    outcome,
    tally,
    toTryAgain: tally.failed > 0 ? (check.suite?.again?.(told, outcome.output) ?? []) : [],
  };
}

const storyOf = ({ outcome }) => lastLines(outcome.output, TAIL_LINES);

/** Runs one check and adds what it found to `total`. */
async function runCheck(check, { total, ...world }) {
  const first = await runOnce(check, world);
  let { tally } = first;
  const { toTryAgain } = first;
  if (toTryAgain.length > 0) {
    console.log(`\n${storyOf(first)}\n\nA second try of ${toTryAgain.join(", ")}`);
    const second = await runOnce(check, world, toTryAgain);
    if (second.tally.failed === 0) tally = { ...passedAgain(tally), again: toTryAgain };
    else console.log(`\n${storyOf(second)}`);
  }
  total.passed += tally.passed;
  total.failed += tally.failed;
  if (tally.failed === 0) return check.suite ? spoken(tally) : "passed";
  throw new CheckFailed(
    `${storyOf(first)}\n\nFailed: ${check.title} (${tally.reason ?? first.outcome.how}). To run it alone: ${check.alone ?? `npm run ${check.script}`}`,
  );
}

async function main(total, reports) {
  const { asked } = watchInterrupts();
  const wanted = { chromium: !quick, postgres: !quick, build: false };
  const count = preflightSteps(wanted) + cheap.length + (quick ? 0 : 1 + dear.length);
  const progress = createProgress({ total: count });
  const { nodePath, env } = await preflight(root, { ...wanted, progress, asked });
  const run = (check) =>
    progress.step(
      check.title,
      () => runCheck(check, { env, reports, total, asked }),
      (found) => found,
    );

  for (const check of cheap) await run(check);
  if (quick) return;
  await progress.step(
    "build",
    () => ensureBuild(root, { nodePath, env, asked }),
    (state) => state,
  );
  total.passed += 1;
  for (const check of dear) await run(check);
}

const total = { passed: 0, failed: 0 };
const reports = mkdtempSync(join(tmpdir(), "fleetdeck-tests-"));
try {
  await main(total, reports);
} catch (error) {
  if (!(error instanceof CheckFailed)) total.failed += 1;
  console.error(`\n${error instanceof PlainStop ? error.message : error.stack}`);
  process.exitCode = error instanceof Interrupted ? 130 : 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
console.log(closingLine(total));
process.exit();
