import { expect, test } from "vitest";
import { runCommand } from "./run-command.mjs";

test("the outcome has the exit code, the timeout or the interrupt", async () => {
  const node = (script: string, limits: { timeoutMs: number; stopSignal?: AbortSignal }) =>
    runCommand(process.execPath, ["-e", script], limits);
  const failed = await node("console.log('a'); console.error('b'); process.exit(3)", { timeoutMs: 30_000 });
  expect(failed).toMatchObject({ ok: false, how: "exit code 3" });
  expect(failed.output.split("\n").sort()).toEqual(["", "a", "b"]);
  expect(await node("setInterval(() => {}, 1000)", { timeoutMs: 200 })).toMatchObject({
    how: "not finished within 0.2 s",
  });
  const stopSignal = AbortSignal.timeout(200);
  await expect(node("setInterval(() => {}, 1000)", { timeoutMs: 30_000, stopSignal })).rejects.toThrow(
    "Stopped",
  );
  await expect(runCommand("no-such-program", [], { timeoutMs: 1000 })).rejects.toThrow(
    /^no-such-program cannot be run/,
  );
});

test.each([
  ["ended", "process.exit(0)", 30_000, () => "exit code 0"],
  [
    "hung",
    "setInterval(() => {}, 1000)",
    1000,
    (timeoutMs: number) => `not finished within ${timeoutMs / 1000} s`,
  ],
] as const)(
  "does not wait for a process in another group that holds its output open once it has %s",
  async (_, rest, firstTimeoutMs, how) => {
    const script = `
    const left = require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "inherit" });
    left.unref();
    console.log(left.pid);
    ${rest}`;
    let timeoutMs: number = firstTimeoutMs;
    let outcome = await runCommand(process.execPath, ["-e", script], { timeoutMs });
    // On a busy machine it may not have come to start the other process.
    while (outcome.output === "" && timeoutMs < 30_000) {
      timeoutMs *= 4;
      outcome = await runCommand(process.execPath, ["-e", script], { timeoutMs });
    }
    const left = Number(outcome.output);
    expect(left).toBeGreaterThan(0);
    process.kill(left);
    expect(outcome.how).toBe(how(timeoutMs));
  },
);
