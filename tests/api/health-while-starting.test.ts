// The health of a dashboard that waits for its database, as during a long migration.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_MIGRATION_TABLE } from "kysely/migration";
import { describe, expect, it } from "vitest";
import { openStore } from "../../lib/server/db/database.ts";
import { sendRequest, spawnDashboard } from "../support/dashboard/dashboard.ts";
import { freePort } from "../support/programs/free-port.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { waitFor } from "../support/wait-until.ts";

const postgres = postgresForTests();

describe.skipIf(!hasPostgres)("a dashboard that starts", () => {
  it.each(["", "/ops"])("is alive and not ready below the path '%s'", async (path) => {
    const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-starting-"));
    postgres.cleanUps.push(() => rmSync(dataDir, { recursive: true }));
    const databaseUrl = await postgres.database();
    await (await openStore({ dataDir, databaseUrl })).destroy();
    const client = await postgres.connected(databaseUrl);
    await client.query(`BEGIN; LOCK TABLE ${DEFAULT_MIGRATION_TABLE} IN ACCESS EXCLUSIVE MODE`);
    const port = String(await freePort());
    const { child, ended } = spawnDashboard({
      API_BASE_URL: "http://127.0.0.1:9",
      API_TOKEN: "starting-tests-token-1",
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: `https://fleet.example.com${path}`,
    });
    postgres.cleanUps.push(() => child.kill("SIGKILL"));
    const get = (target: string) => sendRequest(`http://127.0.0.1:${port}`, `${path}${target}`);
    const alive = await waitFor("it listens", () => get("/api/livez").catch(() => undefined));
    expect([alive.status, alive.json]).toEqual([200, { status: "alive" }]);
    const ready = await get("/api/readyz");
    expect([ready.status, ready.json]).toEqual([
      503,
      { status: "starting", upstream: "unknown", recorder: "off" },
    ]);
    expect(ready.headers["content-type"]).toBe("application/json; charset=utf-8");
    const page = await get("/sign-in");
    expect([page.status, page.json]).toMatchObject([503, { code: "starting" }]);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});
