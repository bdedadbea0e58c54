// What a service that was killed leaves behind: browsers of our data folder, and instance folders.
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { removeInstanceDir } from "../instance/instance.ts";
import { killNow, processesNaming } from "../instance/process-tree.ts";

/** Ends leftover browsers and removes every instance folder. Only for a start, when no session lives. */
export async function sweepInstances(instancesDir: string, roundsMs: number): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const left = await processesNaming(`--user-data-dir=${instancesDir}${sep}`);
    if (left.length === 0) break;
    for (const pid of left) killNow(pid);
    await sleep(roundsMs);
  }
  const names = await readdir(instancesDir).catch(() => []);
  for (const name of names) await removeInstanceDir(join(instancesDir, name));
}
