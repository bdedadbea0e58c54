// `npm run test:mutants [numbers]`: plants each fault of tests/faults.md, one at a time, in a copy of the tree and runs
// the test that must catch it. A fault that its test does not catch fails the run.
import "./node-version.mjs";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild } from "./build-dashboard.mjs";
import { watchInterrupts } from "./interrupts.mjs";
import { applyFault, needsBuild, readPlantedFaults, suiteOf } from "./planted-faults.mjs";
import { preflight } from "./preflight.mjs";
import { createProgress } from "./progress.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { closingLine } from "./test-reports.mjs";
import { describeFailure, UserError } from "./user-error.mjs";

/** @import { PlantedFault } from "./planted-faults.mjs" */

/** A test that hangs because of a fault has caught it. */
const TEST_TIMEOUT_MS = 180_000;
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const wanted = process.argv.slice(2).map(Number);

/**
 * Copies every file that git does not ignore, with uncommitted changes, and the packages as hard links.
 * @param {string} target an existing folder
 */
function copyTree(target) {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root,
  })
    .toString()
    .split("\0")
    .filter((file) => file !== "");
  for (const file of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file), { force: true });
  }
  execFileSync("cp", ["-al", join(root, "node_modules"), join(target, "node_modules")]);
}

/**
 * @param {PlantedFault} fault
 * @returns {string[]} arguments of npx that run the fault's test
 */
function commandOf({ test, name }) {
  const suite = suiteOf(test);
  return suite === "screens" || suite === "e2e"
    ? ["playwright", "test", "--project", suite, "--retries=0", test, ...(name ? ["-g", escaped(name)] : [])]
    : ["vitest", "run", "--project", `${suite}*`, test, ...(name ? ["-t", escaped(name)] : [])];
}
/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * @param {string} copy the folder of the copied tree
 * @param {AbortSignal} stopSignal
 */
async function main(copy, stopSignal) {
  const faults = readPlantedFaults(readFileSync(join(root, "tests/faults.md"), "utf8")).filter(
    ({ number }) => wanted.length === 0 || wanted.includes(number),
  );
  const progress = createProgress({ total: 3 + faults.length });
  const { nodePath, env } = await preflight(root, {
    chromium: true,
    postgres: false,
    build: false,
    progress,
    stopSignal,
  });
  copyTree(copy);
  /** @param {PlantedFault} fault */
  const run = (fault) =>
    runCommand("npx", commandOf(fault), {
      cwd: copy,
      env: { ...env, NO_COLOR: "1" },
      timeoutMs: TEST_TIMEOUT_MS,
      stopSignal,
    });
  const build = () => ensureBuild(copy, { nodePath, env, stopSignal });

  // A test that fails without any fault would appear to catch every fault.
  await progress.step("the tests as they are", async () => {
    if (faults.some(needsBuild)) await build();
    const verified = new Set();
    for (const fault of faults) {
      const command = commandOf(fault).join(" ");
      if (verified.has(command)) continue;
      verified.add(command);
      const outcome = await run(fault);
      // With a name that matches no test all are skipped and the run succeeds.
      if (!outcome.ok || !/\b[1-9]\d* passed/.test(outcome.output)) {
        throw new UserError(
          `${lastLines(outcome.output, 60)}\nFault ${fault.number}: its test does not pass without it: npx ${command}`,
        );
      }
    }
  });

  /** @type {PlantedFault[]} */
  const missed = [];
  for (const fault of faults) {
    const file = join(copy, fault.file);
    const text = readFileSync(file, "utf8");
    await progress.step(
      `${fault.number}. ${fault.title}`,
      async () => {
        writeFileSync(file, applyFault(text, fault));
        try {
          if (needsBuild(fault)) await build();
          const outcome = await run(fault);
          if (outcome.ok) missed.push(fault);
          return outcome.ok ? `MISSED by ${fault.test}` : "caught";
        } finally {
          writeFileSync(file, text);
        }
      },
      (result) => result,
    );
  }
  return { passed: faults.length - missed.length, failed: missed.length };
}

const { stopSignal } = watchInterrupts();
// Next to the repository, as hard links need the same file system.
const copy = mkdtempSync(join(dirname(root), ".fleetdeck-mutants-"));
let total = { passed: 0, failed: 1 };
try {
  total = await main(copy, stopSignal);
} catch (error) {
  console.error(`\n${describeFailure(error)}`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(closingLine(total));
process.exit(total.failed === 0 ? 0 : 1);
