import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { InvocationJob } from "./runner-messages.ts";
import { createRunners } from "./runner-process.ts";

/** How a runner of `code`, a module's text, ends. */
async function startOne({
  code,
  whenStarted = () => {},
  onLine = () => {},
}: {
  code?: string;
  whenStarted?: (pid: number) => void;
  onLine?: (line: string, pid: number) => void;
}) {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-runner-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { start } = await createRunners(dataDir);
  const folder = join(dataDir, "code");
  mkdirSync(folder);
  if (code !== undefined) writeFileSync(join(folder, "app.mjs"), code);
  const job: InvocationJob = {
    kind: "run",
    invocationId: "i1",
    app: "none",
    version: "1",
    action: "none",
    payload: null,
    serviceUrl: "http://127.0.0.1:9",
    shopUrl: "http://127.0.0.1:9",
    token: "t",
    code: code === undefined ? null : { folder, entry: "app.mjs", env: {} },
  };
  return await new Promise((resolve) => {
    const { pid } = start("i1", job, {
      log: (line) => pid !== undefined && onLine(line, pid),
      outcome() {},
      gone: (how, neverBegan) => resolve({ how, neverBegan }),
    });
    if (pid !== undefined) whenStarted(pid);
  });
}

test("a runner that ends without its job has never begun, one whose action fails has", async () => {
  const killed = await startOne({ whenStarted: (pid) => void process.kill(pid, "SIGKILL") });
  expect(killed).toEqual({ how: "signal SIGKILL", neverBegan: true });
  expect(await startOne({})).toEqual({ how: "exit code 0", neverBegan: false });
});

test("a runner is ended by its service alone, and has its grace also where it is stopped twice", async () => {
  const code = `export const app = { name: "none", actions: { none: ({ log, signal }) => {
    signal.addEventListener("abort", () => log("stopping"));
    log("began");
    return new Promise(() => setInterval(() => {}, 1000));
  } } };`;
  const onLine = (line: string, pid: number) => {
    // As a closed terminal and systemd send them, to all processes.
    if (line === "began") for (const name of ["SIGHUP", "SIGINT", "SIGTERM"]) process.kill(pid, name);
    if (line === "stopping") process.kill(pid, "SIGTERM");
  };
  expect(await startOne({ code, onLine })).toEqual({ how: "exit code 1", neverBegan: false });
});
