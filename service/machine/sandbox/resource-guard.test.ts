import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { processTree } from "../../kernel/process-tree.ts";
import { guard } from "./resource-guard.ts";

let unguard = () => {};
afterEach(() => unguard());

test("kills the largest process when the total memory exceeds the limit", async () => {
  const small = spawn("sleep", ["60"], { stdio: "ignore" });
  const big = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const gone = once(big, "exit");
  const endAll = vi.fn(async () => {});
  unguard = guard({
    list: async () => [...(await processTree(small.pid ?? -1)), ...(await processTree(big.pid ?? -1))],
    endAll,
    limits: { processes: 1000, bytes: 20 * 1024 * 1024 },
    pollIntervalMs: 20,
  });
  expect(await gone).toEqual([null, "SIGKILL"]);
  expect(small.exitCode).toBeNull();
  expect(small.signalCode).toBeNull();
  expect(endAll).not.toHaveBeenCalled();
  small.kill("SIGKILL");
  await once(small, "exit");
});

test("ends all processes when there are too many, and continues after a failed poll", async () => {
  const endAll = vi.fn(async () => {});
  let polls = 0;
  unguard = guard({
    list: async () => {
      polls += 1;
      if (polls === 1) throw new Error("not this time");
      return Array.from({ length: 3 }, () => ({ pid: -1, parentPid: 0, leaderPid: 0, cpuMs: 0 }));
    },
    endAll,
    limits: { processes: 2, bytes: 1 },
    pollIntervalMs: 5,
  });
  await vi.waitFor(() => expect(endAll).toHaveBeenCalled(), { timeout: 60_000 });
});
