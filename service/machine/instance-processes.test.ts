import { expect, onTestFinished, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { pacesAt } from "../kernel/paces.ts";
import { killNow, processesNaming } from "../kernel/process-tree.ts";
import { InstanceProcesses } from "./instance-processes.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { UnisolatedSandbox } from "./sandbox/unisolated-sandbox.ts";

let sleeps = 0;

/** Programs whose launch never comes to its end; by default in its last step. */
function neverStarting(launch?: Sandbox["launch"]) {
  const clock = new ManualClock();
  const step = `sleep 85${process.pid}.${++sleeps}`;
  const sandbox: Pick<Sandbox, "launch"> = {
    launch: launch ?? (async () => ({ file: "/bin/sh", args: ["-c", `${step}; true`], env: {} })),
  };
  const processes = new InstanceProcesses(sandbox as Sandbox, {
    home: "/",
    user: "one",
    clock,
    paces: pacesAt(10).instances,
  });
  onTestFinished(async () => {
    for (const pid of await processesNaming(step)) killNow(pid);
  });
  const request = { command: "true", args: undefined, cwd: "/", env: {}, timeoutSeconds: 2 };
  const starts = {
    exec: async (signal: AbortSignal) => await processes.exec(request, signal),
    spawn: async (signal: AbortSignal) => await processes.spawn(request, undefined, signal),
  };
  return { clock, launched: () => processesNaming(step), starts };
}

test.each(["exec", "spawn"] as const)(
  "the time-out of %s ends also the start of the command",
  async (how) => {
    const { clock, launched, starts } = neverStarting();
    const started = expect(starts[how](new AbortController().signal)).rejects.toMatchObject({
      status: 500,
      code: "process_timeout",
    });
    await expect.poll(launched).not.toEqual([]);
    clock.advance(2_000);
    await started;
    await expect.poll(launched).toEqual([]);
  },
);

test.each(["exec", "spawn"] as const)("the start of %s ends when its caller disconnects", async (how) => {
  const { launched, starts } = neverStarting();
  const caller = new AbortController();
  const started = expect(starts[how](caller.signal)).rejects.toMatchObject({ status: 409 });
  await expect.poll(launched).not.toEqual([]);
  caller.abort();
  await started;
  await expect.poll(launched).toEqual([]);
});

/** Those of an instance whose namespaces are still being made. */
function notPrepared() {
  const launching = Promise.withResolvers<void>();
  const set = neverStarting(async () => {
    launching.resolve();
    return await new Promise<never>(() => {});
  });
  return { ...set, launching: launching.promise };
}

test.each(["exec", "spawn"] as const)(
  "the time-out of %s covers the preparation of its instance",
  async (how) => {
    const { clock, launching, starts } = notPrepared();
    const started = expect(starts[how](new AbortController().signal)).rejects.toMatchObject({
      status: 500,
      code: "process_timeout",
    });
    await launching;
    clock.advance(2_000);
    await started;
  },
);

test.each(["exec", "spawn"] as const)(
  "%s does not wait for its instance when its caller disconnects",
  async (how) => {
    const { launching, starts } = notPrepared();
    const caller = new AbortController();
    const started = expect(starts[how](caller.signal)).rejects.toMatchObject({ status: 409 });
    await launching;
    caller.abort();
    await started;
  },
);

test("an exited process can be found for ten seconds, whatever the speed-up", async () => {
  const clock = new ManualClock();
  const processes = new InstanceProcesses(new UnisolatedSandbox("/", "/"), {
    home: "/",
    user: "one",
    clock,
    paces: pacesAt(10).instances,
  });
  onTestFinished(() => processes.close());
  const request = { command: "true", args: undefined, cwd: "/", env: {}, timeoutSeconds: undefined };
  const { id, exited } = await processes.spawn(request, undefined, new AbortController().signal);
  await exited;
  clock.advance(9_999);
  expect(await processes.find(id)?.process.status()).toEqual({ state: "exited", exit_code: 0 });
  clock.advance(1);
  expect(processes.find(id)).toBeUndefined();
});
