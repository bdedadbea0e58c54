// The browser that is started ahead of the next session, and the instance that is prepared ahead of the next browser:
// which session gets it, when it gives way, and that it leaves nothing behind.
import { readdirSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { browser as browserShape } from "../../lib/contract/browsers.ts";
import { pool as poolShape } from "../../lib/contract/pools.ts";
import { chosenChromium } from "../../scripts/find-chromium.mjs";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { systemClock } from "../../service/kernel/clock.ts";
import { pacesAt } from "../../service/kernel/paces.ts";
import { killNow, listProcesses, processesNaming } from "../../service/kernel/process-tree.ts";
import { Instance } from "../../service/machine/instance.ts";
import { isolation, requireIsolatedNetwork } from "../../service/machine/sandbox/isolation.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { markingExtension } from "../support/service/extension-archives.ts";
import { type FullService, startFullService } from "../support/service/full-service.ts";
import { waitFor, waitUntil } from "../support/wait-until.ts";

const found = await isolation();
// The process of a prepared instance is found by the marker of a confined browser.
const unconfined =
  found.kind === "none" ? found.reason : found.browsers.confined ? undefined : found.browsers.reason;
const preparedTitle = `a prepared instance${unconfined ? ` (skipped: ${unconfined})` : ""}`;
const refusal = await requireIsolatedNetwork().then(
  () => undefined,
  (error: Error) => error.message,
);
const site = await siteForTests();

let service: FullService;
let earlierChildren: number[] = [];
const instances = () => join(service.dataDir, "instances");
/** The processes that this one has started, those of networks included. */
const children = async () =>
  (await listProcesses()).flatMap(({ pid, parentPid }) => (parentPid === process.pid ? [pid] : []));
const start = async (options: Parameters<typeof startFullService>[0] = {}) => {
  earlierChildren = await children();
  service = await startFullService({ spareBrowser: true, chromiumPath: lightChromium, ...options });
};
afterEach(async () => {
  await service.close("keep");
  expect(service.faults).toEqual([]);
  expect(await processesNaming(instances())).toEqual([]);
  expect(await readdir(instances())).toEqual([]);
  expect(await children()).toEqual(earlierChildren);
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

describe.skipIf(unconfined !== undefined)(preparedTitle, () => {
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

  test("whose process ends while it is given to a session is replaced, and the session is created", async () => {
    await start(prepares);
    const first = await service.create();
    const spare = await preparedBeside(first.session_id);
    const pids = await processesNaming(join(instances(), spare));
    // In the same turn, in which the service cannot have noticed it.
    for (const pid of pids) killNow(pid);
    const session = await service.sessions.create({
      headless: true,
      stealth: false,
      timeoutSeconds: 60,
      kioskMode: false,
    });
    expect(session.id).not.toBe(spare);
    expect(service.faults.splice(0)).toMatchObject([
      { message: expect.stringContaining("ended while starting") },
    ]);
    expect(await readdir(instances())).not.toContain(spare);
  });

  describe.skipIf(refusal !== undefined)(
    `with a network of its own${refusal ? ` (skipped: ${refusal})` : ""}`,
    () => {
      const isolated = { ...prepares, maxBrowsers: 4, network: "isolated" } as const;

      test("that is being made when the service ends leaves nothing", async () => {
        await start(isolated);
        const { session_id: id } = await service.create();
        await waitUntil("its folder is there", () => readdirSync(instances()).some((name) => name !== id));
      });

      test("that cannot be made leaves neither a folder nor a network", async () => {
        await start(isolated);
        // Where the temporary folder of the browser is to be.
        await mkdir(join(instances(), "taken", "run", "tmp"), { recursive: true });
        const pace = { clock: systemClock, paces: pacesAt(10) };
        const making = Instance.create(instances(), "taken", { ...pace, shared: [], network: "isolated" });
        await expect(making).rejects.toThrow("EEXIST");
      });

      test.each([
        ["an instance", {}],
        ["a browser", { spareInstance: false, spareBrowser: true }],
      ])("is removed when a process of the network ends: %s", async (_, spares) => {
        const paces = pacesAt(10);
        const keeping = { ...paces, spare: { ...paces.spare, keepMs: 3_600_000 } };
        await start({ ...isolated, ...spares, paces: keeping });
        const first = await service.create();
        const before = await children();
        const spare = await preparedBeside(first.session_id);
        const added = (await children()).filter((pid) => !before.includes(pid));
        const outside = (await processesNaming("slirp4netns")).filter((pid) => added.includes(pid));
        expect(outside).toHaveLength(1);
        for (const pid of outside) killNow(pid);
        await expect.poll(async () => (await readdir(instances())).includes(spare)).toBe(false);
        expect((await service.create()).session_id).not.toBe(spare);
      });

      test("gets the pool's extension, proxy and profile when a pool takes it", async () => {
        // The headless shell has no extensions.
        await start({ ...isolated, chromiumPath: chosenChromium({ env: process.env }) ?? "" });
        const first = await service.create();
        const spare = await preparedBeside(first.session_id);
        const proxy = z.looseObject({ id: z.string() }).parse(
          (
            await service.ask("POST", "/proxies", {
              type: "datacenter",
              name: "of",
              config: { country: "US" },
            })
          ).json(),
        );
        const profile = service.profiles.create("shopper");
        const cookie = { name: "sid", value: "known", domain: "shop.test", path: "/", expires: -1 };
        await service.profiles.saved(profile.id, {
          cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: "Lax" }],
          origins: [],
        });
        const form = new FormData();
        form.append("name", "marker");
        form.append("file", new Blob([new Uint8Array(markingExtension("marked"))]), "marker.zip");
        expect((await service.call("/extensions", { method: "POST", body: form })).status).toBe(201);
        const path = "/browser_pools/equipped";
        const made = await service.ask("POST", "/browser_pools", {
          name: "equipped",
          size: 3,
          fill_rate_per_minute: 25,
          headless: true,
          stealth: true,
          viewport: { width: 1024, height: 768 },
          proxy_id: proxy.id,
          profile: { name: "shopper" },
          extensions: [{ name: "marker" }],
        });
        expect(made.status).toBe(201);
        const idle = async () => {
          const read = poolShape.parse((await service.ask("GET", path)).json());
          return [read.available_count, read.acquired_count];
        };
        await expect.poll(idle).toEqual([3, 0]);
        const acquire = async () =>
          z
            .looseObject({ ...browserShape.shape, cdp_ws_url: z.string() })
            .parse((await service.ask("POST", `${path}/acquire`, { acquire_timeout_seconds: 60 })).json());
        const held = [await acquire(), await acquire(), await acquire()];
        const ids = held.map(({ session_id }) => session_id);
        expect(new Set(ids).size).toBe(3);
        expect(ids).toContain(spare);
        for (const { cdp_ws_url } of held) {
          const { page, close } = await connectOverCdp(cdp_ws_url);
          // The proxy refuses its own machine.
          const answer = await page.goto(`${site.url}/`);
          const screen = await page.evaluate(() => [navigator.webdriver, window.screen.width]);
          const marks = await page.evaluate(() => Object.keys(document.documentElement.dataset));
          const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
          expect([answer?.status(), screen, marks, cookies]).toEqual([
            403,
            [false, 1024],
            ["marked"],
            ["sid=known"],
          ]);
          await close();
        }
        // What is not used again is replaced by one that was prepared meanwhile.
        const next = await preparedBeside(first.session_id, ...ids);
        const body = { session_id: ids[0], reuse: false };
        expect((await service.ask("POST", `${path}/release`, body)).status).toBe(204);
        expect((await acquire()).session_id).toBe(next);
        await service.pools.delete("equipped", { force: true });
      });
    },
  );
});
