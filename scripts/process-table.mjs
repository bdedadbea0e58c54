/** Lists the machine's processes: from /proc on Linux (proc(5)), from ps elsewhere. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** @typedef {{ pid: number, parentId: number, command: string }} ProcessRow `command` is the command line, space-joined */

/**
 * One row from a process's /proc files.
 * @param {number} pid
 * @param {string} cmdline NUL-separated arguments (Chromium's own children rewrite it with spaces)
 * @param {string} stat `pid (name, which may hold anything) state parent …`
 * @returns {ProcessRow}
 */
export function rowFromProc(pid, cmdline, stat) {
  const [, parentId = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { pid, parentId: Number(parentId), command: cmdline.replaceAll("\0", " ").trim() };
}

/**
 * Rows from `ps -axo pid=,ppid=,command=`.
 * @param {string} text
 * @returns {ProcessRow[]}
 */
export function rowsFromPs(text) {
  return [...text.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parentId, command = ""]) => ({
    pid: Number(pid),
    parentId: Number(parentId),
    command: command.trim(),
  }));
}

/** @returns {ProcessRow[]} without processes that ended meanwhile */
export function readProcessTable() {
  if (process.platform !== "linux") {
    return rowsFromPs(
      execFileSync("ps", ["-axo", "pid=,ppid=,command="], {
        encoding: "utf8",
        maxBuffer: 64e6,
        timeout: 10_000,
      }),
    );
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const cmdline = readFileSync(`/proc/${name}/cmdline`, "utf8");
        return [rowFromProc(Number(name), cmdline, readFileSync(`/proc/${name}/stat`, "utf8"))];
      } catch {
        return [];
      }
    });
}
