// Writers of one store, killed at random moments, 100 of each kind of store: it opens, what was done has its row, what was
// acknowledged has its outcome, the audit verifies.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { verifyAudit } from "../../lib/server/audit/verify-audit.ts";
import { openStore } from "../../lib/server/db/database.ts";
import { hasPostgres, startPostgres } from "../support/programs/postgres.ts";
import { waitUntil } from "../support/wait-until.ts";

const program = fileURLToPath(new URL("../support/audit-writer-process.ts", import.meta.url));
const rounds = 50;

interface Writer {
  child: ChildProcess;
  /** Ids of the acts that are recorded with their outcome. */
  acknowledged: () => string[];
  /** Ids of the acts that were done. */
  sent: () => string[];
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
  const lines = () => text.split("\n").slice(0, -1);
  return {
    child,
    acknowledged: () => lines().filter((line) => !line.startsWith("sent ")),
    sent: () => lines().flatMap((line) => /^sent (.+)/.exec(line)?.[1] ?? []),
  };
}

it.each([
  { store: "embedded file", shared: false },
  ...(hasPostgres ? [{ store: "PostgreSQL", shared: true }] : []),
])("T41 T42 kill -9 of the writers of one $store, at random moments", async ({ shared }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-killed-"));
  const postgres = shared ? await startPostgres({ durable: true }) : undefined;
  const databaseUrl = await postgres?.database();
  const all: string[] = [];
  const done: string[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
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
      done.push(...writers.flatMap((writer) => writer.sent()));
      const db = await openStore({ dataDir, databaseUrl });
      expect((await verifyAudit(db, [])).fault, `after kill ${round + 1}`).toBeUndefined();
      const rows = await db.selectFrom("audit").select(["request_id", "phase"]).execute();
      const intended = new Set(rows.flatMap((row) => (row.phase === "intended" ? row.request_id : [])));
      expect(done.filter((id) => !intended.has(id))).toEqual([]);
      const answered = rows.flatMap((row) => (row.phase === "answered" ? row.request_id : []));
      const written = new Set(answered);
      expect(all.filter((id) => !written.has(id))).toEqual([]);
      expect(written.size).toBe(answered.length);
      await db.destroy();
    }
  } finally {
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
