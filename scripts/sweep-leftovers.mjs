/** Ends the processes that a dead service leaves behind: the browsers on its data folder, its runners, and their
 *  children. They are identified by their command line. */
import { setTimeout as sleep } from "node:timers/promises";
import { readProcessTable } from "./process-table.mjs";

/** @import { ProcessRow } from "./process-table.mjs" */

const TERM_TIMEOUT_MS = 3000;
const POLL_MS = 50;

/**
 * The processes that belong to the data folder, with all their descendants.
 * @param {ProcessRow[]} rows
 * @param {string} dataDir absolute
 */
export function leftoversOf(rows, dataDir) {
  const folder = dataDir.replace(/\/+$/, "");
  /** @param {ProcessRow} row */
  const owned = ({ command }) => {
    const line = ` ${command} `;
    return line.includes(` --user-data-dir=${folder}/`) || line.includes(` --fleetdeck-data-dir=${folder} `);
  };
  const selected = new Set(rows.filter(owned).map((row) => row.pid));
  for (let changed = true; changed; ) {
    const more = rows.filter((row) => selected.has(row.parentId) && !selected.has(row.pid));
    for (const row of more) selected.add(row.pid);
    changed = more.length > 0;
  }
  return rows.filter((row) => selected.has(row.pid) && row.pid !== process.pid && row.command !== "");
}

/**
 * @param {ProcessRow[]} rows
 * @param {NodeJS.Signals} signal
 */
function signalAll(rows, signal) {
  for (const { pid } of rows) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/**
 * Sends SIGTERM, then SIGKILL to what remains after `timeoutMs` (SIGKILL at once when `gently` is false).
 * @param {string} dataDir absolute SERVICE_DATA_DIR
 * @param {{ gently?: boolean, timeoutMs?: number }} [options]
 * @returns {Promise<number>} the number of processes found
 */
export async function sweep(dataDir, { gently = true, timeoutMs = TERM_TIMEOUT_MS } = {}) {
  const found = new Map();
  /** The remaining processes: the folder's, and children found earlier whose parent has ended since. */
  const findRemaining = () => {
    const rows = readProcessTable();
    const known = rows.filter((row) => found.get(row.pid) === row.command);
    const remaining = [...new Set([...leftoversOf(rows, dataDir), ...known])];
    for (const row of remaining) found.set(row.pid, row.command);
    return remaining;
  };
  /** @type {NodeJS.Signals[]} */
  const signals = gently ? ["SIGTERM", "SIGKILL"] : ["SIGKILL"];
  for (const signal of signals) {
    let left = findRemaining();
    signalAll(left, signal);
    for (const until = Date.now() + timeoutMs; left.length > 0 && Date.now() < until; ) {
      await sleep(POLL_MS);
      left = findRemaining();
      if (signal === "SIGKILL") signalAll(left, signal);
    }
    if (left.length === 0) break;
  }
  return found.size;
}
