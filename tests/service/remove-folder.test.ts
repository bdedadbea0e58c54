import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { removeFolder } from "../../service/machine/remove-folder.ts";

/** Goes on as a user who is not root, as root may remove everything. */
function withoutRoot(): void {
  if (process.geteuid?.() !== 0) return;
  process.setegid?.(65_534);
  process.seteuid?.(65_534);
  onTestFinished(() => {
    process.seteuid?.(0);
    process.setegid?.(0);
  });
}

/** In which that user may write. */
function newFolder(): string {
  const top = mkdtempSync(join(tmpdir(), "fleetdeck-remove-"));
  chmodSync(top, 0o777);
  onTestFinished(() => rmSync(top, { recursive: true }));
  withoutRoot();
  return top;
}

test("removes folders without permission to write or read, and nothing that they link to", async () => {
  const top = newFolder();
  const [folder, other] = [join(top, "folder"), join(top, "other")];
  for (const name of ["folder/a/b", "folder/c", "other/kept"])
    mkdirSync(join(top, name), { recursive: true });
  for (const file of ["folder/a/b/x", "folder/a/y", "folder/c/z"]) writeFileSync(join(top, file), "");
  symlinkSync(other, join(folder, "link"));
  for (const [name, mode] of [
    ["a/b", 0o555],
    ["a", 0o555],
    ["c", 0],
  ] as const)
    chmodSync(join(folder, name), mode);
  chmodSync(other, 0o500);
  await removeFolder(folder);
  expect([existsSync(folder), existsSync(join(other, "kept"))]).toEqual([false, true]);
  await removeFolder(folder);
});

test("goes on with other work while it permits itself to remove many folders", async () => {
  const folder = join(newFolder(), "folder");
  const parts = Array.from({ length: 50 }, (_, at) => join(folder, `part-${at}`));
  for (const part of parts) {
    mkdirSync(join(part, "inner"), { recursive: true });
    chmodSync(part, 0o555);
  }
  /** How many of the parts are as they were, at each turn of the event loop. */
  const left = new Set<number>();
  const look = () => {
    const stats = parts.map((part) => statSync(part, { throwIfNoEntry: false }));
    left.add(stats.filter((each) => each !== undefined && (each.mode & 0o777) === 0o555).length);
  };
  let isDone = false;
  const removed = removeFolder(folder).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    look();
    await setImmediate();
  }
  await removed;
  expect([existsSync(folder), left.size > 2]).toEqual([false, true]);
});
