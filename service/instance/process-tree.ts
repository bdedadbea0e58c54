// What the machine knows of running processes: from /proc on Linux, from ps elsewhere.
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const onLinux = process.platform === "linux";
// The kernel reports times to user space in hundredths of a second on every architecture.
const tickMs = 10;

export interface ProcessEntry {
  pid: number;
  parentPid: number;
  /** The process that leads the group this one is in (on Linux: the session, which children keep). */
  leaderPid: number;
  cpuMs: number;
  /** Elsewhere than on Linux known from the listing; there read on demand. */
  residentBytes?: number;
}

/** Every process of the machine that we may see. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  if (!onLinux) return await listByPs();
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
  return entries.map(parseStat).filter((entry) => entry !== undefined);
}

/** `root` and everything it started, through parents and through the group. Zombies are left out. */
export async function processTree(rootPid: number): Promise<ProcessEntry[]> {
  const all = await listProcesses();
  const known = new Set([rootPid]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const entry of all) {
      if (known.has(entry.pid)) continue;
      if (!known.has(entry.parentPid) && entry.leaderPid !== rootPid) continue;
      known.add(entry.pid);
      grew = true;
    }
  }
  return all.filter((entry) => known.has(entry.pid));
}

/** Sum of the resident bytes; pages shared between processes count in each. */
export async function residentBytes(tree: readonly ProcessEntry[]): Promise<number> {
  const sizes = await Promise.all(
    tree.map(async (entry) => {
      if (entry.residentBytes !== undefined) return entry.residentBytes;
      const status = await readFile(`/proc/${entry.pid}/status`, "utf8").catch(() => "");
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    }),
  );
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
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return command.replaceAll("\0", " ").includes(text) ? Number(pid) : 0;
    }),
  );
  return found.filter((pid) => pid > 0 && pid !== process.pid);
}

/** Kills at once; a process that is gone already is fine. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone, or not ours any more.
  }
}

function parseStat(stat: string): ProcessEntry | undefined {
  // The command name stands in parentheses and may itself contain spaces and parentheses.
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
