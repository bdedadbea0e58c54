// `npm test`: everything that must hold, the cheapest first, stopping at the first stage that fails; `--quick` (npm run
// verify) leaves out what needs a browser, `--nightly` (npm run test:nightly) runs what is too long for every push.
// Nothing gets a second try but end-to-end tests, and what passes only then fails the run unless it is listed in
// tests/known-flaky.json. The very last line reads "N passed, M failed"; above it stand what each stage took and the
// flaky tests.
import "./node-version.mjs";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild } from "./build-dashboard.mjs";
import { planFor } from "./gate-plan.mjs";
import { watchInterrupts } from "./interrupts.mjs";
import { flakyLines, knownFlakyFile, mustExist, readKnownFlaky } from "./known-flaky.mjs";
import { Interrupted, PlainStop } from "./plain-stop.mjs";
import { preflight, preflightSteps } from "./preflight.mjs";
import { createProgress } from "./progress.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { stageTable } from "./stage-table.mjs";
import {
  closingLine,
  judged,
  namesOfPlaywright,
  settled,
  tallyPlaywright,
  tallyVitest,
} from "./test-reports.mjs";

const MINUTE_MS = 60_000;
/** So much earlier than it is killed Playwright ends by itself, and says what it was at. */
const ENDS_EARLIER_MS = 30_000;
const LIST_MS = 60_000;
const TAIL_LINES = 80;
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const startedAt = Date.now();

/** Colours only for a terminal: a log file shows them as noise. */
const coloured = Boolean(process.stdout.isTTY);

const shorten = (file) => relative(root, file);
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
    tally: tallyVitest,
  },
  playwright: {
    args: ({ retries = 0, timeoutMs }) => [
      `--retries=${retries}`,
      "--forbid-only",
      "--reporter=list,json",
      `--global-timeout=${Math.max(1, timeoutMs - ENDS_EARLIER_MS)}`,
    ],
    // It forces colours on its workers, where Node warns of NO_COLOR beside that.
    env: ({ report }) => ({
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(coloured ? {} : { NO_COLOR: undefined, FORCE_COLOR: "0" }),
    }),
    tally: tallyPlaywright,
  },
};

class CheckFailed extends PlainStop {}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const spoken = ({ passed, skipped, flaky }) =>
  [
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} flaky`] : []),
  ].join(", ");

/** Runs one check and adds what it found to `total`. */
async function runCheck(check, { env, reports, total, known, asked, leftMs }) {
  const timeoutMs = Math.min(check.minutes * MINUTE_MS, leftMs());
  if (timeoutMs <= 0) throw new CheckFailed(`Failed: ${check.title} (no time was left for it).`);
  const report = join(reports, `${check.script.replace(":", "-")}.json`);
  const runner = check.suite === undefined ? undefined : runners[check.suite];
  const world = { report, timeoutMs, retries: check.retries };
  const args = [...(check.args ?? []), ...(runner?.args(world) ?? [])];
  const outcome = await runCommand("npm", ["run", "--silent", check.script, "--", ...args], {
    cwd: root,
    env: { ...env, ...(coloured ? {} : { NO_COLOR: "1" }), ...runner?.env(world) },
    timeoutMs,
    asked,
  });
  const tally = runner
    ? judged(settled(runner.tally(readReport(report), shorten), known), outcome)
    : { passed: outcome.ok ? 1 : 0, failed: outcome.ok ? 0 : 1, skipped: 0, flaky: [] };
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.flaky.push(...tally.flaky);
  if (tally.failed === 0) return runner ? spoken(tally) : "passed";
  const how = tally.reason ?? (runner && outcome.ok ? "passed only at the second try" : outcome.how);
  throw new CheckFailed(
    `${lastLines(outcome.output, TAIL_LINES)}\n\nFailed: ${check.title} (${how}). To run it alone: ${check.alone ?? `npm run ${check.script}`}`,
  );
}

/** Compares the list with the end-to-end tests that there are. */
async function checkListed(known, { env, reports, asked }) {
  const report = join(reports, "listed.json");
  const args = ["run", "--silent", "e2e", "--", "--list", "--reporter=json"];
  const outcome = await runCommand("npm", args, {
    cwd: root,
    env: { ...env, ...runners.playwright.env({ report }) },
    timeoutMs: LIST_MS,
    asked,
  });
  if (!outcome.ok) {
    throw new PlainStop(
      `${lastLines(outcome.output, TAIL_LINES)}\nThe end-to-end tests cannot be listed (${outcome.how}).`,
    );
  }
  mustExist(known, namesOfPlaywright(readReport(report), shorten));
}

function knownFlaky() {
  const file = join(root, knownFlakyFile);
  return existsSync(file) ? readKnownFlaky(readFileSync(file, "utf8"), Date.now()) : [];
}

/** The checks of one stage side by side. The first interrupt or fault of the runner itself goes before what failed. */
async function runStage(checks, run) {
  const ended = await Promise.allSettled(checks.map((check) => run(check, { shared: checks.length > 1 })));
  const errors = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const other = errors.find((error) => !(error instanceof CheckFailed));
  if (other !== undefined) throw other;
  if (errors.length > 0) throw new CheckFailed(errors.map(({ message }) => message).join("\n\n"));
}

async function main(plan, gate) {
  const { asked } = watchInterrupts();
  gate.known = knownFlaky();
  const toCompare = plan.listed && gate.known.length > 0;
  const wanted = { ...plan.wanted, build: false };
  const count = preflightSteps(wanted) + (toCompare ? 1 : 0) + plan.stages.flat().length;
  const progress = createProgress({ total: count });
  gate.steps = progress.steps;
  const { nodePath, env } = await preflight(root, { ...wanted, progress, asked });
  const world = { ...gate, env, asked };
  const run = (check, options) =>
    progress.step(
      check.title,
      () => runCheck(check, world),
      (found) => found,
      options,
    );
  if (toCompare) {
    await progress.step(
      "known flaky tests",
      () => checkListed(gate.known, world),
      () => `${gate.known.length} listed`,
    );
  }
  const failed = [];
  for (const stage of plan.stages) {
    if (stage === "build") {
      await progress.step(
        "build",
        () => ensureBuild(root, { nodePath, env, asked }),
        (state) => state,
      );
      gate.total.passed += 1;
      continue;
    }
    try {
      await runStage(stage, run);
    } catch (error) {
      if (!plan.goesOn || !(error instanceof CheckFailed)) throw error;
      console.error(`\n${error.message}\n`);
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new CheckFailed("Not everything passed: see above.");
}

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const plan = planFor(process.argv.slice(2), Object.keys(scripts));
const gate = {
  total: { passed: 0, failed: 0, flaky: [] },
  known: [],
  steps: [],
  reports: mkdtempSync(join(tmpdir(), "fleetdeck-tests-")),
  leftMs: () =>
    plan.minutes === undefined ? Number.POSITIVE_INFINITY : startedAt + plan.minutes * MINUTE_MS - Date.now(),
};
try {
  await main(plan, gate);
} catch (error) {
  if (!(error instanceof CheckFailed)) gate.total.failed += 1;
  console.error(`\n${error instanceof PlainStop ? error.message : error.stack}`);
  process.exitCode = error instanceof Interrupted ? 130 : 1;
} finally {
  rmSync(gate.reports, { recursive: true, force: true });
}
console.log(`\n${stageTable(gate.steps, Date.now() - startedAt)}\n`);
for (const line of flakyLines(gate.total.flaky, gate.known)) console.log(line);
console.log(closingLine(gate.total));
process.exit();
