import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RunJob } from "./runner-messages.ts";
import { createRunners } from "./runner-process.ts";

async function startOne(whenStarted: (pid: number) => void) {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-runner-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { start } = await createRunners(dataDir);
  const job: RunJob = {
    ...{ kind: "run", invocationId: "i1", app: "none", version: "1", action: "none", payload: null },
    ...{ code: null, serviceUrl: "http://127.0.0.1:9", shopUrl: "http://127.0.0.1:9", token: "t" },
  };
  return await new Promise((resolve) => {
    const { pid } = start("i1", job, {
      log() {},
      outcome() {},
      gone: (how, neverBegan) => resolve({ how, neverBegan }),
    });
    if (pid !== undefined) whenStarted(pid);
  });
}

test("a runner that ends without its job has never begun, one whose action fails has", async () => {
  const killed = await startOne((pid) => void process.kill(pid, "SIGKILL"));
  expect(killed).toEqual({ how: "signal SIGKILL", neverBegan: true });
  expect(await startOne(() => {})).toEqual({ how: "exit code 0", neverBegan: false });
});
