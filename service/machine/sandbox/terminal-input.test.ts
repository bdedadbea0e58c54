import { createHash } from "node:crypto";
import { spawn } from "@lydell/node-pty";
import { expect, test } from "vitest";
import { inputOf } from "./terminal-input.ts";

/** A program with a terminal that takes bytes as they are, once it has started. */
async function program(line: string) {
  const terminal = spawn("/bin/sh", ["-c", `stty raw -echo; echo ready; ${line}`], { cwd: "/" });
  let output = "";
  const ready = Promise.withResolvers<void>();
  terminal.onData((text) => {
    output += text;
    if (output.includes("ready")) ready.resolve();
  });
  const exited = new Promise((resolve) => terminal.onExit(resolve));
  await ready.promise;
  return { write: inputOf(terminal), output: () => output, exited, kill: () => terminal.kill("SIGKILL") };
}

test("input reaches a program whole and in order, however much it is", async () => {
  const parts = ["a", "b"].map((letter) => Buffer.alloc(500_000, letter));
  const { write, output, exited } = await program("head -c 1000000 | sha256sum");
  await Promise.all(parts.map(write));
  await exited;
  expect(output()).toContain(createHash("sha256").update(Buffer.concat(parts)).digest("hex"));
});

test("input that a program does not read waits until its terminal closes", async () => {
  const { write, exited, kill } = await program("exec sleep 1000");
  const written = write(Buffer.alloc(1_000_000)).then(
    () => "taken",
    () => "closed",
  );
  kill();
  await exited;
  expect(await written).toBe("closed");
  await expect(write(Buffer.from("more"))).rejects.toThrow("closed");
});
