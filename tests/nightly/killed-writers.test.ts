// Writers of one store, killed at random moments: the store opens, what was acknowledged is there, the audit verifies.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { verifyAudit } from "../../lib/server/audit/verify-audit.ts";
import { openStore } from "../../lib/server/db/database.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";
import { waitUntil } from "../support/wait-until.ts";

const program = fileURLToPath(new URL("../support/audit-writer-process.ts", import.meta.url));
const kills = 20;

interface Writer {
  child: ChildProcess;
  acknowledged: () => string[];
}

function startWriter(dataDir: string, name: string, databaseUrl: string | undefined): Writer {
  const location = databaseUrl === undefined ? [] : [databaseUrl];
  const child = spawn(process.execPath, [program, dataDir, name, "1000000", ...location], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  child.stdout.on("data", (part: Buffer) => {
    text += part.toString();
  });
  return { child, acknowledged: () => text.split("\n").slice(0, -1) };
}

it.each([
  { store: "embedded file", shared: false },
  ...(hasPostgres ? [{ store: "PostgreSQL", shared: true }] : []),
])("T41 T42 kill -9 of the writers of one $store, at random moments", async ({ shared }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-killed-"));
  const postgres = shared ? await startPostgres({ durable: true }) : undefined;
  const databaseUrl = await postgres?.database();
  const all: string[] = [];
  try {
    for (let round = 0; round < kills; round += 1) {
      const writers = ["one", "other"].map((name) => startWriter(dataDir, `${name}-${round}`, databaseUrl));
      const enough = 1 + Math.floor(Math.random() * 60);
      await waitUntil(`${enough} acts`, () =>
        writers.some((writer) => writer.acknowledged().length >= enough),
      );
      for (const { child } of writers) {
        const ended = new Promise((resolve) => child.once("close", resolve));
        child.kill("SIGKILL");
        await ended;
      }
      all.push(...writers.flatMap((writer) => writer.acknowledged()));
      const db = await openStore({ dataDir, databaseUrl });
      expect((await verifyAudit(db, [])).fault, `after kill ${round + 1}`).toBeUndefined();
      const rows = await db
        .selectFrom("audit")
        .select("request_id")
        .where("phase", "=", "answered")
        .execute();
      const written = new Set(rows.map((row) => row.request_id));
      expect(all.filter((id) => !written.has(id))).toEqual([]);
      expect(written.size).toBe(rows.length);
      await db.destroy();
    }
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
