// Two services on one PostgreSQL: one works, the other takes over with the whole state when the first is lost.
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { apiClient } from "../support/dashboard/api-client.ts";
import { hasPostgres, startPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { markingExtension } from "../support/service/extension-archives.ts";
import type { ServiceProgram } from "../support/service/service-program.ts";
import { startOn, token, versionThrough } from "../support/service/shared-services.ts";

const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

const joinDatabase = async (databaseUrl: string) => await startOn(databaseUrl, {}, cleanUps);

async function fill({ api, url }: ServiceProgram) {
  const proxy = await api.call(operations.createProxy, {
    body: { name: "office", type: "custom", config: { host: "127.0.0.1", port: 9 } },
  });
  const profile = await api.call(operations.createProfile, { body: { name: "shop" } });
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(markingExtension("kept"))]), "extension.zip");
  form.append("name", "kept");
  const uploaded = await fetch(`${url}/extensions`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(uploaded.status).toBe(201);
  const pool = await api.call(operations.createPool, {
    body: { name: "ready", size: 1, headless: true },
  });
  const session = await api.call(operations.createBrowser, {
    body: { headless: true, profile: { id: profile.id, save_changes: true } },
  });
  return { proxy, profile, pool, session };
}

test.runIf(hasPostgres)(
  "a killed service is replaced by the one on standby, with its whole state",
  async () => {
    const databaseUrl = await postgres.database();
    const first = await (await joinDatabase(databaseUrl)).program;
    const { proxy, profile, pool, session } = await fill(first);
    const running = await first.api.call(operations.createInvocation, {
      body: {
        app_name: "catalogue",
        version: "v1",
        action_name: "crawl",
        async: true,
        payload: JSON.stringify({ maxPages: 100, pauseMs: 1_000 }),
      },
    });
    const statusOf = async () =>
      (await first.api.call(operations.retrieveInvocation, { params: { id: running.id } })).status;
    await expect.poll(statusOf).toBe("running");

    await first.api.call(operations.startReplay, { params: { id: session.session_id }, body: {} });
    const second = await joinDatabase(databaseUrl);
    expect(await second.standby).toBe(second.url);
    // It forwards every request, streams and WebSockets as well.
    const throughSecond = apiClient(second.url, token);
    const idsOf = async () =>
      (await throughSecond.call(operations.listProfiles, {}).catch(() => [])).map(({ id }) => id);
    await expect.poll(idsOf).toEqual([profile.id]);
    const made = await throughSecond.call(operations.createProfile, { body: { name: "by the second" } });
    await throughSecond.call(operations.deleteProfile, { params: { id_or_name: made.id } });
    expect(await versionThrough(second.url, String(session.cdp_ws_url))).toMatch(/Chrome/);
    const events = await fetch(`${second.url}/invocations/${running.id}/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([events.status, events.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const reader = events.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
    expect((await fetch(`${second.url}/livez`)).status).toBe(200);

    await first.stop("SIGKILL");
    const early = await fetch(`${second.url}/browsers`);
    expect([early.status, await early.json()]).toEqual([
      503,
      { code: "standby", message: expect.any(String) },
    ]);
    const { api, url, sent } = await second.program;
    expect(sent()).toEqual(["standby", "updating", "updated", "ready"]);

    expect((await api.call(operations.listProxies, {})).map(({ id }) => id)).toEqual([proxy.id]);
    expect((await api.call(operations.listProfiles, {})).map(({ id }) => id)).toEqual([profile.id]);
    const archive = await fetch(`${url}/extensions/kept`, { headers: { authorization: `Bearer ${token}` } });
    expect(Buffer.from(await archive.arrayBuffer()).equals(markingExtension("kept"))).toBe(true);
    // Their files were on the machine of the first.
    for (const path of [
      `/browsers/${session.session_id}/replays`,
      `/browsers/${session.session_id}/telemetry/events`,
      `/invocations/${running.id}/events`,
    ]) {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      expect([path, answer.status < 500]).toEqual([path, true]);
      await answer.body?.cancel();
    }
    const all = await api.call(operations.listBrowsers, { query: { status: "all" } });
    expect(all.find(({ session_id }) => session_id === session.session_id)?.deleted_at).toEqual(
      expect.any(String),
    );
    expect(await api.call(operations.retrieveInvocation, { params: { id: running.id } })).toMatchObject({
      status: "failed",
      status_reason: "the service stopped while this was running",
    });
    const available = async () =>
      (await api.call(operations.retrievePool, { params: { id_or_name: pool.id } })).available_count;
    await expect.poll(available).toBe(1);
  },
);

test.runIf(hasPostgres)(
  "a service that stops hands over at once, with what its sessions have saved",
  async () => {
    const databaseUrl = await postgres.database();
    const first = await (await joinDatabase(databaseUrl)).program;
    const { profile } = await fill(first);
    const second = await joinDatabase(databaseUrl);
    // Saves the profile of the session.
    await first.stop();
    const { api, url } = await second.program;
    const [kept] = await api.call(operations.listProfiles, {});
    expect(kept?.id).toBe(profile.id);
    const saved = await fetch(`${url}/profiles/${profile.id}/download`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(saved.status).toBe(200);
    expect((await saved.arrayBuffer()).byteLength).toBeGreaterThan(0);
  },
);

test.runIf(hasPostgres)("a service that restores its state is alive, and not ready", async () => {
  const databaseUrl = await postgres.database();
  const first = await (await joinDatabase(databaseUrl)).program;
  await first.api.call(operations.createProfile, { body: { name: "before" } });
  await first.stop();
  const lock = await postgres.connected(databaseUrl);
  await lock.query("BEGIN; LOCK TABLE fleetdeck_service.rows IN ACCESS EXCLUSIVE MODE");
  const second = await joinDatabase(databaseUrl);
  const get = async (path: string) =>
    await fetch(second.url + path).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => undefined,
    );
  const refused = { status: 503, text: expect.stringContaining("takes over") };
  await expect.poll(() => get("/readyz")).toEqual(refused);
  expect([await get("/livez"), await get("/profiles")]).toMatchObject([{ status: 200 }, refused]);
  await lock.query("ROLLBACK");
  const { api } = await second.program;
  expect((await api.call(operations.listProfiles, {})).map(({ name }) => name)).toEqual(["before"]);
  expect((await get("/readyz"))?.status).toBe(200);
});

test.runIf(hasPostgres)("a frozen service is replaced, and ends when it goes on", async () => {
  const databaseUrl = await postgres.database();
  const first = await (await joinDatabase(databaseUrl)).program;
  await first.api.call(operations.createProfile, { body: { name: "before" } });
  const second = await joinDatabase(databaseUrl);
  const ended = new Promise((resolve) => first.child.once("exit", resolve));
  first.child.kill("SIGSTOP");
  const { api } = await second.program;
  await api.call(operations.createProfile, { body: { name: "after" } });
  first.child.kill("SIGCONT");
  expect(await ended).toBe(1);
  expect(first.output()).toContain("has taken over; exiting");
  const names = (await api.call(operations.listProfiles, {})).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["after", "before"]);
});

test.runIf(hasPostgres)(
  "a database that goes away ends no session, and gets what changed meanwhile",
  async () => {
    const own = await startPostgres({ durable: true });
    cleanUps.push(async () => await own.stop());
    const databaseUrl = await own.database();
    const first = await (await joinDatabase(databaseUrl)).program;
    const { session } = await fill(first);
    const second = await joinDatabase(databaseUrl);
    await own.kill("SIGKILL");
    const created = first.api.call(operations.createProfile, { body: { name: "meanwhile" } });
    const invoked = first.api.call(operations.createInvocation, {
      body: {
        app_name: "storefront",
        version: "v1",
        action_name: "search",
        async: true,
        payload: JSON.stringify({ query: "oak" }),
      },
    });
    const [, { id }] = await Promise.all([created, invoked, own.start()]);
    const statusOf = async () =>
      (await first.api.call(operations.retrieveInvocation, { params: { id } })).status;
    await expect.poll(statusOf).toBe("succeeded");
    expect(
      await first.api.call(operations.retrieveBrowser, { params: { id: session.session_id } }),
    ).toMatchObject({
      session_id: session.session_id,
    });
    await first.stop("SIGKILL");
    const { api } = await second.program;
    expect((await api.call(operations.listProfiles, {})).map(({ name }) => name)).toContain("meanwhile");
  },
);
