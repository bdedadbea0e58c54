import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { whileLocked } from "./checkout-lock.mjs";
import { Interrupted, UserError } from "./user-error.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "fleetdeck-checkout-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = () => join(root, ".installing");

test("one waits for another, says so once, and leaves nothing behind", async () => {
  const lines: string[] = [];
  const order: string[] = [];
  const print = (line: string) => lines.push(line);
  const first = Promise.withResolvers<void>();
  const one = whileLocked(root, { print }, async () => {
    order.push("one begins");
    await first.promise;
    order.push("one ends");
  });
  const other = whileLocked(root, { print }, async () => void order.push("other"));
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toContain(`Another process (${process.pid}) installs or builds in ${root}`);
  first.resolve();
  await Promise.all([one, other]);
  expect(order).toEqual(["one begins", "one ends", "other"]);
  expect([lines.length, existsSync(file())]).toEqual([1, false]);
});

test("nobody waits for one that was killed, or whose work failed", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(file(), `${pid}\n`);
  await expect(whileLocked(root, {}, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await whileLocked(root, {}, async () => "done")).toBe("done");
});

test("nobody waits for itself, as where one with the same process id was killed in a container", async () => {
  writeFileSync(file(), `${process.pid}\n`);
  expect(await whileLocked(root, {}, async () => "done")).toBe("done");
});

test("waiting ends with an interrupt", async () => {
  writeFileSync(file(), `${process.ppid}\n`);
  const stopSignal = AbortSignal.abort();
  await expect(whileLocked(root, { stopSignal }, async () => {})).rejects.toThrow(Interrupted);
});

test("a checkout that cannot be written is named with what to do", async () => {
  const missing = join(root, "missing");
  const failed = whileLocked(missing, {}, async () => {});
  await expect(failed).rejects.toThrow(UserError);
  await expect(failed).rejects.toThrow(`${missing}, which cannot be written (ENOENT). Make it writable`);
});
