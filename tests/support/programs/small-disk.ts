// A disk of a few megabytes for one process: a file system in memory, in a mount namespace of the process's own, which
// ends with it. Linux only.
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mountAt = (folder: string, megabytes: number, then: string) => [
  "unshare",
  "--user",
  "--map-root-user",
  "--mount",
  "sh",
  "-c",
  `mount -t tmpfs -o size=${megabytes}m,mode=0700 small-disk "$0" && ${then}`,
  folder,
];

/** Why there can be none here; undefined where it can. */
export function smallDiskRefusal(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-disk-"));
  const [program = "", ...words] = mountAt(folder, 1, "true");
  const { status, stderr, error } = spawnSync(program, words, { encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? undefined : `no mount namespace: ${error?.message ?? stderr.trim()}`;
}

export interface SmallDisk {
  /** Where it is for the process. */
  folder: string;
  /** Arguments that start a program with it. */
  startedBy: readonly string[];
  /** Arguments that start another program where the process `pid` sees it. SQLite does not open it from elsewhere. */
  beside: (pid: number) => readonly string[];
  /** Writes a file until nothing more fits. */
  fill: (pid: number) => void;
  /** Removes that file. */
  free: (pid: number) => void;
  /** Removes the folder that it was mounted on, once the process has ended. */
  remove: () => void;
}

/** Prepares a disk of that size for a process that is started by `startedBy`. */
export function createSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-disk-"));
  const filler = (pid: number) => join(`/proc/${pid}/root${folder}`, "filler");
  return {
    folder,
    startedBy: mountAt(folder, megabytes, 'exec "$@"'),
    beside: (pid) => ["nsenter", `--target=${pid}`, "--user", "--mount", "--preserve-credentials"],
    fill(pid) {
      const file = openSync(filler(pid), "a");
      try {
        for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) writeUntilFull(file, size);
      } finally {
        closeSync(file);
      }
    },
    free: (pid) => {
      if (existsSync(filler(pid))) rmSync(filler(pid));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function writeUntilFull(file: number, size: number): void {
  const part = Buffer.alloc(size);
  try {
    while (writeSync(file, part) === size);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}
