import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { expectRollupsToBeARecount } from "../../../tests/support/mirror-truth.ts";
import { openStore } from "../store/database.ts";

const child = fileURLToPath(new URL("../../../tests/support/recording-child.ts", import.meta.url));

/** Lets a recorder write and kills it somewhere in the middle. */
async function recordAndKill(dataDir: string, afterMs: number): Promise<void> {
  const process = fork(child, [dataDir], { execArgv: [] });
  const over = new Promise((resolve) => process.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    process.once("message", () => resolve());
    process.once("exit", () => reject(new Error("the recorder ended by itself")));
  });
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  process.kill("SIGKILL");
  await over;
}

it("leaves whole pages and true figures behind when it is killed in the middle of writes", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-kill-"));
  try {
    let before = 0;
    for (const afterMs of [1, 17, 40]) {
      await recordAndKill(dataDir, afterMs);
      const db = await openStore({ dataDir });
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      expect(rows).toEqual([{ integrity_check: "ok" }]);
      const runs = await db.selectFrom("runs").select("id").execute();
      expect(runs.length).toBeGreaterThan(before);
      before = runs.length;
      await expectRollupsToBeARecount(db);
      // The dead one's lease is nobody's business of this test: the next child takes it at once.
      await db.updateTable("leases").set({ expires_at_ms: 0 }).execute();
      await db.destroy();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);
