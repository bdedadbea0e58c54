// The browser that is started ahead of the next session: which session gets it, when it gives way, and that it leaves
// nothing behind.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { processesNaming } from "../../service/kernel/process-tree.ts";
import { type FullService, startFullService } from "../support/full-service.ts";
import { waitFor } from "../support/wait-until.ts";

let service: FullService;
const instances = () => join(service.dataDir, "instances");
const start = async (options: Parameters<typeof startFullService>[0] = {}) => {
  service = await startFullService({ spareBrowser: true, ...options });
};
afterEach(async () => {
  await service.close("keep");
  expect(service.faults).toEqual([]);
  expect(await processesNaming(instances())).toEqual([]);
  expect(await readdir(instances())).toEqual([]);
});

/** The folder of the instance that belongs to none of these sessions. */
const spareBeside = (...ids: string[]) =>
  waitFor("a spare browser", async () => (await readdir(instances())).find((name) => !ids.includes(name)));
const listed = async () => (await service.ask("GET", "/browsers")).json();

test("the next session like the last one gets the spare, which no list has before", async () => {
  await start();
  const first = await service.create();
  const spare = await spareBeside(first.session_id);
  expect(await listed()).toMatchObject([{ session_id: first.session_id }]);
  expect((await service.ask("GET", `/browsers/${spare}`)).status).toBe(404);
  const beforeMs = Date.now();
  const second = await service.create();
  expect(second.session_id).toBe(spare);
  expect(Date.parse(second.created_at ?? "")).toBeGreaterThanOrEqual(beforeMs - 1);
  const browser = await connectOverCdp(second.cdp_ws_url);
  await browser.close();
});

test("a session with other settings gets a browser of its own", async () => {
  await start();
  const first = await service.create();
  const spare = await spareBeside(first.session_id);
  const other = await service.create({ viewport: { width: 800, height: 600 } });
  expect(other.session_id).not.toBe(spare);
  expect(other.viewport).toMatchObject({ width: 800, height: 600 });
});

test("the spare gives way to a session when all browsers are in use", async () => {
  await start({ maxBrowsers: 2 });
  const first = await service.create();
  const spare = await spareBeside(first.session_id);
  const other = await service.create({ stealth: true });
  expect(await readdir(instances())).not.toContain(spare);
  expect((await service.ask("POST", "/browsers", {})).status).toBe(429);
  await service.ask("DELETE", `/browsers/${other.session_id}`);
});
