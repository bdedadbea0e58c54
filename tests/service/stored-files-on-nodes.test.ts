// What a node reads of the files that services store in a real PostgreSQL.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { systemClock } from "../../service/kernel/clock.ts";
import { standardPaces } from "../../service/kernel/paces.ts";
import { Node } from "../../service/nodes/node.ts";
import { NodeTable } from "../../service/nodes/node-table.ts";
import { ChangedFiles, statePlaces } from "../../service/shared-state/changed-files.ts";
import { Leadership } from "../../service/shared-state/leadership.ts";
import { storeFiles } from "../../service/shared-state/stored-files.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";

let dir: string;
const postgres = postgresForTests();
const { cleanUps } = postgres;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fleetdeck-node-files-"));
  cleanUps.push(() => rmSync(dir, { recursive: true }));
});

const paces = standardPaces.sharedState;
const megabytes = (count: number, text: string) => Buffer.alloc(count * 1024 * 1024, text);

/** Stores these files as a service does. */
async function store(databaseUrl: string, files: Readonly<Record<string, Buffer | string>>): Promise<void> {
  const dataDir = join(dir, "service");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(dataDir, path, ".."), { recursive: true });
    writeFileSync(join(dataDir, path), content);
  }
  const leadership = await Leadership.win(
    {
      databaseUrl,
      holder: "service",
      address: "http://127.0.0.1:1",
      paces,
      onLost: () => {},
      warn: () => {},
    },
    new AbortController().signal,
  );
  if (leadership === undefined) throw new Error("it is not this one's turn");
  const changed = new ChangedFiles(dataDir);
  await storeFiles(leadership, changed, (await changed.find(statePlaces)).changed);
  await leadership.release();
}

function nodeOn(databaseUrl: string) {
  const table = new NodeTable(databaseUrl);
  cleanUps.push(async () => await table.close());
  const entry = { id: "node", name: "node", address: "http://127.0.0.1:1", browsers: 1, earlier: [] };
  const node = new Node({
    databaseUrl,
    table,
    entry,
    paces,
    dataDir: dir,
    key: "key",
    clock: systemClock,
    warn: () => {},
  });
  return { table, node };
}

test.runIf(hasPostgres)("a node reads files of any size", async () => {
  const databaseUrl = await postgres.database();
  const large = Buffer.concat([megabytes(20, "large "), Buffer.from("its end")]);
  await store(databaseUrl, {
    "deployments/one/index.js": "index",
    "deployments/one/empty": "",
    "deployments/one/assets/large": large,
    "deployments/one/assets/.large/large": large,
    "deployments/oneself/index.js": "another's",
    "extensions/e.zip": large,
    secret: "a secret",
  });
  const { table, node } = nodeOn(databaseUrl);
  const into = join(dir, "code", "one");
  await node.files.fetchCode("one", into);
  expect(readdirSync(into, { recursive: true }).toSorted()).toEqual([
    ...["assets", "assets/.large", "assets/.large/large", "assets/large", "empty", "index.js"],
  ]);
  expect(readFileSync(join(into, "index.js"), "utf8")).toBe("index");
  for (const path of ["assets/large", "assets/.large/large"])
    expect(readFileSync(join(into, path)).equals(large), path).toBe(true);
  await node.files.copyArchive("e", join(dir, "e.zip"));
  expect(readFileSync(join(dir, "e.zip")).equals(large)).toBe(true);
  expect(String(await table.secret())).toBe("a secret");
  for await (const { content } of table.files(""))
    expect(content.length).toBeLessThanOrEqual(8 * 1024 * 1024);

  await expect(node.files.copyArchive("unknown", join(dir, "unknown"))).rejects.toMatchObject({
    status: 404,
  });
  await expect(node.files.fetchCode("unknown", join(dir, "code", "unknown"))).rejects.toMatchObject({
    status: 404,
  });
  expect(readdirSync(join(dir, "code"))).toEqual(["one"]);
  // As the version before writes it again.
  const client = await postgres.connected(databaseUrl);
  await client.query("INSERT INTO fleetdeck_service.files VALUES ('extensions/e.zip', 'newer')");
  await node.files.copyArchive("e", join(dir, "e.zip"));
  expect(readFileSync(join(dir, "e.zip"), "utf8")).toBe("newer");
});

test.runIf(hasPostgres)("a node reads what only services of the version before have stored", async () => {
  const databaseUrl = await postgres.database();
  const client = await postgres.connected(databaseUrl);
  await client.query(
    `CREATE SCHEMA fleetdeck_service;
     CREATE TABLE fleetdeck_service.files (path text PRIMARY KEY, content bytea NOT NULL)`,
  );
  const { table, node } = nodeOn(databaseUrl);
  expect(await table.secret()).toBeUndefined();
  const large = Buffer.concat([megabytes(40, "large "), Buffer.from("its end")]);
  await client.query("INSERT INTO fleetdeck_service.files VALUES ('secret', 'a secret'), ($1, $2)", [
    ...["extensions/e.zip", large],
  ]);
  expect(String(await table.secret())).toBe("a secret");
  await node.files.copyArchive("e", join(dir, "e.zip"));
  expect(readFileSync(join(dir, "e.zip")).equals(large)).toBe(true);
});

test.runIf(hasPostgres)("a file that is deleted while a node reads it is read to its end", async () => {
  const databaseUrl = await postgres.database();
  await store(databaseUrl, { "extensions/e.zip": megabytes(20, "large ") });
  const client = await postgres.connected(databaseUrl);
  const { table } = nodeOn(databaseUrl);
  let size = 0;
  for await (const { isFirst, content } of table.files("extensions/e.zip")) {
    if (isFirst) await client.query("DELETE FROM fleetdeck_service.file_parts");
    size += content.length;
  }
  expect(size).toBe(20 * 1024 * 1024);
});
