// The browser that is started ahead of the next session, and the instance that is prepared ahead of the next browser:
// which session gets it, when it gives way, and that it leaves nothing behind.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { killNow, processesNaming } from "../../service/kernel/process-tree.ts";
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
  waitFor("a spare instance", async () => (await readdir(instances())).find((name) => !ids.includes(name)));
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

describe("a prepared instance", () => {
  const prepares = { spareBrowser: false, spareInstance: true, maxBrowsers: 2 };
  /** The one beside the sessions, once its process waits. */
  const preparedBeside = async (...ids: string[]) => {
    const spare = await spareBeside(...ids);
    await expect.poll(() => processesNaming(join(instances(), spare))).not.toEqual([]);
    return spare;
  };

  test("is that of the next session, whatever its settings, and counts as none", async () => {
    await start(prepares);
    const first = await service.create();
    const spare = await preparedBeside(first.session_id);
    expect(await listed()).toMatchObject([{ session_id: first.session_id }]);
    const beforeMs = Date.now();
    const second = await service.create({ stealth: true, viewport: { width: 800, height: 600 } });
    expect(second.session_id).toBe(spare);
    const browser = await connectOverCdp(second.cdp_ws_url);
    expect(await browser.page.evaluate("[navigator.webdriver, screen.width, screen.height]")).toEqual([
      false,
      800,
      600,
    ]);
    await browser.close();
    const log = join(instances(), spare, "root/var/log/supervisord/chromium");
    const [begin = ""] = (await readFile(log, "utf8")).split("\n");
    expect(begin).toContain("chromium started");
    expect(Date.parse(begin.split(" ")[0] ?? "")).toBeGreaterThanOrEqual(beforeMs - 1);
    expect((await service.ask("POST", "/browsers", {})).status).toBe(429);
  });

  test("whose process has ended is removed, and the next session has one of its own", async () => {
    await start(prepares);
    const first = await service.create();
    const spare = await preparedBeside(first.session_id);
    for (const pid of await processesNaming(join(instances(), spare))) killNow(pid);
    await expect.poll(async () => (await readdir(instances())).includes(spare)).toBe(false);
    expect((await service.create()).session_id).not.toBe(spare);
  });
});
