// P10: `npm start` where it has run before, with service and dashboard: from the command until it says that Fleetdeck runs.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Harness, median } from "./support/figure.ts";
import { once } from "./support/once.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const starts = 3;

/** Starts with this data folder and stops again; milliseconds until it was ready. */
async function startOnce(folder: string): Promise<number> {
  const startMs = performance.now();
  const { PATH, HOME } = process.env;
  const data = { DATA_DIR: join(folder, "data"), SERVICE_DATA_DIR: join(folder, "service") };
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: "production", ...data, PORT: "0", SERVICE_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<void>((resolve) => npm.once("exit", () => resolve()));
  try {
    return await new Promise((resolve, reject) => {
      const read = (part: Buffer) => {
        printed += part.toString();
        if (printed.includes("Fleetdeck is running.")) resolve(performance.now() - startMs);
      };
      npm.stdout.on("data", read);
      npm.stderr.on("data", read);
      void ended.then(() => reject(new Error(`npm start ended:\n${printed}`)));
    });
  } finally {
    npm.kill("SIGTERM");
    await ended;
  }
}

/** A folder in which it has run before. */
async function startFirst(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  await startOnce(folder);
  return folder;
}

const startFirstOnce = once(startFirst);

export const harness: Harness = {
  needs: "build",
  prepare: startFirstOnce,
  async run(log) {
    const folder = await startFirstOnce();
    log("it has run before");
    try {
      const takenMs: number[] = [];
      for (let at = 0; at < starts; at += 1) takenMs.push(await startOnce(folder));
      log(`the next ones ${takenMs.map((ms) => Math.round(ms)).join(", ")} ms`);
      return [
        {
          id: "P10",
          what: "npm start where it has run before, service included, until it is ready",
          unit: "s",
          ours: median(takenMs) / 1000,
          goal: { of: "value", bound: "most", than: 5 },
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
