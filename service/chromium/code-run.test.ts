import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { pacesAt } from "../kernel/paces.ts";
import type { Instance } from "../machine/instance.ts";
import { InstanceProcesses } from "../machine/instance-processes.ts";
import type { Sandbox } from "../machine/sandbox/sandbox.ts";
import { runCode } from "./code-run.ts";

test("the time limit covers the start of the code's process", async () => {
  const sandbox: Pick<Sandbox, "launch" | "programPath"> = {
    launch: () => new Promise<never>(() => {}),
    programPath: (path) => path,
  };
  const processes = new InstanceProcesses(sandbox as Sandbox, {
    home: "/",
    user: "one",
    clock: new ManualClock(),
    paces: pacesAt(10).instances,
  });
  const instance = {
    processes,
    sandbox,
    paths: { root: "/", home: "/home" },
    files: { makeFolder: async () => {}, removeFolder: async () => {} },
  };
  const outcome = await runCode({
    code: "return 1",
    instance: instance as unknown as Instance,
    open: async () => await new Promise<never>(() => {}),
    timeoutMs: 20,
    timeLimit: AbortSignal.timeout(20),
    signal: new AbortController().signal,
  });
  expect(outcome).toMatchObject({ success: false, error: "the code took longer than 0.02 s" });
});
