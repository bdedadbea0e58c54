import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createMemoryFolder } from "./memory-folder.mjs";

const gib = 1024 ** 3;
const tmpfs = 0x01021994;
const size = (type: number, bytes: number) => () => ({ type, bavail: bytes / 4096, bsize: 4096 });

function createIn(given: { type?: number; bytes?: number; freeBytes?: number; parent?: string }) {
  const parent = given.parent ?? mkdtempSync(join(tmpdir(), "fleetdeck-memory-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = createMemoryFolder({
    parent,
    freeBytes: () => given.freeBytes ?? 16 * gib,
    statfs: size(given.type ?? tmpfs, given.bytes ?? 16 * gib),
  });
  return { parent, folder };
}

it("is created where a file system in memory and memory itself have room, open to other users", () => {
  const { parent, folder = "" } = createIn({});
  expect(dirname(folder)).toBe(parent);
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
});

it.each([
  ["on a disk", { type: 0xef53 }],
  ["in a small file system", { bytes: 64 * 1024 * 1024 }],
  ["with little free memory", { freeBytes: 2 * gib }],
  ["in a folder that does not exist", { parent: "/nowhere-at-all" }],
])("is not created %s", (_, given) => {
  const { parent, folder } = createIn(given);
  expect(folder).toBeUndefined();
  expect(existsSync(join(parent, "fd-"))).toBe(false);
});
