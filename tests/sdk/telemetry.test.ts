// Telemetry through the published client, of a real page.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { knownTelemetryEvent } from "../../lib/contract/telemetry-events.ts";
import { connectOverCdp, type DrivenBrowser } from "../../service/chromium/driver.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { newest } from "../support/programs/published-clients.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const { browsers } = newest.connect({ baseURL: service.url, apiKey: service.bearer });

const pages: Readonly<Record<string, string>> = {
  "/": `<title>first</title><body style="height: 5000px"><h1>Welcome</h1>`,
  "/faults": `<script>
    console.log("a message", { id: 7 }, [1, "two"]);
    console.error("an error message");
    fetch("/large.json").then((answer) => answer.text());
    fetch("/hung-up").catch(() => undefined);
    addEventListener("load", () => { undefinedFunction(); });
  </script>`,
  "/form": `<button id="buy" style="display: block">Buy now</button>
    <input id="name"><input id="code" type="password"><input id="shown" type="text" autocomplete="current-password">
    <div style="height: 5000px">`,
};
const site = await siteForTests((request, response) => {
  const url = request.url ?? "/";
  if (url === "/hung-up") return request.socket.destroy();
  if (url === "/large.json") {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ text: "ä".repeat(20_000) }));
  }
  if (url === "/picture") {
    response.setHeader("content-type", "image/png");
    return response.end(Buffer.from("no picture"));
  }
  if (url === "/moved") return response.writeHead(302, { location: "/" }).end();
  response.setHeader("content-type", "text/html; charset=utf-8");
  return response.end(pages[url] ?? "nothing");
});

type Telemetry = NonNullable<Parameters<typeof browsers.create>[0]>["telemetry"];
type Event = Awaited<ReturnType<typeof browsers.telemetry.events>>["items"][number]["event"];
type OfType<Type> = Extract<Event, { type: Type }>;

const on = { enabled: true };
const off = { enabled: false };

let id: string;
let driven: DrivenBrowser | undefined;

async function open(telemetry: Telemetry, more: object = {}) {
  const made = await browsers.create({ timeout_seconds: 600, telemetry: telemetry ?? null, ...more });
  id = made.session_id;
  return made;
}

async function openPage(telemetry: Telemetry) {
  driven = await connectOverCdp((await open(telemetry)).cdp_ws_url);
  return driven.page;
}

afterEach(async () => {
  await driven?.close();
  driven = undefined;
  await service.sessions.end(id, "deleted");
});

/** All stored events, read page by page. */
async function stored(query: Parameters<typeof browsers.telemetry.events>[1] = {}) {
  const found: { seq: number; event: Event }[] = [];
  for await (const item of browsers.telemetry.events(id, { limit: 9, ...query })) found.push(item);
  return found;
}

/** The first event of a type, also matching `holds`, as soon as there is one. */
async function eventOf<Type extends Event["type"]>(
  type: Type,
  holds: (event: OfType<Type>) => boolean = () => true,
): Promise<OfType<Type>> {
  const isSought = (event: Event): event is OfType<Type> => event.type === type;
  let found: OfType<Type> | undefined;
  await expect
    .poll(async () => {
      found = (await stored())
        .map(({ event }) => event)
        .filter(isSought)
        .find(holds);
      return found;
    })
    .toBeDefined();
  if (!found) throw new Error(`there is no ${type}`);
  return found;
}

const typesOf = (items: readonly { event: Event }[]) => items.map(({ event }) => event.type);

describe("which categories", () => {
  test("none unless telemetry is enabled: the stream is open and silent", async () => {
    expect((await open(undefined)).telemetry ?? null).toBeNull();
    const stream = await browsers.telemetry.stream(id, { replay: "all" });
    await browsers.fs.listFiles(id, { path: "/" });
    expect(await stored()).toEqual([]);
    expect((await browsers.retrieve(id)).telemetry ?? null).toBeNull();
    await browsers.deleteByID(id);
    for await (const item of stream) expect(item).toBeUndefined();
  });

  test("enabled alone: calls, connections and the system, without looking into pages", async () => {
    const page = await openPage({ enabled: true });
    const { telemetry } = await browsers.retrieve(id);
    expect(telemetry?.browser).toMatchObject({ control: on, connection: on, system: on, captcha: on });
    expect(telemetry?.browser).toMatchObject({ console: off, network: off, page: off, screenshot: off });
    await page.goto(`${site.url}/faults`);
    await browsers.fs.listFiles(id, { path: "/" });
    await expect(browsers.fs.readFile(id, { path: "/nothing" })).rejects.toThrow();
    await driven?.close();
    await eventOf("cdp_disconnect");
    const call = await eventOf("api_call", ({ data }) => data?.operation_id === "listFiles");
    expect(call.data?.status).toBe(200);
    expect((await eventOf("api_call", ({ data }) => data?.operation_id === "readFile")).data?.status).toBe(
      404,
    );
    expect(new Set(typesOf(await stored()))).toEqual(new Set(["cdp_connect", "cdp_disconnect", "api_call"]));
  });

  test("are switched on and off while the session lives", async () => {
    const page = await openPage({ enabled: true });
    await page.goto(`${site.url}/faults`);
    const updated = await browsers.update(id, { telemetry: { browser: { console: on, connection: off } } });
    expect(updated.telemetry?.browser).toMatchObject({ console: on, connection: off, control: on });
    // What the page wrote before is not captured afterwards.
    await page.evaluate(() => console.log("second"));
    expect((await eventOf("console_log")).data?.text).toBe("second");
    await browsers.update(id, { telemetry: { browser: { console: off, network: on } } });
    await page.evaluate(() => console.log("third"));
    await page.goto(`${site.url}/`);
    await eventOf("network_response");
    await browsers.update(id, { telemetry: { enabled: false } });
    expect((await browsers.retrieve(id)).telemetry ?? null).toBeNull();
    const count = (await stored()).length;
    await page.goto(`${site.url}/form`);
    await browsers.fs.listFiles(id, { path: "/" });
    expect(await stored()).toHaveLength(count);
    expect(typesOf(await stored()).filter((type) => type === "console_log")).toHaveLength(1);
  });

  test("disabled together with categories is refused", async () => {
    await open({ enabled: true });
    const contradiction = { enabled: false, browser: { console: on } };
    await expect(browsers.update(id, { telemetry: contradiction })).rejects.toBeInstanceOf(
      newest.Kernel.BadRequestError,
    );
    await expect(browsers.create({ telemetry: contradiction })).rejects.toBeInstanceOf(
      newest.Kernel.BadRequestError,
    );
  });
});

describe("what pages do", () => {
  test("console messages with their values, and uncaught errors with their place", async () => {
    const page = await openPage({ browser: { console: on } });
    await page.goto(`${site.url}/faults`);
    const message = await eventOf("console_log");
    expect(message.data).toMatchObject({ level: "log", text: "a message", target_type: "page", nav_seq: 1 });
    expect(message.data?.args).toEqual(["a message", "{id: 7}", '[1, "two"]']);
    expect(message.data?.stack_trace?.callFrames[0]?.url).toBe(`${site.url}/faults`);
    const written = await eventOf("console_error", ({ data }) => data?.level === "error");
    expect(written.data?.text).toBe("an error message");
    const thrown = await eventOf("console_error", ({ source }) => source.event === "Runtime.exceptionThrown");
    expect(thrown.data?.text).toBe("Uncaught ReferenceError: undefinedFunction is not defined");
    expect(thrown.data?.source_url).toBe(`${site.url}/faults`);
  });

  test("requests, responses with the beginning of a text, failures, redirects and idleness", async () => {
    const page = await openPage({ browser: { network: on } });
    await page.goto(`${site.url}/faults`);
    const large = await eventOf("network_response", ({ data }) => data?.url === `${site.url}/large.json`);
    expect(large).toMatchObject({ truncated: true, data: { status: 200, mime_type: "application/json" } });
    expect(Buffer.byteLength(large.data?.body ?? "")).toBeGreaterThan(8_188);
    expect(Buffer.byteLength(large.data?.body ?? "")).toBeLessThanOrEqual(8_192);
    expect(large.data?.body).toMatch(/^\{"text":"ä+$/);
    const failed = await eventOf("network_loading_failed");
    expect(failed.data).toMatchObject({ url: `${site.url}/hung-up`, error_text: "net::ERR_EMPTY_RESPONSE" });
    const request = await eventOf("network_request", ({ data }) => data?.url === `${site.url}/hung-up`);
    expect(request.data).toMatchObject({ method: "GET", resource_type: "Fetch", initiator_type: "script" });
    expect(request.data?.request_id).toBe(failed.data?.request_id);
    await eventOf("network_idle");

    await page.goto(`${site.url}/moved`);
    const moved = await eventOf("network_request", ({ data }) => data?.is_redirect === true);
    expect(moved.data).toMatchObject({ url: `${site.url}/`, redirect_url: `${site.url}/moved` });
    await page.evaluate((url) => fetch(url, { method: "POST", body: "a=1" }), `${site.url}/picture`);
    const posted = await eventOf("network_request", ({ data }) => data?.method === "POST");
    expect(posted.data?.post_data).toBe("a=1");
    const picture = await eventOf("network_response", ({ data }) => data?.mime_type === "image/png");
    expect(picture.data?.body).toBeUndefined();
    expect(picture.truncated).toBeUndefined();
  });

  test("navigations, loading, paints, and tabs with their first request", async () => {
    const page = await openPage({ browser: { page: on, network: on } });
    await page.goto(`${site.url}/`);
    const navigation = await eventOf("page_navigation", ({ data }) => data?.url === `${site.url}/`);
    expect(navigation.data).not.toHaveProperty("nav_seq");
    expect((await eventOf("page_load")).data).toMatchObject({ nav_seq: 1, url: `${site.url}/` });
    await eventOf("page_dom_content_loaded");
    expect((await eventOf("page_lcp")).data?.lcp_details?.size).toBeGreaterThan(0);
    await eventOf("page_layout_settled");
    await eventOf("page_navigation_settled");
    await page.evaluate(() => {
      document.body.prepend(Object.assign(document.createElement("div"), { style: "height: 500px" }));
    });
    expect((await eventOf("page_layout_shift")).data?.layout_shift_details?.value).toBeGreaterThan(0);
    await page.evaluate((url) => void window.open(url), `${site.url}/form`);
    const opened = await eventOf("page_tab_opened");
    expect(opened.data?.target_type).toBe("page");
    const first = await eventOf("network_request", ({ data }) => data?.url === `${site.url}/form`);
    expect(first.data?.target_id).toBe(opened.data?.target_id);
  });

  test("clicks, keys and scrolling, but never what is typed into a field for a secret", async () => {
    const page = await openPage({ browser: { interaction: on } });
    await page.goto(`${site.url}/form`);
    await page.click("#buy");
    expect((await eventOf("interaction_click")).data).toMatchObject({
      selector: "#buy",
      tag: "BUTTON",
      text: "Buy now",
    });
    for (const field of ["#code", "#shown", "#name"]) {
      await page.focus(field);
      await page.keyboard.type(field === "#name" ? "q" : "wz");
    }
    await page.mouse.wheel(0, 400);
    await eventOf("interaction_scroll_settled", ({ data }) => data?.to_y === 400);
    // Where the page is drawn slowly it rests on its way.
    expect((await eventOf("interaction_scroll_settled")).data?.from_y).toBe(0);
    await eventOf("interaction_key", ({ data }) => data?.key === "q");
    const secret = await eventOf("interaction_key", ({ data }) => data?.selector === "#code");
    expect(secret.data).not.toHaveProperty("key");
    expect(JSON.stringify(await stored())).not.toMatch(/"key":"[wz]"/);
  });

  test("pictures of a page, a new one only when it has changed", async () => {
    const page = await openPage({ browser: { screenshot: on } });
    await page.goto(`${site.url}/`);
    const { data } = await eventOf("monitor_screenshot");
    const png = Buffer.from(data?.png ?? "", "base64");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBeLessThanOrEqual(800);
    const pictures = async () =>
      (await stored({ category: ["screenshot"] })).flatMap(({ event }) =>
        event.type === "monitor_screenshot" ? [event.data?.png] : [],
      );
    const before = new Set(await pictures()).size;
    await page.evaluate(() => {
      document.body.style.background = "green";
    });
    await expect.poll(async () => new Set(await pictures()).size).toBeGreaterThan(before);
    const all = await pictures();
    expect(all.every((picture, at) => picture !== all[at - 1])).toBe(true);
  });

  test("every event has the shape of its type", async () => {
    const every = { console: on, network: on, page: on, interaction: on, screenshot: on };
    const page = await openPage({ browser: every });
    await page.goto(`${site.url}/faults`);
    await page.goto(`${site.url}/form`);
    await page.click("#buy");
    await eventOf("interaction_click");
    await driven?.close();
    await eventOf("cdp_disconnect");
    for (const { event } of await stored())
      expect(knownTelemetryEvent.safeParse(event).error).toBeUndefined();
  });
});

describe("streams and the archive", () => {
  beforeEach(async () => {
    await open({ browser: { console: on } });
  });

  const call = async (times: number) => {
    for (let count = 0; count < times; count += 1) await browsers.fs.listFiles(id, { path: "/" });
    await expect.poll(async () => typesOf(await stored()).length).toBeGreaterThanOrEqual(times);
  };

  test("a stream is resumed by Last-Event-ID without gaps, replays all, or begins with the next event", async () => {
    await call(6);
    const all = (await stored()).map(({ seq }) => seq);
    expect(all).toEqual(all.map((_, at) => at + 1));
    const resumed = await browsers.telemetry.stream(id, { "Last-Event-ID": "2", replay: "all" });
    const replayed = await browsers.telemetry.stream(id, { replay: "all" });
    const next = await browsers.telemetry.stream(id);
    await browsers.fs.listFiles(id, { path: "/" });
    await expect.poll(async () => (await stored()).length).toBe(7);
    await browsers.deleteByID(id);
    const seqsOf = async (stream: typeof next) => {
      const seqs: number[] = [];
      for await (const { seq } of stream) seqs.push(seq);
      return seqs;
    };
    expect(await seqsOf(resumed)).toEqual([3, 4, 5, 6, 7]);
    expect(await seqsOf(replayed)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await seqsOf(next)).toEqual([7]);
  });

  test("the archive outlives the session; the stream does not", async () => {
    await call(3);
    const before = await stored();
    await browsers.deleteByID(id);
    expect(await stored()).toEqual(before);
    expect((await stored({ order: "desc" })).map(({ seq }) => seq)).toEqual([3, 2, 1]);
    expect(await stored({ category: ["console"] })).toEqual([]);
    expect(await stored({ category: ["console", "control"], limit: 2 })).toEqual(before);
    await expect(browsers.telemetry.stream(id)).rejects.toBeInstanceOf(newest.Kernel.NotFoundError);
    const { deleted_at, telemetry } = await browsers.retrieve(id, { include_deleted: true });
    expect(deleted_at).toBeDefined();
    expect(telemetry?.browser?.console).toEqual(on);
  });

  test("an unknown session is 404", async () => {
    await expect(browsers.telemetry.stream("nobody")).rejects.toBeInstanceOf(newest.Kernel.NotFoundError);
    await expect(browsers.telemetry.events("nobody")).rejects.toBeInstanceOf(newest.Kernel.NotFoundError);
  });
});

test("every method assigned to this file was called successfully", () => expectCovered("telemetry", newest));
