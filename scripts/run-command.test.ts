import { expect, test } from "vitest";
import { runCommand } from "./run-command.mjs";

test("a command's end is told as it was: code, time-out, interrupt", async () => {
  const node = (script: string, limits: { timeoutMs: number; asked?: AbortSignal }) =>
    runCommand(process.execPath, ["-e", script], limits);
  const failed = await node("console.log('a'); console.error('b'); process.exit(3)", { timeoutMs: 30_000 });
  expect(failed).toMatchObject({ ok: false, how: "exit code 3" });
  expect(failed.output.split("\n").sort()).toEqual(["", "a", "b"]);
  expect(await node("setInterval(() => {}, 1000)", { timeoutMs: 200 })).toMatchObject({
    how: "no end within 0.2 s",
  });
  const asked = AbortSignal.timeout(200);
  await expect(node("setInterval(() => {}, 1000)", { timeoutMs: 30_000, asked })).rejects.toThrow("Stopped");
  await expect(runCommand("no-such-program", [], { timeoutMs: 1000 })).rejects.toThrow(
    /^no-such-program cannot be run/,
  );
});

test.each([
  ["ended", "process.exit(0)", 30_000, "exit code 0"],
  ["hung", "setInterval(() => {}, 1000)", 1000, "no end within 1 s"],
])(
  "a program that it left in another group, with its output open, is not waited for once it %s",
  async (_, rest, timeoutMs, how) => {
    const script = `
    const left = require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "inherit" });
    left.unref();
    console.log(left.pid);
    ${rest}`;
    const outcome = await runCommand(process.execPath, ["-e", script], { timeoutMs });
    process.kill(Number(outcome.output));
    expect(outcome.how).toBe(how);
  },
);
