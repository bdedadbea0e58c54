// Several replicas on one machine share the embedded file: each is a process, all started at the same moment.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { firstBrokenRow } from "../audit/audit-chain.ts";
import { listAudit } from "../audit/list-audit.ts";
import { openStore } from "./database.ts";

const program = fileURLToPath(new URL("../../../tests/support/audit-writer-process.ts", import.meta.url));
const names = ["ada", "bob", "cyd"];
const acts = 30;

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-one-file-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("the file is created once, and no write of any process is refused or lost", async () => {
  await Promise.all(
    names.map((name) => promisify(execFile)(process.execPath, [program, dataDir, name, String(acts)])),
  );
  const db = await openStore({ dataDir });
  const { entries } = await listAudit(db, { limit: 100 });
  expect(entries.map(({ seq }) => seq)).toEqual(
    Array.from({ length: names.length * acts }, (_, at) => names.length * acts - at),
  );
  expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(names.length * acts);
  expect(await firstBrokenRow(db)).toBeUndefined();
  await db.destroy();
}, 90_000);
