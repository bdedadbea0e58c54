// A folder in memory for what tests write: browser profiles, databases, recordings. On a disk they cost a fifth of the
// time of the tests that run browsers. Its name is short, as addresses of sockets have at most 108 bytes.
import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const GIB = 1024 ** 3;
/** The type of a tmpfs in statfs(2). */
const TMPFS = 0x01021994;
/** Tests write less than 2 GiB at a time, beside the memory of their browsers. */
const NEEDED_BYTES = 8 * GIB;

/** Within the limit of a container, where Node knows it: from version 22. */
const availableBytes = () =>
  "availableMemory" in process && typeof process.availableMemory === "function"
    ? Number(process.availableMemory())
    : freemem();

/**
 * Creates the folder; the caller removes it. Undefined where memory or its file system is too small.
 * @param {{ parent?: string, freeBytes?: () => number, statfs?: (path: string) => { type: number, bavail: number, bsize: number } }} [options]
 * @returns {string | undefined}
 */
export function createMemoryFolder({
  parent = "/dev/shm",
  freeBytes = availableBytes,
  statfs = statfsSync,
} = {}) {
  try {
    const { type, bavail, bsize } = statfs(parent);
    if (type !== TMPFS || bavail * bsize < NEEDED_BYTES || freeBytes() < NEEDED_BYTES) return undefined;
    const folder = mkdtempSync(join(parent, "fd-"));
    // As open as the usual one: a database server runs as a user of its own.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return undefined;
  }
}
