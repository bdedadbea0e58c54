// An upgrade of the service: what an earlier version left in its file, or in PostgreSQL, is all there afterwards.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../service/database.ts";
import { AppVersions } from "../../service/deployments/app-versions.ts";
import { DeploymentRows } from "../../service/deployments/deployment-rows.ts";
import { ExtensionRows } from "../../service/extensions/extension-rows.ts";
import { InvocationRows } from "../../service/invocations/invocation-rows.ts";
import { Seal } from "../../service/kernel/seal.ts";
import type { Store } from "../../service/kernel/store.ts";
import { PoolRows } from "../../service/pools/pool-rows.ts";
import { ProfileRows } from "../../service/profiles/profile-rows.ts";
import { ProxyRows } from "../../service/proxies/proxy-rows.ts";
import { ReplayRows } from "../../service/replays/replay-rows.ts";
import { SessionRows } from "../../service/sessions/session-rows.ts";
import { insertProfile, joinedState } from "../support/dashboard/joined-state.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { filledProxy, filledService, serviceSecret } from "../support/service/fill-service-store.ts";

const folder = new URL("versions/", import.meta.url);
/** Each is named after the newest step of `service/database.ts` that it has. */
const versions = readdirSync(folder).flatMap((file) => /^(\w+)\.sqlite\.sql$/.exec(file)?.[1] ?? []);
const dumped = (version: string, dialect: "sqlite" | "postgres") =>
  readFileSync(new URL(`${version}.${dialect}.sql`, folder), "utf8");

const postgres = postgresForTests();

function openForTest(file: string): Store {
  const store = openDatabase(file);
  onTestFinished(() => void store.close());
  return store;
}

const stepsOf = (store: Store) =>
  store.prepare<[], string>("SELECT id FROM migrations ORDER BY rowid").pluck().all();
/** Tables with their columns, and indexes. */
const schemaOf = (store: Store) =>
  store
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all();

const { at, endedAt } = filledService;

/** Expects what `fillServiceStore` wrote, whatever columns have been added since. */
function expectFilledServiceStore(store: Store, secret: string): void {
  expect(new ProxyRows(store, new Seal(Buffer.from(secret))).list()).toEqual([filledProxy]);
  expect(new ProfileRows(store).list()).toMatchObject([
    { id: "profile-before", name: "shop", updated_at: endedAt, state_taken_at: null },
  ]);
  expect(new PoolRows(store).list()).toMatchObject([
    { id: "pool-before", name: "ready", config: { size: 2, proxy_id: filledProxy.id } },
  ]);
  expect(new ExtensionRows(store).list()).toMatchObject([{ id: "extension-before", size_bytes: 120 }]);
  expect(new DeploymentRows(store, () => at).list({}).rows).toMatchObject([
    { id: "deployment-before", status: "running", env_vars: { KEY: 'ä "b"' } },
  ]);
  const wanted = { app_name: "shop", version: "latest", action_name: "look" };
  expect(new AppVersions(store).find(wanted)).toMatchObject({ id: "app-before", actions: ["buy", "look"] });

  const invocations = new InvocationRows(store, () => at);
  const { rows } = invocations.list({ limit: 100 });
  expect(rows).toHaveLength(filledService.invocations);
  expect(invocations.find("invocation-1")).toMatchObject({
    status: "failed",
    status_reason: "no route",
    finished_at: endedAt,
    node: null,
    payload: JSON.stringify({ number: 1, text: "Ähre 'x'" }),
  });
  expect(invocations.nextQueued()?.id).toBe("invocation-3");
  expect(invocations.queuedIds()).toHaveLength(filledService.invocations / 4);

  const sessions = new SessionRows(store);
  const all = sessions.list({ status: "all", limit: 100, offset: 0 });
  expect(all).toHaveLength(filledService.sessions);
  expect(sessions.list({ status: "active", limit: 100, offset: 0 })).toHaveLength(filledService.sessions / 3);
  expect(sessions.find("session-0")).toMatchObject({
    headless: true,
    idle: false,
    viewport: { width: 1280, height: 800 },
    pool_id: "pool-before",
    profile: { id: "profile-before", name: "shop" },
    end_reason: null,
    telemetry: null,
    name: null,
    tags: null,
    start_url: null,
    node: null,
  });
  const replays = new ReplayRows(store);
  expect(replays.ofSession("session-1").map(({ id }) => id)).toEqual(["replay-2", "replay-1"]);
  expect(replays.find("replay-1")).toMatchObject({ size_bytes: 9, finished_at: endedAt });
}

test("there is a version before", () => {
  expect(versions.length).toBeGreaterThan(0);
});

describe.each(versions)("a state of the version with %s", (version) => {
  test("in a file is taken over whole, with the schema of a new one", () => {
    const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-version-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const path = join(dataDir, "service.db");
    const before = new Sqlite(path);
    before.pragma("foreign_keys = OFF");
    before.exec(dumped(version, "sqlite"));
    expect(stepsOf(before).at(-1)).toBe(version);
    before.close();

    const store = openForTest(path);
    const fresh = openForTest(":memory:");
    expect(stepsOf(store)).toEqual(stepsOf(fresh));
    expect(schemaOf(store)).toEqual(schemaOf(fresh));
    expectFilledServiceStore(store, serviceSecret);
    expect(store.pragma("foreign_key_check")).toEqual([]);
    expectFilledServiceStore(openForTest(path), serviceSecret);
  });

  test.runIf(hasPostgres)("in PostgreSQL is taken over whole, with its files, and stored on", async () => {
    const databaseUrl = await postgres.database();
    const client = await postgres.connected(databaseUrl);
    await client.query(dumped(version, "postgres"));
    const joined = () => joinedState(databaseUrl, postgres.cleanUps);
    const { dataDir, store, state, leave } = await joined();
    const fileOf = (dir: string, path: string) => readFileSync(join(dir, path), "utf8");
    expect(fileOf(dataDir, filledService.file.path)).toBe(filledService.file.content);
    expectFilledServiceStore(store, fileOf(dataDir, "secret"));
    store.prepare(insertProfile).run("later");
    await state.stored();
    await leave();

    const next = await joined();
    const ids = next.store.prepare<[], string>("SELECT id FROM profiles ORDER BY id").pluck().all();
    expect(ids).toEqual(["later", "profile-before"]);
    next.store.exec("DELETE FROM profiles WHERE id = 'later'");
    expectFilledServiceStore(next.store, fileOf(next.dataDir, "secret"));
  });
});
