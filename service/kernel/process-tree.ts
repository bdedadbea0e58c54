// Running processes of the machine: from /proc on Linux, from ps elsewhere.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Paces } from "./paces.ts";

const run = promisify(execFile);
const onLinux = process.platform === "linux";
// Linux reports CPU times to user space in hundredths of a second on every architecture.
const tickMs = 10;

export interface ProcessEntry {
  pid: number;
  parentPid: number;
  /**
   * The leader of its process group (on Linux: of its session, which children cannot leave by changing the group).
   */
  leaderPid: number;
  cpuMs: number;
  /** Set by ps; on Linux `residentBytes` reads it on demand. */
  residentBytes?: number;
}

/** So many processes are read before other work of this process gets a turn. */
const readAtOnce = 200;

/**
 * Every visible process of the machine, on Linux only those whose pid `wanted` accepts. They are listed again and again
 * while instances run: /proc answers at once, and a promise for each of its files would cost ten times as much.
 */
export async function listProcesses(wanted: (pid: number) => boolean = () => true): Promise<ProcessEntry[]> {
  if (!onLinux) return await listByPs();
  return await readEach((pid) => (wanted(pid) ? parseStat(readProc(`${pid}/stat`)) : undefined));
}

/** What `read` returns for each process of this machine, where it returns something. Linux only. */
async function readEach<T>(read: (pid: number) => T | undefined): Promise<T[]> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found: T[] = [];
  for (const [at, pid] of pids.entries()) {
    if (at % readAtOnce === readAtOnce - 1) await nextTurn();
    const one = read(Number(pid));
    if (one !== undefined) found.push(one);
  }
  return found;
}

/** A file of /proc; empty when its process has exited. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}

/** `rootPid` and its descendants, by parent and by group. Zombies are left out. */
export async function processTree(rootPid: number): Promise<ProcessEntry[]> {
  const all = await listProcesses();
  const found = new Set([rootPid]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const entry of all) {
      if (found.has(entry.pid)) continue;
      if (!found.has(entry.parentPid) && entry.leaderPid !== rootPid) continue;
      found.add(entry.pid);
      grew = true;
    }
  }
  return all.filter((entry) => found.has(entry.pid));
}

/** Sum of the resident memory; pages shared between processes count once for each. */
export function residentBytes(tree: readonly ProcessEntry[]): number {
  const sizes = tree.map((entry) => {
    if (entry.residentBytes !== undefined) return entry.residentBytes;
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(`${entry.pid}/status`))?.[1] ?? 0) * 1024;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Pids whose command line contains `text`. */
export async function processesNaming(text: string): Promise<number[]> {
  if (!onLinux) {
    const { stdout } = await run("ps", ["-Axo", "pid=,command="], { maxBuffer: 64 * 1024 * 1024 });
    return stdout
      .split("\n")
      .filter((line) => line.includes(text))
      .map((line) => Number.parseInt(line, 10))
      .filter((pid) => pid > 0 && pid !== process.pid);
  }
  return await readEach((pid) => {
    const names = readProc(`${pid}/cmdline`).replaceAll("\0", " ").includes(text);
    return names && pid !== process.pid ? pid : undefined;
  });
}

/** The first child of a process; undefined when it has none, or when the system does not list them. */
export function firstChild(pid: number): number | undefined {
  return Number.parseInt(readProc(`${pid}/task/${pid}/children`), 10) || undefined;
}

/** Sends SIGKILL; ignores processes that have exited. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has exited, or its pid now belongs to another user.
  }
}

/** A killed process may take this long to end on a busy machine. */
const killTimeoutMs = 10_000;

/** Kills the listed processes until none is left, as they may fork meanwhile. Gives up after 10 seconds. */
export async function killAll(
  list: () => Promise<readonly { pid: number }[]>,
  { initialKillRetryMs, laterKillRetryMs }: Paces["instances"],
): Promise<void> {
  const endMs = performance.now() + killTimeoutMs;
  for (let round = 0; performance.now() < endMs; round += 1) {
    const left = await list();
    if (left.length === 0) return;
    for (const { pid } of left) killNow(pid);
    await sleep(round < 5 ? initialKillRetryMs : laterKillRetryMs);
  }
}

/** Kills all processes whose command line contains `text`; resolves when none is left. */
export const killNaming = (text: string, paces: Paces["instances"]): Promise<void> =>
  killAll(async () => (await processesNaming(text)).map((pid) => ({ pid })), paces);

function parseStat(stat: string): ProcessEntry | undefined {
  // The command name is in parentheses and may itself contain spaces and parentheses.
  const nameEnd = stat.lastIndexOf(")");
  if (nameEnd === -1) return undefined;
  const fields = stat.slice(nameEnd + 2).split(" ");
  const [state = "", parent = "0", , session = "0"] = fields;
  if (state === "Z" || state === "X") return undefined;
  return {
    pid: Number.parseInt(stat, 10),
    parentPid: Number(parent),
    leaderPid: Number(session),
    cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
  };
}

async function listByPs(): Promise<ProcessEntry[]> {
  const { stdout } = await run("ps", ["-Axo", "pid=,ppid=,pgid=,rss=,stat=,time="], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split("\n").flatMap((line) => {
    const [pid, parentPid, leaderPid, rssKb, state, time] = line.trim().split(/\s+/);
    if (time === undefined || state?.startsWith("Z")) return [];
    return [
      {
        pid: Number(pid),
        parentPid: Number(parentPid),
        leaderPid: Number(leaderPid),
        cpuMs: timeMs(time),
        residentBytes: Number(rssKb) * 1024,
      },
    ];
  });
}

/** `[[days-]hours:]minutes:seconds[.fraction]` in milliseconds. */
function timeMs(time: string): number {
  const [clock = "", days = "0"] = time.split("-").reverse();
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1000;
}
