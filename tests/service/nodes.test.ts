// A service with browsers on nodes; `tests/nightly` has what else may happen to nodes.
import { expect, test } from "vitest";
import { z } from "zod";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../support/dashboard/api-client.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { openSocket } from "../support/service/live-view-client.ts";
import {
  connected,
  nodesOf,
  startersFor,
  startOn,
  token,
  versionThrough,
} from "../support/service/shared-services.ts";
import { waitUntil } from "../support/wait-until.ts";

const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

const { startService, startNode } = startersFor(cleanUps);

/** While a live view shows a browser of a node, the node gives it another size only by force. */
async function forcesSizeOfWatchedBrowser(
  { api, url }: Program,
  { session_id: id, browser_live_view_url: view }: { session_id: string; browser_live_view_url?: unknown },
) {
  const { pathname, search } = new URL(String(view));
  const viewer = await openSocket(url, `${pathname}/socket${search}`);
  if (typeof viewer === "number") throw new Error(`the live view was refused with ${viewer}`);
  await waitUntil("the viewer has a picture", () => viewer.pictures() > 0);
  const resize = (viewport: object) =>
    api.call(operations.updateBrowser, {
      params: { id },
      body: { viewport: { width: 800, height: 600, ...viewport } },
    });
  await expect(resize({})).rejects.toThrow("answered 409");
  await expect(resize({ force: false })).rejects.toThrow("answered 409");
  expect((await resize({ force: true })).viewport).toMatchObject({ width: 800, height: 600 });
  const { result } = await api.call(operations.executePlaywright, {
    params: { id },
    body: { code: "return await page.evaluate(() => [screen.width, screen.height])" },
  });
  expect(result).toEqual([800, 600]);
  const listed = await api.call(operations.listBrowsers, {});
  expect(listed.find(({ session_id }) => session_id === id)?.viewport).toMatchObject({
    width: 800,
    height: 600,
  });
  viewer.socket.terminate();
}

/** The live view of a node's browser shows its dialog, and takes the answer. */
async function answersDialog(
  { api, url }: Program,
  { session_id: id, browser_live_view_url: view }: { session_id: string; browser_live_view_url?: unknown },
) {
  const { pathname, search } = new URL(String(view));
  const viewer = await openSocket(url, `${pathname}/socket${search}`);
  if (typeof viewer === "number") throw new Error(`the live view was refused with ${viewer}`);
  const answered = api.call(operations.executePlaywright, {
    params: { id },
    body: {
      code: "page.on('dialog', () => undefined); return await page.evaluate(() => prompt('Your name?'))",
    },
  });
  const notice = z.object({ dialog: z.object({ id: z.number(), kind: z.literal("prompt") }) });
  const dialogs = () =>
    viewer.messages.flatMap((text) => notice.safeParse(JSON.parse(text)).data?.dialog ?? []);
  await waitUntil("the viewer has the dialog", () => dialogs().length > 0);
  const [dialog] = dialogs();
  viewer.socket.send(JSON.stringify({ type: "answer", id: dialog?.id, accept: true, text: "Ada" }));
  expect((await answered).result).toBe("Ada");
  viewer.socket.terminate();
}

test.runIf(hasPostgres)("sessions are on the nodes and used through the service, or any node", async () => {
  const databaseUrl = await postgres.database();
  const publicUrl = "http://browsers.example.com";
  const options = { SERVICE_MAX_BROWSERS: "0", SERVICE_PUBLIC_URL: publicUrl };
  const service = await (await startOn(databaseUrl, options, cleanUps)).program;
  const nodes = [await startNode(databaseUrl, 1), await startNode(databaseUrl, 1)];
  await connected(service.url, 2);
  const profile = await service.api.call(operations.createProfile, { body: { name: "shop" } });
  const first = await service.api.call(operations.createBrowser, {
    body: { headless: true, name: "one", profile: { id: profile.id, save_changes: true } },
  });
  const second = await service.api.call(operations.createBrowser, { body: { name: "two" } });
  expect((await nodesOf(service.url)).map(({ used }) => used)).toEqual([1, 1]);
  await expect(service.api.call(operations.createBrowser, {})).rejects.toThrow("answered 429");
  const listed = await service.api.call(operations.listBrowsers, {});
  expect(listed.map(({ session_id }) => session_id)).toEqual([second.session_id, first.session_id]);

  expect(first.cdp_ws_url).toMatch("ws://browsers.example.com/browser/cdp?");
  for (const url of [service.url, ...nodes.map((node) => node.url)]) {
    expect(await versionThrough(url, String(first.cdp_ws_url))).toMatch(/Chrome/);
    const version = String(first.cdp_ws_url)
      .replace("ws://browsers.example.com", url)
      .replace("?", "/json/version?");
    const { webSocketDebuggerUrl } = z
      .object({ webSocketDebuggerUrl: z.string() })
      .parse(await (await fetch(version)).json());
    expect(webSocketDebuggerUrl).toMatch("ws://browsers.example.com/browser/cdp?");
    expect((await fetch(String(second.browser_live_view_url).replace(publicUrl, url))).status).toBe(200);
  }
  // A link to a view is none to what takes a token, however its path is written.
  const jwt = new URL(String(second.browser_live_view_url)).searchParams.get("jwt");
  const path = `/browsers/${first.session_id}/process/exec`;
  for (const written of [
    path,
    path.replace("s/", "%73/"),
    path.replace("/browsers", "/browser/..%2fbrowsers"),
  ])
    for (const { url } of [service, ...nodes]) {
      const answer = await fetch(`${url}${written}?jwt=${jwt}`, {
        method: "POST",
        body: JSON.stringify({ command: "id" }),
        headers: { "content-type": "application/json" },
      });
      expect([written, answer.status]).toEqual([written, 401]);
    }
  // Nor does a token of a client open what services use among themselves.
  for (const { url } of [service, ...nodes])
    for (const forbidden of ["/node/changes", "/node/runs/claim"]) {
      const headers = { authorization: `Bearer ${token}`, "x-fleetdeck-caller": '{"scope":"all"}' };
      const answer = await fetch(url + forbidden, { headers });
      expect([403, 404, 405]).toContain(answer.status);
    }
  const ran = await service.api.call(operations.execProcess, {
    params: { id: first.session_id },
    body: { command: "echo", args: ["on the node"] },
  });
  expect(Buffer.from(String(ran.stdout_b64), "base64").toString()).toBe("on the node\n");
  const changed = await service.api.call(operations.updateBrowser, {
    params: { id: "one" },
    body: { name: "renamed", tags: { team: "ops", separators: "\u2028 \u2029" } },
  });
  expect(changed).toMatchObject({ session_id: first.session_id, name: "renamed", tags: { team: "ops" } });
  expect((await nodesOf(service.url)).map(({ state }) => state)).toEqual(["connected", "connected"]);
  await expect(
    service.api.call(operations.updateBrowser, { params: { id: "two" }, body: { name: "renamed" } }),
  ).rejects.toThrow("answered 409");
  await forcesSizeOfWatchedBrowser(service, second);
  await answersDialog(service, second);

  await service.api.call(operations.deleteBrowser, { params: { id: "renamed" } });
  const saved = await fetch(`${service.url}/profiles/shop/download`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([saved.status, await saved.json()]).toEqual([200, { cookies: [], origins: [] }]);
  const again = await service.api.call(operations.createBrowser, {
    body: { headless: true, profile: { id: profile.id } },
  });
  expect(again.profile?.name).toBe("shop");
});

type Program = Awaited<ReturnType<typeof startService>>;

const retrievedPool = async (api: ApiClient, id: string) =>
  await api.call(operations.retrievePool, { params: { id_or_name: id } });

/** The sessions of a lost node end, and their pool of two refills on the next node of three, which is returned. */
async function poolRefillsOnNextNode(databaseUrl: string, service: Program) {
  const lost = await startNode(databaseUrl, 2);
  await connected(service.url, 1);
  const pool = await service.api.call(operations.createPool, {
    body: { name: "ready", size: 2, headless: true, fill_rate_per_minute: 25 },
  });
  const retrieved = async () => await retrievedPool(service.api, pool.id);
  await expect.poll(async () => (await retrieved()).available_count).toBe(2);
  const acquire = async () =>
    await service.api.call(operations.acquireBrowser, {
      params: { id_or_name: pool.id },
      body: { name: "worker", tags: { for: "checks" } },
    });
  const session = await acquire();
  expect(session).toMatchObject({ name: "worker", tags: { for: "checks" }, pool: { id: pool.id } });
  expect(await versionThrough(service.url, String(session?.cdp_ws_url))).toMatch(/Chrome/);
  // Its holder's addresses and labels end with the release.
  await service.api.call(operations.releaseBrowser, {
    params: { id_or_name: pool.id },
    body: { session_id: String(session?.session_id) },
  });
  await expect(versionThrough(service.url, String(session?.cdp_ws_url))).rejects.toThrow();
  await expect.poll(async () => (await retrieved()).available_count).toBe(2);
  const held = await acquire();

  await lost.stop("SIGKILL");
  const node = await startNode(databaseUrl, 3);
  const isLiving = async () =>
    (await service.api.call(operations.listBrowsers, {})).some(
      ({ session_id }) => session_id === held?.session_id,
    );
  await expect.poll(isLiving).toBe(false);
  await expect.poll(async () => (await retrieved()).available_count).toBe(2);
  expect((await retrieved()).acquired_count).toBe(0);
  expect((await nodesOf(service.url)).map(({ state, used }) => [state, used])).toEqual([["connected", 2]]);
  return { pool: pool.id, node };
}

/** Sessions on a node outlive the service: the next one takes them over. */
async function nextServiceTakesOver(databaseUrl: string, first: Program, pool: string, node: Program) {
  const session = await first.api.call(operations.createBrowser, { body: { headless: true } });
  const acquired = await first.api.call(operations.acquireBrowser, {
    params: { id_or_name: pool },
    body: { acquire_timeout_seconds: 20 },
  });
  const second = await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps);
  await first.stop("SIGKILL");
  const { api, url } = await second.program;
  await connected(url, 1);
  for (const { session_id: id } of [session, acquired ?? session]) {
    const found = await api.call(operations.retrieveBrowser, { params: { id } });
    expect(await versionThrough(url, String(found.cdp_ws_url))).toMatch(/Chrome/);
    // Its jwt is still valid, at the node as well.
    expect(await versionThrough(node.url, String(session.cdp_ws_url))).toMatch(/Chrome/);
  }
  const counts = async () => {
    const { available_count, acquired_count } = await retrievedPool(api, pool);
    return { available_count, acquired_count };
  };
  expect((await counts()).acquired_count).toBe(1);
  await api.call(operations.releaseBrowser, {
    params: { id_or_name: pool },
    body: { session_id: String(acquired?.session_id) },
  });
  await expect.poll(counts).toEqual({ available_count: 2, acquired_count: 0 });
}

test.runIf(hasPostgres)(
  "a lost node's sessions end, pools refill on another, and what that has outlives the service",
  async () => {
    const databaseUrl = await postgres.database();
    const service = await startService(databaseUrl);
    const { pool, node } = await poolRefillsOnNextNode(databaseUrl, service);
    await nextServiceTakesOver(databaseUrl, service, pool, node);
  },
);
