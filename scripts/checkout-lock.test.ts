import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
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
  expect(lines[0]).toContain(`Another process installs or builds in ${root}`);
  first.resolve();
  await Promise.all([one, other]);
  expect(order).toEqual(["one begins", "one ends", "other"]);
  expect([lines.length, existsSync(file())]).toEqual([1, false]);
});

/** With little time until a holder counts as dead. */
const quick = { pollMs: 2, print: () => {} };

test("nobody waits for one whose work failed", async () => {
  await expect(whileLocked(root, quick, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await whileLocked(root, quick, async () => existsSync(file()))).toBe(true);
});

test("the lock of one that was killed is taken by one at a time, whichever process has its id now", async () => {
  writeFileSync(file(), `${process.ppid}\n`);
  let working = 0;
  const work = async () => {
    working += 1;
    await new Promise((resolve) => setImmediate(resolve));
    expect(working).toBe(1);
    working -= 1;
    return "done";
  };
  const all = await Promise.all([1, 2, 3].map(async () => await whileLocked(root, quick, work)));
  expect(all).toEqual(["done", "done", "done"]);
  expect(readdirSync(root)).toEqual([]);
});

test("one that works for long keeps its lock, also with the process id of the one that waits", async () => {
  const print = vi.fn();
  const first = Promise.withResolvers<void>();
  const one = whileLocked(root, quick, async () => await first.promise);
  let isTaken = false;
  const other = whileLocked(root, { pollMs: 2, print }, async () => {
    isTaken = true;
  });
  const changes = new Set<number>();
  await expect.poll(() => changes.add(statSync(file()).mtimeMs).size, { interval: 2 }).toBeGreaterThan(20);
  expect([isTaken, print.mock.calls.length]).toEqual([false, 1]);
  first.resolve();
  await Promise.all([one, other]);
});

test("one whose lock was taken leaves that to its holder", async () => {
  await whileLocked(root, quick, async () => writeFileSync(file(), "another"));
  expect(readFileSync(file(), "utf8")).toBe("another");
});

test("one that is suspended in its terminal stops once it has given the lock back, unless it was continued by then", async () => {
  const kill = vi.spyOn(process, "kill").mockImplementation(() => true);
  onTestFinished(() => kill.mockRestore());
  const listeners = () => process.listenerCount("SIGTSTP") + process.listenerCount("SIGCONT");
  const before = listeners();
  await whileLocked(root, quick, async () => {
    process.emit("SIGTSTP");
    process.emit("SIGCONT");
  });
  expect(kill).not.toHaveBeenCalled();
  kill.mockImplementation(() => {
    expect([existsSync(file()), listeners()]).toEqual([false, before]);
    return true;
  });
  await whileLocked(root, quick, async () => {
    expect(process.emit("SIGTSTP")).toBe(true);
    expect(kill).not.toHaveBeenCalled();
  });
  expect(kill.mock.calls).toEqual([[process.pid, "SIGTSTP"]]);
});

test.skipIf(process.getuid?.() === 0)(
  "the lock of a dead one in a checkout that cannot be written is no fault of its own",
  async () => {
    writeFileSync(file(), "dead");
    chmodSync(root, 0o555);
    const failed = whileLocked(root, quick, async () => {});
    await expect(failed).rejects.toThrow("which cannot be written (EACCES)");
    chmodSync(root, 0o755);
  },
);

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
