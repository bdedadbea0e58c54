import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { operations } from "../../lib/contract/operations/operations.ts";
import { type TelemetryRecord, telemetryRecord } from "../../lib/contract/telemetry.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { devtoolsOver } from "../support/fakes/devtools-over.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { startFullService } from "../support/service/full-service.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { waitUntil } from "../support/wait-until.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const site = await siteForTests();
const on = { enabled: true };
const standard = { enabled: true };

afterEach(async () => {
  for (const { session_id } of await service.api.call(operations.listBrowsers, {})) {
    await service.sessions.end(session_id, "deleted");
  }
});

const eventsPath = (id: string, query = "") => `/browsers/${id}/telemetry/events?limit=100&since=1h${query}`;

async function stored(id: string, of = service): Promise<TelemetryRecord[]> {
  const answer = await of.ask("GET", eventsPath(id));
  return z.array(telemetryRecord).parse(answer.json());
}

const typesOf = async (id: string) => (await stored(id)).map(({ event }) => event.type);

/** The data of the first event of a type, as soon as there is one. */
async function dataOf(id: string, type: string): Promise<unknown> {
  await expect.poll(() => typesOf(id)).toContain(type);
  return (await stored(id)).find(({ event }) => event.type === type)?.event.data;
}

/** Makes this many events. */
async function listFiles(id: string, times: number): Promise<void> {
  const before = (await stored(id)).length;
  for (let count = 0; count < times; count += 1)
    await service.ask("GET", `/browsers/${id}/fs/list_files?path=/`);
  await expect.poll(async () => (await stored(id)).length).toBe(before + times);
}

describe("the archive", () => {
  test("pages have their position in headers, in both directions", async () => {
    const { session_id: id } = await service.create({ telemetry: standard });
    await listFiles(id, 5);
    const page = async (query: string) => {
      const { headers, json } = await service.ask("GET", `/browsers/${id}/telemetry/events?${query}`);
      const seqs = z
        .array(telemetryRecord)
        .parse(json())
        .map(({ seq }) => seq);
      return { seqs, more: headers.get("x-has-more"), next: headers.get("x-next-offset") };
    };
    expect(await page("limit=2")).toEqual({ seqs: [1, 2], more: "true", next: "2" });
    expect(await page("limit=2&offset=2")).toEqual({ seqs: [3, 4], more: "true", next: "4" });
    expect(await page("limit=2&offset=4")).toEqual({ seqs: [5], more: "false", next: "0" });
    expect(await page("limit=2&offset=99")).toEqual({ seqs: [], more: "false", next: "0" });
    expect(await page("limit=3&order=desc")).toEqual({ seqs: [5, 4, 3], more: "true", next: "2" });
    expect(await page("limit=3&order=desc&offset=2")).toEqual({ seqs: [2, 1], more: "false", next: "0" });
    expect(await page("category=console&category=network")).toEqual({ seqs: [], more: "false", next: "0" });
    expect(await page("since=0s")).toEqual({ seqs: [], more: "false", next: "0" });
    expect(await page("until=1h")).toEqual({ seqs: [], more: "false", next: "0" });
  });

  test("a query that is no position in it is refused", async () => {
    const { session_id: id } = await service.create();
    for (const query of [
      "order=desc&since=5m",
      "order=newest",
      "category=weather",
      "since=yesterday",
      "until=5d",
      "limit=0",
      "limit=101",
      "offset=-1",
    ]) {
      const { status } = await service.ask("GET", `/browsers/${id}/telemetry/events?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });

  test("a Last-Event-ID that is no number is refused", async () => {
    const { session_id: id } = await service.create();
    const headers = { "last-event-id": "five" };
    expect((await service.call(`/browsers/${id}/telemetry/stream`, { headers })).status).toBe(400);
  });

  test("frames have the number as id and JSON as data, and a quiet stream has comments", async () => {
    const { session_id: id } = await service.create({ telemetry: standard });
    await listFiles(id, 1);
    const answer = await service.call(`/browsers/${id}/telemetry/stream?replay=all`);
    let text = "";
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (/^: /m.test(text)) break;
    }
    expect(text).toMatch(/^id: 1\ndata: \{"seq":1,"event":\{.*\}\}\n\n: heartbeat\n\n/);
  });

  test("survives a restart of the service, without what nobody can name", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "fd-telemetry-"));
    const first = await startFullService({ dataDir });
    const { session_id: id } = await first.create({ telemetry: standard });
    await first.ask("GET", `/browsers/${id}/fs/list_files?path=/`);
    await expect.poll(async () => (await stored(id, first)).length).toBe(1);
    const before = await stored(id, first);
    await first.close("keep");
    const second = await startFullService({ dataDir });
    expect(await stored(id, second)).toEqual(before);
    await second.close();
  });
});

describe("a browser of a pool", () => {
  async function pooled(telemetry: object) {
    const name = `telemetry-${Object.keys(telemetry).length}-${Date.now()}`;
    await service.api.call(operations.createPool, { body: { name, size: 1, telemetry } });
    const acquire = async (body: object = {}) => {
      const answer = await service.ask("POST", `/browser_pools/${name}/acquire`, body);
      return z
        .looseObject({ session_id: z.string(), cdp_ws_url: z.string(), telemetry: z.nullish(z.unknown()) })
        .parse(answer.json());
    };
    const release = async (id: string) => {
      const answer = await service.ask("POST", `/browser_pools/${name}/release`, { session_id: id });
      expect(answer.status).toBe(204);
    };
    return { acquire, release, end: () => service.ask("DELETE", `/browser_pools/${name}`, { force: true }) };
  }

  test("shows nothing of its earlier holder to the next one", async () => {
    const pool = await pooled({ browser: { console: on, network: on } });
    const first = await pool.acquire();
    const id = first.session_id;
    const driven = await connectOverCdp(first.cdp_ws_url);
    await driven.page.goto(`${site.url}/of-the-first-holder`);
    await driven.page.evaluate(() => console.log("of the first holder"));
    await dataOf(id, "console_log");
    await dataOf(id, "network_response");
    const folder = join(service.dataDir, "telemetry", id);
    expect(readdirSync(folder)).not.toEqual([]);
    const { body } = await service.call(`/browsers/${id}/telemetry/stream`);
    await pool.release(id);
    // The stream has ended.
    for await (const chunk of body ?? []) expect(Buffer.from(chunk).toString()).not.toContain("holder");
    expect((await service.ask("GET", eventsPath(id))).status).toBe(404);

    const second = await pool.acquire();
    expect(second.session_id).toBe(id);
    expect(await stored(id)).toEqual([]);
    const next = await connectOverCdp(second.cdp_ws_url);
    await next.page.goto(`${site.url}/of-the-second-holder`);
    await dataOf(id, "network_response");
    const headers = { "last-event-id": "1" };
    const replay = await service.call(`/browsers/${id}/telemetry/stream?replay=all`, { headers });
    await next.close();
    await pool.end();
    expect(await replay.text()).not.toContain("of-the-first-holder");
    expect(JSON.stringify(await stored(id))).not.toContain("of-the-first-holder");
    expect(JSON.stringify(await stored(id))).toContain("of-the-second-holder");
  });

  test("a choice at the acquisition is for this holder only", async () => {
    const pool = await pooled({});
    const first = await pool.acquire({ telemetry: { browser: { network: on } } });
    expect(first.telemetry).toMatchObject({
      browser: { network: on, control: on, console: { enabled: false } },
    });
    const driven = await connectOverCdp(first.cdp_ws_url);
    await driven.page.goto(`${site.url}/`);
    await dataOf(first.session_id, "network_response");
    await driven.close();
    await pool.release(first.session_id);
    const second = await pool.acquire();
    expect(second.session_id).toBe(first.session_id);
    expect(second.telemetry ?? null).toBeNull();
    await pool.end();
  });

  test("that nobody held leaves nothing behind", async () => {
    const pool = await pooled({ browser: { network: on } });
    const { session_id: id } = await pool.acquire();
    await pool.release(id);
    await pool.end();
    expect(existsSync(join(service.dataDir, "telemetry", id))).toBe(false);
  });
});

describe("what clients do and how the browser is", () => {
  test("a DevTools connection, with its messages and who ended it", async () => {
    const { session_id: id, cdp_ws_url } = await service.create({ telemetry: standard });
    const devtools = await devtoolsOver(cdp_ws_url);
    await dataOf(id, "cdp_connect");
    for (let count = 0; count < 3; count += 1) await devtools.send("Browser.getVersion");
    devtools.close();
    expect(await dataOf(id, "cdp_disconnect")).toMatchObject({ message_count: 6, reason: "client_close" });
    const socket = new WebSocket(cdp_ws_url);
    await new Promise((resolve) => socket.once("open", resolve));
    await service.sessions.end(id, "deleted");
    const last = (await stored(id)).at(-1)?.event;
    expect(last).toMatchObject({
      type: "cdp_disconnect",
      data: { reason: "context_cancelled", message_count: 0 },
    });
  });

  test("a viewer of the live view", async () => {
    const { session_id: id, browser_live_view_url = "" } = await service.create({ telemetry: standard });
    const address = new URL(browser_live_view_url.replace(/^http/, "ws"));
    address.pathname += "/socket";
    const socket = new WebSocket(address);
    const connected = z.object({ session_id: z.string() }).parse(await dataOf(id, "live_view_connect"));
    socket.close();
    expect(await dataOf(id, "live_view_disconnect")).toMatchObject(connected);
  });

  test("the crash of the browser is the last event of its session", async () => {
    const { session_id: id } = await service.create({ telemetry: standard });
    const pid = service.sessions.living(id).chromium.process.pid;
    process.kill(pid, "SIGSEGV");
    const crash = await dataOf(id, "service_crashed");
    expect(crash).toEqual({ phase: "running", service_name: "chromium", pid });
  });

  test("what the service does to save a profile is no event of the session", async () => {
    await service.ask("POST", "/profiles", { name: "of-the-telemetry" });
    const { session_id: id, cdp_ws_url } = await service.create({
      profile: { name: "of-the-telemetry", save_changes: true },
      telemetry: { browser: { page: on, network: on } },
    });
    const driven = await connectOverCdp(cdp_ws_url);
    await driven.page.goto(`${site.url}/with-storage`);
    await driven.page.evaluate(() => localStorage.setItem("a", "1"));
    await dataOf(id, "page_load");
    await driven.close();
    await service.sessions.end(id, "deleted");
    expect(await typesOf(id)).not.toContain("page_tab_opened");
  });

  test("a browser that is started again is captured again, and the gap is marked", async () => {
    const telemetry = { browser: { network: on } };
    const { session_id: id } = await service.create({ telemetry });
    const { id: proxyId } = await service.proxies.create({ type: "datacenter" });
    expect((await service.ask("PATCH", `/browsers/${id}`, { proxy_id: proxyId })).status).toBe(200);
    await dataOf(id, "monitor_disconnected");
    await dataOf(id, "monitor_reconnected");
    const { cdp_ws_url = "" } = await service.api.call(operations.retrieveBrowser, { params: { id } });
    const driven = await connectOverCdp(cdp_ws_url ?? "");
    await driven.page.goto(`${site.url}/`);
    await dataOf(id, "network_request");
    await driven.close();
  });

  test.each([
    ["cannot", { network: on, page: on, interaction: on, screenshot: on }, false],
    ["can, once the console is chosen,", { console: on }, true],
  ])("in stealth a page %s find out that it is captured", async (_, browser, isFound) => {
    const answers: string[] = [];
    const probe = await listenOnFreePort(
      createServer((request, response) => {
        if (request.url?.startsWith("/read-")) answers.push(request.url);
        response.setHeader("content-type", "text/html");
        // With the Runtime domain enabled, the stack of an error that is logged is read.
        response.end(`<script>
          // Again and again: the capture of a page begins a moment after the page does.
          setInterval(() => {
            let isRead = false;
            Error.prepareStackTrace = () => { isRead = true; return ""; };
            console.debug(new Error());
            fetch("/read-" + isRead);
          }, 50);
        </script>`);
      }),
    );
    const { session_id: id, cdp_ws_url } = await service.create({ stealth: true, telemetry: { browser } });
    const devtools = await devtoolsOver(cdp_ws_url);
    await devtools.send("Target.createTarget", { url: `${probe.url}/` });
    if (isFound) await waitUntil("the page has found out", () => answers.includes("/read-true"));
    else {
      await dataOf(id, "network_response");
      const count = answers.length;
      await waitUntil("the page has looked twice while it was captured", () => answers.length > count + 2);
      expect(answers).not.toContain("/read-true");
    }
    devtools.close();
    await probe.close();
  });
});
