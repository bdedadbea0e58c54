// Whether the kernel killed a process because memory ran out, as far as its log can be read here: that takes rights which
// the service does not have everywhere.
import { closeSync, constants, openSync, readSync } from "node:fs";

const kernelLog = "/dev/kmsg";
const maxRecords = 20_000;
const recordBytes = 8_192;

export interface OomKill {
  pid: number;
  processName: string;
  /** Resident memory when it was killed. */
  rssKb: number;
  constraint?: "none" | "memcg" | "cpuset" | "memory_policy";
}

const constraints = {
  CONSTRAINT_NONE: "none",
  CONSTRAINT_MEMCG: "memcg",
  CONSTRAINT_CPUSET: "cpuset",
  CONSTRAINT_MEMORY_POLICY: "memory_policy",
} as const;

const isConstraint = (name: string): name is keyof typeof constraints => Object.hasOwn(constraints, name);

/** The latest report of the kernel that it killed this process; undefined where there is none. */
export function findOomKill(records: readonly string[], pid: number): OomKill | undefined {
  const killed = new RegExp(`Killed process ${pid} \\(([^)]*)\\)`);
  const line = records.findLast((record) => killed.test(record));
  if (line === undefined) return undefined;
  const summary = records.findLast(
    (record) => record.includes("oom-kill:") && record.includes(`pid=${pid},`),
  );
  const [, constraint = ""] = /constraint=(\w+)/.exec(summary ?? "") ?? [];
  const rssKb = [...line.matchAll(/(?:anon|file|shmem)-rss:(\d+)kB/g)].map(([, kb]) => Number(kb));
  return {
    pid,
    processName: killed.exec(line)?.[1] ?? "",
    rssKb: rssKb.reduce((sum, kb) => sum + kb, 0),
    ...(isConstraint(constraint) ? { constraint: constraints[constraint] } : {}),
  };
}

/** Reads the kernel's log for a killed process; undefined also where it cannot be read. */
export function oomKillOf(pid: number): OomKill | undefined {
  return findOomKill(readKernelLog(), pid);
}

function readKernelLog(): string[] {
  const records: string[] = [];
  let fd: number | undefined;
  try {
    fd = openSync(kernelLog, constants.O_RDONLY | constants.O_NONBLOCK);
    const buffer = Buffer.alloc(recordBytes);
    // Each read returns one record; the one after the last fails, as it would block.
    while (records.length < maxRecords) {
      records.push(buffer.toString("utf8", 0, readSync(fd, buffer, 0, recordBytes, null)));
    }
  } catch {
    // The end, or no right to read it.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
  return records;
}
