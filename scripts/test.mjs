// `npm test`: all checks, the fastest first, up to the first stage that fails; `--quick` (npm run verify) skips those
// that need a browser, `--nightly` (npm run test:nightly) runs those that take too long for every push. Only end-to-end
// tests are retried, and one that passes only then fails the run unless it is listed in tests/known-flaky.json. The
// last line reads "N passed, M failed", below the table of stages and the flaky tests.
import "./node-version.mjs";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild } from "./build-dashboard.mjs";
import { installSystemPackages } from "./install-system-packages.mjs";
import { watchInterrupts } from "./interrupts.mjs";
import { flakyLines, knownFlakyFile, readKnownFlaky } from "./known-flaky.mjs";
import { createMemoryFolder } from "./memory-folder.mjs";
import { preflightSteps, prepareNode, preparePrograms } from "./preflight.mjs";
import { createProgress } from "./progress.mjs";
import { CheckFailed, checkListed, resultsOfRun, runCheck } from "./run-check.mjs";
import { stageTable } from "./stage-table.mjs";
import { planFor } from "./test-plan.mjs";
import { closingLine } from "./test-reports.mjs";
import { holds, threatResults, threatTable } from "./threat-results.mjs";
import { describeFailure, Interrupted } from "./user-error.mjs";

const MINUTE_MS = 60_000;
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const startedAt = Date.now();

/** @import { Gate } from "./run-check.mjs" */
/** @import { Plan } from "./test-plan.mjs" */

function knownFlaky() {
  const file = join(root, knownFlakyFile);
  return existsSync(file) ? readKnownFlaky(readFileSync(file, "utf8"), Date.now()) : [];
}

/** @typedef {Plan["stages"][number]} Stage */

/**
 * Runs the checks of one stage in parallel. Throws the first interrupt or other error, with the failed checks printed before,
 * else the failed checks as one.
 * @param {Stage} stage
 * @param {(check: Stage[number], options: { shared: boolean }) => Promise<string>} run
 */
async function runStage(stage, run) {
  const ended = await Promise.allSettled(stage.map((check) => run(check, { shared: stage.length > 1 })));
  const errors = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const failed = errors.filter((error) => error instanceof CheckFailed);
  const message = failed.map((error) => error.message).join("\n\n");
  const other = errors.find((error) => !(error instanceof CheckFailed));
  if (other === undefined && failed.length > 0) throw new CheckFailed(message);
  if (failed.length > 0) console.error(`\n${message}`);
  if (other !== undefined) throw other;
}

/**
 * Adds a failure for each row of the catalogue of threats of which no test has passed; failed tests are counted already.
 * @param {Gate} gate
 * @returns {string} the result of each row
 */
function concludeThreats({ reports, total }) {
  const catalogue = JSON.parse(readFileSync(join(root, "tests/threats.json"), "utf8"));
  const rows = threatResults(catalogue, resultsOfRun(reports));
  total.failed += rows.filter((row) => !holds(row) && row.failed === 0).length;
  if (!rows.every(holds)) process.exitCode = 1;
  return threatTable(rows);
}

/** @param {Stage} stage */
const needsPrograms = (stage) => stage.some((check) => check === "build" || check.suite !== undefined);

/**
 * @param {Plan} plan
 * @param {Gate} gate
 */
async function main(plan, gate) {
  const { stopSignal } = watchInterrupts();
  gate.known = knownFlaky();
  const toCompare = plan.listed && gate.known.length > 0;
  const wanted = { ...plan.wanted, build: false };
  const installs = plan.wanted.chromium ? 1 : 0;
  const count = preflightSteps(wanted) + installs + (toCompare ? 1 : 0) + plan.stages.flat().length;
  const progress = createProgress({ total: count });
  gate.steps = progress.steps;
  // It waits for the network and the disk, while the first checks need neither these packages nor each other.
  const installing =
    installs === 0
      ? undefined
      : progress.step(
          "system packages",
          () =>
            installSystemPackages(root, { env: process.env, stopSignal, nightly: wanted.nightlyPrograms }),
          (state) => state,
          { shared: true },
        );
  // Whoever waits for it sees the failure.
  installing?.catch(() => undefined);
  try {
    await runStages(plan, gate, { progress, toCompare, wanted, installing, stopSignal });
  } finally {
    // Not left alone with half of the packages installed.
    await installing?.catch(() => undefined);
  }
}

/**
 * @param {Plan} plan
 * @param {Gate} gate
 * @param {{ progress: ReturnType<typeof createProgress>, toCompare: boolean, wanted: Plan["wanted"] & { build: boolean },
 *   installing: Promise<string> | undefined, stopSignal: AbortSignal }} run
 */
async function runStages(plan, gate, { progress, toCompare, wanted, installing, stopSignal }) {
  const node = await prepareNode(root, { progress, stopSignal });
  /** @param {typeof node.env} env */
  const contextOf = (env) => ({
    ...gate,
    env: memoryFolder ? { ...env, TMPDIR: memoryFolder } : env,
    stopSignal,
  });
  let env = node.env;
  let prepared = false;
  const build = async () => {
    const state = await ensureBuild(root, { nodePath: node.nodePath, env, stopSignal });
    gate.total.passed += 1;
    return state;
  };
  /** @type {(check: Stage[number], options: { shared?: boolean }) => Promise<string>} */
  const run = (check, options) =>
    progress.step(
      check === "build" ? "build" : check.title,
      () => (check === "build" ? build() : runCheck(check, contextOf(env))),
      (found) => found,
      options,
    );
  if (toCompare) {
    await progress.step(
      "known flaky tests",
      () => checkListed(gate.known, contextOf(env)),
      () => `${gate.known.length} listed`,
    );
  }
  const failed = [];
  for (const stage of plan.stages) {
    if (!prepared && needsPrograms(stage)) {
      await installing;
      env = await preparePrograms(root, { ...node, ...wanted, progress, stopSignal });
      prepared = true;
    }
    try {
      await runStage(stage, run);
    } catch (error) {
      if (!plan.continueOnFailure || !(error instanceof CheckFailed)) throw error;
      console.error(`\n${error.message}\n`);
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new CheckFailed("Not everything passed: see above.");
}

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** @returns {Plan} */
function requestedPlan() {
  try {
    return planFor(process.argv.slice(2), Object.keys(scripts));
  } catch (error) {
    console.error(describeFailure(error));
    process.exit(1);
  }
}

const plan = requestedPlan();
const memoryFolder = createMemoryFolder();
/** @type {Gate} */
const gate = {
  total: { passed: 0, failed: 0, flaky: [] },
  known: [],
  steps: [],
  reports: mkdtempSync(join(tmpdir(), "fleetdeck-tests-")),
  leftMs: () =>
    plan.minutes === undefined ? Number.POSITIVE_INFINITY : startedAt + plan.minutes * MINUTE_MS - Date.now(),
};
// What did not run because the run was stopped, or could not begin, says nothing of a threat.
let hasRun = true;
try {
  await main(plan, gate);
} catch (error) {
  hasRun = error instanceof CheckFailed;
  if (!hasRun) gate.total.failed += 1;
  console.error(`\n${describeFailure(error)}`);
  process.exitCode = error instanceof Interrupted ? 130 : 1;
} finally {
  if (plan.threats && hasRun) console.log(`\n${concludeThreats(gate)}`);
  for (const folder of [gate.reports, memoryFolder]) {
    try {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    } catch (error) {
      console.error(`${folder} could not be removed: ${describeFailure(error)}`);
    }
  }
}
console.log(`\n${stageTable(gate.steps, Date.now() - startedAt)}\n`);
for (const line of flakyLines(gate.total.flaky, gate.known)) console.log(line);
console.log(closingLine(gate.total));
process.exit();
