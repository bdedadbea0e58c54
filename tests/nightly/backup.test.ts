// The commands for backup and restore in docs/operations.md, as they are written there: with a running dashboard, and a
// second one over what was restored.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkpointPath, readCheckpoints } from "../../lib/server/audit/audit-checkpoints.ts";
import { verifyAudit } from "../../lib/server/audit/verify-audit.ts";
import { openStore } from "../../lib/server/db/database.ts";
import { findPostgres } from "../../scripts/ensure-postgres.mjs";
import { type RunningDashboard, startDashboard } from "../support/dashboard/dashboard.ts";
import { type FaultyApi, startFaultyApi } from "../support/fakes/faulty-api.ts";
import { firstBrokenRow } from "../support/first-broken-row.ts";
import { hasPostgres, startPostgres } from "../support/programs/postgres.ts";
import { waitFor } from "../support/wait-until.ts";

const token = "backup-tests-token-1";
const secret = "backup-session-secret-0123456789abcdef";
const document = readFileSync("docs/operations.md", "utf8");
const postgresPrograms = findPostgres(process.env);
const hasSqlite = (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, "sqlite3")));

/** Runs the line of the document that begins with `start`, with other paths and variables. */
function runDocumented(start: string, paths: { data?: string; backup: string }, databaseUrl = ""): void {
  const line = document.split("\n").find((each) => each.startsWith(start));
  if (line === undefined) throw new Error(`docs/operations.md has no command ${start}`);
  const command = line.replaceAll("/backup", paths.backup).replaceAll(".data", paths.data ?? "");
  const path = [postgresPrograms, process.env.PATH].filter((each) => each !== undefined).join(":");
  execFileSync("sh", ["-c", command], {
    env: { ...process.env, PATH: path, DATABASE_URL: databaseUrl },
    stdio: "pipe",
  });
}

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "fleetdeck-backup-"));
  folders.push(made);
  return made;
}

let api: FaultyApi;
beforeAll(async () => {
  api = await startFaultyApi({ token });
});
afterAll(async () => {
  await api.close();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

/** Without a database elsewhere its secret and its checkpoints are in the folder, too. */
const start = (dataDir: string, databaseUrl?: string) =>
  startDashboard({
    apiBaseUrl: api.url,
    token,
    dataDir,
    variables:
      databaseUrl === undefined
        ? {}
        : { NEXTAUTH_SECRET: secret, RECORDER: "off", DATABASE_URL: databaseUrl },
  });

/** The audit of an act before the backup is there, unbroken, and the operator's sign-in goes on. */
async function expectRestored(dashboard: RunningDashboard, cookie: string): Promise<void> {
  try {
    expect(await firstBrokenRow(await dashboard.store())).toBeUndefined();
    const visitor = await dashboard.admin();
    const rows = await visitor.get("/api/audit?action=checkProxy&target=backed-up");
    expect(rows.json).toMatchObject([{ phase: "answered" }, { phase: "intended" }]);
    expect((await visitor.get("/api/session", { cookie })).status).toBe(200);
  } finally {
    await dashboard.stop();
  }
}

describe("a backup of a running dashboard can be restored (T41)", () => {
  test.skipIf(!hasSqlite)("from the embedded database", async () => {
    const [data, backup, restored] = [folder(), folder(), folder()];
    const dashboard = await start(data);
    const admin = await dashboard.admin();
    /** The newest checkpoint names an act of its own. */
    const act = async (proxy: string) => {
      const newest = async () => (await readCheckpoints(checkpointPath(data))).checkpoints.at(-1)?.seq ?? 0;
      const before = await newest();
      expect((await admin.send("POST", `/api/proxies/${proxy}/check`)).status).toBe(200);
      await waitFor("a checkpoint names it", newest, (seq) => seq > before, 60_000);
    };
    await act("backed-up");
    for (const command of document.split("\n").filter((line) => / \.data\/.* .*\/backup\//.test(line))) {
      runDocumented(command, { data, backup });
      await act("after-this-command");
    }
    await dashboard.stop("SIGKILL");
    cpSync(backup, restored, { recursive: true });
    const { checkpoints } = await readCheckpoints(checkpointPath(restored));
    expect(checkpoints).not.toEqual([]);
    const store = await openStore({ dataDir: restored });
    expect((await verifyAudit(store, checkpoints)).fault).toBeUndefined();
    await store.destroy();
    await expectRestored(await start(restored), admin.cookieHeader());
  });

  test.skipIf(!hasPostgres)("from PostgreSQL", async () => {
    const backup = folder();
    const server = await startPostgres();
    try {
      const [before, after] = [await server.database(), await server.database()];
      const dashboard = await start(folder(), before);
      const admin = await dashboard.admin();
      expect((await admin.send("POST", "/api/proxies/backed-up/check")).status).toBe(200);
      runDocumented("pg_dump ", { backup }, before);
      await dashboard.stop("SIGKILL");
      runDocumented("pg_restore ", { backup }, after);
      await expectRestored(await start(folder(), after), admin.cookieHeader());
    } finally {
      await server.stop();
    }
  });
});
