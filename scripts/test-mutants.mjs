// `npm run test:mutants [numbers]`: plants each fault of tests/faults.md, one at a time, in a copy of the tree and runs the
// test that must catch it. A fault that no test notices fails the run.
import "./node-version.mjs";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild } from "./build-dashboard.mjs";
import { watchInterrupts } from "./interrupts.mjs";
import { PlainStop } from "./plain-stop.mjs";
import { needsBuild, plant, readPlantedFaults, suiteOf } from "./planted-faults.mjs";
import { preflight } from "./preflight.mjs";
import { createProgress } from "./progress.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { closingLine } from "./test-reports.mjs";

/** A test that a fault makes hang has caught it. */
const MOST_MS = 180_000;
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const wanted = process.argv.slice(2).map(Number);

/** What git knows of, with its uncommitted changes, and the packages as hard links. */
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

function commandOf({ test, name }) {
  const suite = suiteOf(test);
  return suite === "screens" || suite === "e2e"
    ? ["playwright", "test", "--project", suite, "--retries=0", test, ...(name ? ["-g", escaped(name)] : [])]
    : ["vitest", "run", "--project", suite, test, ...(name ? ["-t", escaped(name)] : [])];
}
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

async function main(copy, asked) {
  const faults = readPlantedFaults(readFileSync(join(root, "tests/faults.md"), "utf8")).filter(
    ({ number }) => wanted.length === 0 || wanted.includes(number),
  );
  const progress = createProgress({ total: 3 + faults.length });
  const { nodePath, env } = await preflight(root, {
    chromium: true,
    postgres: false,
    build: false,
    progress,
    asked,
  });
  copyTree(copy);
  const run = (fault) =>
    runCommand("npx", commandOf(fault), {
      cwd: copy,
      env: { ...env, NO_COLOR: "1" },
      timeoutMs: MOST_MS,
      asked,
    });
  const build = () => ensureBuild(copy, { nodePath, env, asked });

  // A test that fails without any fault would seem to catch everything.
  await progress.step("the tests as they are", async () => {
    if (faults.some(needsBuild)) await build();
    const seen = new Set();
    for (const fault of faults) {
      const command = commandOf(fault).join(" ");
      if (seen.has(command)) continue;
      seen.add(command);
      const outcome = await run(fault);
      // A name that no test has leaves all of them out, and the run ends well.
      if (!outcome.ok || !/\b[1-9]\d* passed/.test(outcome.output)) {
        throw new PlainStop(
          `${lastLines(outcome.output, 60)}\nFault ${fault.number}: its test does not pass without it: npx ${command}`,
        );
      }
    }
  });

  const missed = [];
  for (const fault of faults) {
    const file = join(copy, fault.file);
    const text = readFileSync(file, "utf8");
    await progress.step(
      `${fault.number}. ${fault.title}`,
      async () => {
        writeFileSync(file, plant(text, fault));
        try {
          if (needsBuild(fault)) await build();
          const outcome = await run(fault);
          if (outcome.ok) missed.push(fault);
          return outcome.ok ? `MISSED by ${fault.test}` : "caught";
        } finally {
          writeFileSync(file, text);
        }
      },
      (said) => said,
    );
  }
  return { passed: faults.length - missed.length, failed: missed.length };
}

const { asked } = watchInterrupts();
// Beside the repository: hard links need the same file system.
const copy = mkdtempSync(join(dirname(root), ".fleetdeck-mutants-"));
let total = { passed: 0, failed: 1 };
try {
  total = await main(copy, asked);
} catch (error) {
  console.error(`\n${error instanceof PlainStop ? error.message : error.stack}`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(closingLine(total));
process.exit(total.failed === 0 ? 0 : 1);
