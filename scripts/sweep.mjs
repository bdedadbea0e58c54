/** Ends what a dead service leaves behind: the browsers that run on its data folder, its runners, and their children.
 *  Knows them by their command line only; touches nothing else. */
import { setTimeout as sleep } from "node:timers/promises";
import { readProcessTable } from "./process-table.mjs";

const PATIENCE_MS = 3000;
const POLL_MS = 50;

/**
 * The rows that belong to the data folder, with all their descendants.
 * @param {import("./process-table.mjs").ProcessRow[]} rows
 * @param {string} dataDir absolute
 */
export function leftoversOf(rows, dataDir) {
  const folder = dataDir.replace(/\/+$/, "");
  const owned = ({ command }) => {
    const line = ` ${command} `;
    return line.includes(` --user-data-dir=${folder}/`) || line.includes(` --fleetdeck-data-dir=${folder} `);
  };
  const taken = new Set(rows.filter(owned).map((row) => row.pid));
  for (let grew = true; grew; ) {
    const more = rows.filter((row) => taken.has(row.parentId) && !taken.has(row.pid));
    for (const row of more) taken.add(row.pid);
    grew = more.length > 0;
  }
  return rows.filter((row) => taken.has(row.pid) && row.pid !== process.pid && row.command !== "");
}

function signalAll(rows, signal) {
  for (const { pid } of rows) {
    try {
      process.kill(pid, signal);
    } catch {
      // ended meanwhile
    }
  }
}

/**
 * SIGTERM, then SIGKILL to what is still there after a few seconds (at once when `gently` is false).
 * @param {string} dataDir absolute SERVICE_DATA_DIR
 * @param {{ gently?: boolean, patienceMs?: number }} [options]
 * @returns {Promise<number>} how many processes were found
 */
export async function sweep(dataDir, { gently = true, patienceMs = PATIENCE_MS } = {}) {
  const found = new Map();
  /** What is there now: the folder's own, and children met earlier that have lost their parent since. */
  const still = () => {
    const rows = readProcessTable();
    const known = rows.filter((row) => found.get(row.pid) === row.command);
    const now = [...new Set([...leftoversOf(rows, dataDir), ...known])];
    for (const row of now) found.set(row.pid, row.command);
    return now;
  };
  for (const signal of gently ? ["SIGTERM", "SIGKILL"] : ["SIGKILL"]) {
    let left = still();
    signalAll(left, signal);
    for (const until = Date.now() + patienceMs; left.length > 0 && Date.now() < until; ) {
      await sleep(POLL_MS);
      left = still();
      if (signal === "SIGKILL") signalAll(left, signal);
    }
    if (left.length === 0) break;
  }
  return found.size;
}
