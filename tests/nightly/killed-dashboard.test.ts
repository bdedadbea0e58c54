// The dashboard, killed in the middle of many acts again and again: each act that the API received has its row, the audit
// is whole, and the next start writes how each ended.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkpointPath, readCheckpoints } from "../../lib/server/audit/audit-checkpoints.ts";
import { verifyAudit } from "../../lib/server/audit/verify-audit.ts";
import { openStore } from "../../lib/server/db/database.ts";
import { startDashboard } from "../support/dashboard/dashboard.ts";
import { startFaultyApi } from "../support/fakes/faulty-api.ts";
import { waitUntil } from "../support/wait-until.ts";

const token = "killed-dashboard-token";
const kills = 20;
const actsOfEach = 60;

it("T41 T42 kill -9 of the dashboard during 1,200 acts: each that reached the API has its row", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-killed-"));
  const api = await startFaultyApi({ token });
  const reached = () =>
    api.hits.flatMap(({ method, url }) =>
      method === "POST" ? (/^\/proxies\/(kill\d+-\d+)\/check$/.exec(url)?.[1] ?? []) : [],
    );
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const dashboard = await startDashboard({ apiBaseUrl: api.url, token, dataDir });
      const admin = await dashboard.signedInAdmin();
      const before = reached().length;
      const acts = Array.from({ length: actsOfEach }, (_, at) =>
        admin.send("POST", `/api/proxies/kill${kill}-${at}/check`).catch(() => undefined),
      );
      const enough = 1 + Math.floor(Math.random() * (actsOfEach - 10));
      await waitUntil(`${enough} acts reached the API`, () => reached().length - before >= enough);
      await dashboard.stop("SIGKILL");
      await Promise.all(acts);

      const db = await openStore({ dataDir });
      const { checkpoints } = await readCheckpoints(checkpointPath(dataDir));
      expect((await verifyAudit(db, checkpoints)).fault, `after kill ${kill + 1}`).toBeUndefined();
      const rows = await db.selectFrom("audit").select("target").where("phase", "=", "intended").execute();
      const known = new Set(rows.map(({ target }) => target));
      expect(reached().filter((id) => !known.has(id))).toEqual([]);
      await db.destroy();
    }
    expect(new Set(reached()).size, "no act reached the API twice").toBe(reached().length);
  } finally {
    await api.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
