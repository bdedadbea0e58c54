// `npm run dump-store NAME`, run before a release: fills an embedded and a shared store and writes each as SQL to
// tests/store/versions, where the next version is tested to take it over. NAME is the newest migration of the release. The
// same for the state of the service, to tests/service/versions, named after its newest step.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { databaseFileName, openStore } from "../../../lib/server/db/database.ts";
import { findPostgres } from "../../../scripts/ensure-postgres.mjs";
import { startPostgres } from "../programs/postgres.ts";
import type { CleanUps } from "../programs/postgres-for-tests.ts";
import { filledService, fillServiceStore, serviceSecret } from "../service/fill-service-store.ts";
import { fillStore } from "./fill-store.ts";
import { joinedState } from "./joined-state.ts";

const folder = fileURLToPath(new URL("../../store/versions", import.meta.url));
const serviceFolder = fileURLToPath(new URL("../../service/versions", import.meta.url));

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function literal(value: unknown): string {
  if (value === null) return "null";
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString("hex")}'`;
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return String(value);
}

/** An embedded database as SQL. Tables that a full-text index makes for itself are filled as the others are. */
function dumpFile(path: string): string {
  const file = new Sqlite(path, { readonly: true });
  const entries = file
    .prepare("select type, name, sql from sqlite_master where name not like 'sqlite_%' order by rowid")
    .all() as { type: string; name: string; sql: string | null }[];
  const virtual = entries.filter(({ sql }) => /^create virtual/i.test(sql ?? "")).map(({ name }) => name);
  const isOfIndex = (name: string) => virtual.some((each) => name.startsWith(`${each}_`));
  const tables = entries.filter(({ type }) => type === "table");
  const lines: string[] = [];
  for (const { name, sql } of tables) if (!isOfIndex(name)) lines.push(`${sql};`);
  for (const { name } of tables) {
    if (virtual.includes(name)) continue;
    if (isOfIndex(name)) lines.push(`delete from ${quoted(name)};`);
    const rows = file.prepare(`select * from ${quoted(name)}`).all() as Record<string, unknown>[];
    for (const row of rows) {
      const columns = Object.keys(row).map(quoted).join(", ");
      const values = Object.values(row).map(literal).join(", ");
      lines.push(`insert into ${quoted(name)} (${columns}) values (${values});`);
    }
  }
  for (const { type, sql } of entries) if (type !== "table" && sql !== null) lines.push(`${sql};`);
  file.close();
  return `${lines.join("\n")}\n`;
}

/** A shared database as SQL, without what only `psql` understands. */
const dumpShared = (url: string): string =>
  execFileSync(
    join(findPostgres(process.env) ?? "", "pg_dump"),
    ["--column-inserts", "--no-owner", "--no-privileges", "--no-comments", url],
    { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  )
    .split("\n")
    .filter((line) => !/^\\|^--|^$/.test(line))
    .join("\n");

/** The state of a service that has kept it in PostgreSQL: that database, and the service's own file. */
async function dumpService(databaseUrl: string): Promise<void> {
  const cleanUps: CleanUps = [];
  const { dataDir: own, store, state, leave } = await joinedState(databaseUrl, cleanUps);
  try {
    fillServiceStore(store);
    writeFileSync(join(own, "secret"), serviceSecret);
    mkdirSync(join(own, dirname(filledService.file.path)), { recursive: true });
    writeFileSync(join(own, filledService.file.path), filledService.file.content);
    await state.complete();
    const newest = store.prepare<[], string>("SELECT id FROM migrations ORDER BY rowid DESC").pluck().get();
    await leave();
    writeFileSync(join(serviceFolder, `${newest}.sqlite.sql`), dumpFile(join(own, "service.db")));
    writeFileSync(join(serviceFolder, `${newest}.postgres.sql`), `${dumpShared(databaseUrl)}\n`);
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

const name = process.argv[2];
if (name === undefined || !/^[\w.-]+$/.test(name)) throw new Error("Give the name of the newest migration.");
const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-dump-"));
const postgres = await startPostgres();
try {
  const file = await openStore({ dataDir });
  await fillStore(file);
  await file.destroy();
  writeFileSync(join(folder, `${name}.sqlite.sql`), dumpFile(join(dataDir, databaseFileName)));
  const databaseUrl = await postgres.database();
  const shared = await openStore({ dataDir, databaseUrl });
  await fillStore(shared);
  await shared.destroy();
  writeFileSync(join(folder, `${name}.postgres.sql`), `${dumpShared(databaseUrl)}\n`);
  await dumpService(await postgres.database());
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
