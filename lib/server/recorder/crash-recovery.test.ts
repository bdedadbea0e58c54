import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { expectRollupsToMatchRecount } from "../../../tests/support/sync-assertions.ts";
import { openStore } from "../db/database.ts";

const child = fileURLToPath(new URL("../../../tests/support/invocation-sync-process.ts", import.meta.url));

/** Starts a recorder process and kills it during its writes. */
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

it("leaves complete pages and correct roll-ups when killed during writes", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-kill-"));
  try {
    let before = 0;
    for (const afterMs of [1, 17, 40]) {
      await recordAndKill(dataDir, afterMs);
      const db = await openStore({ dataDir });
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      expect(rows).toEqual([{ integrity_check: "ok" }]);
      const invocations = await db.selectFrom("invocations").select("id").execute();
      expect(invocations.length).toBeGreaterThan(before);
      before = invocations.length;
      await expectRollupsToMatchRecount(db);
      // The killed process's lease is removed, so that the next one need not wait for it.
      await db.updateTable("leases").set({ expires_at_ms: 0 }).execute();
      await db.destroy();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 90_000);
