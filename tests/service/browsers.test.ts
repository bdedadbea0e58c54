import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { browser } from "../../lib/contract/browsers.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { processesNaming } from "../../service/kernel/process-tree.ts";
import { startFullService } from "../support/service/full-service.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests();

const listed = async (query: string) => {
  const answer = await service.call(`/browsers${query}`);
  return {
    answer,
    ids: z
      .array(browser)
      .parse(await answer.json())
      .map((one) => one.session_id),
  };
};

/** The status that a WebSocket address is refused with, or "open". */
const upgradeStatus = (url: string) =>
  new Promise<number | "open">((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.once("unexpected-response", (_request, response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    socket.once("open", () => {
      resolve("open");
      socket.terminate();
    });
    socket.once("error", (error) => reject(error));
  });

describe("a browser session", () => {
  test("is created, listed, retrieved, deleted, and leaves nothing behind", async () => {
    const created = await service.create({
      viewport: { width: 1024, height: 768 },
      persistence: { id: "mine" },
    });
    expect(created).toMatchObject({
      headless: false,
      stealth: false,
      timeout_seconds: 60,
      kiosk_mode: false,
      viewport: { width: 1024, height: 768 },
      persistence: { id: "mine" },
    });
    expect(created.cdp_ws_url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/browser\/cdp\?jwt=/);
    expect(created.browser_live_view_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/browser\/remote\?jwt=/);
    const id = created.session_id;
    expect((await listed("")).ids).toContain(id);
    expect((await listed("?status=deleted")).ids).not.toContain(id);
    const folder = join(service.dataDir, "instances", id);
    expect(existsSync(folder)).toBe(true);
    expect((await processesNaming(folder)).length).toBeGreaterThan(0);

    expect((await service.call(`/browsers/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(existsSync(folder)).toBe(false);
    expect(await processesNaming(folder)).toEqual([]);
    expect((await service.call(`/browsers/${id}`)).status).toBe(404);
    expect((await service.call(`/browsers/${id}`, { method: "DELETE" })).status).toBe(404);
    expect((await listed("")).ids).not.toContain(id);
    expect((await listed("?status=deleted")).ids).toContain(id);
    const stored = browser.parse(await (await service.call(`/browsers/${id}?include_deleted=true`)).json());
    expect(stored.deleted_at).toBeDefined();
    expect(stored.cdp_ws_url).toBeUndefined();
    expect(await upgradeStatus(created.cdp_ws_url)).toBe(404);
  });

  test("is controlled by two client libraries at once over its address", async () => {
    const created = await service.create();
    const first = await connectOverCdp(created.cdp_ws_url);
    await first.page.goto("data:text/html,<title>shared</title><p id=x>hello</p>");
    const second = await puppeteer.connect({ browserWSEndpoint: created.cdp_ws_url, defaultViewport: null });
    const titles = await Promise.all((await second.pages()).map((page) => page.title()));
    expect(titles).toContain("shared");
    const page = await second.newPage();
    await page.goto("data:text/html,<h1>from the second</h1>");
    expect(await page.$eval("h1", (heading) => heading.textContent)).toBe("from the second");
    expect(service.sessions.find(created.session_id)?.clients).toBe(2);
    await second.disconnect();
    expect(await first.page.textContent("#x")).toBe("hello");
    await first.close();
    await expect.poll(() => service.sessions.find(created.session_id)?.clients).toBe(0);
    await service.sessions.end(created.session_id, "deleted");
  });

  test("refuses addresses whose jwt is missing, foreign, altered or of another kind", async () => {
    const [one, other] = [await service.create(), await service.create()];
    const at = (jwt: string) => upgradeStatus(`${service.url.replace("http", "ws")}/browser/cdp?jwt=${jwt}`);
    const jwtOf = (url: string | null | undefined) => new URL(url ?? "").searchParams.get("jwt") ?? "";
    const jwt = jwtOf(one.cdp_ws_url);
    expect(await at(jwt)).toBe("open");
    expect(await at("")).toBe(401);
    expect(await at(jwtOf(one.browser_live_view_url))).toBe(401);
    const [head, , signature] = jwt.split(".");
    const [, otherSessionPayload] = jwtOf(other.cdp_ws_url).split(".");
    expect(await at(`${head}.${otherSessionPayload}.${signature}`)).toBe(401);
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    expect(await at(`${none}.${otherSessionPayload}.`)).toBe(401);
    await Promise.all([one, other].map((each) => service.sessions.end(each.session_id, "deleted")));
  });

  test("changes holder: the earlier holder's addresses and connections end", async () => {
    const created = await service.create();
    const earlier = await connectOverCdp(created.cdp_ws_url);
    const gone = new Promise((resolve) => earlier.browser.once("disconnected", resolve));
    service.sessions.assign(created.session_id, { idle: true, poolId: "p" });
    await gone;
    expect((await listed("?status=all")).ids).not.toContain(created.session_id);
    service.sessions.assign(created.session_id, { idle: false, poolId: "p", invocationId: "running1" });
    expect(await upgradeStatus(created.cdp_ws_url)).toBe(401);
    const [session] = service.sessions.ofInvocation("running1");
    expect(session?.id).toBe(created.session_id);
    await service.sessions.end(created.session_id, "invocation_ended");
  });

  test("no more are created than the capacity; the response has a Retry-After", async () => {
    const small = await startFullService({ maxBrowsers: 1 });
    const { session_id } = await small.create();
    const answer = await small.call("/browsers", { method: "POST" });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: "too_many_requests" });
    await small.sessions.end(session_id, "deleted");
    expect(await readdir(join(small.dataDir, "instances"))).toEqual([]);
    await small.close();
    expect(small.faults).toEqual([]);
  });
});
