import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { browser } from "../../lib/contract/browsers.ts";
import { replay } from "../../lib/contract/replays.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { findChromium } from "../../service/chromium/find.ts";
import { systemClock } from "../../service/domain/clock.ts";
import { killNow, listProcesses, processesNaming } from "../../service/instance/process-tree.ts";
import { pacesAt } from "../../service/paces.ts";
import { type Service, startService } from "../../service/service.ts";
import { boundary, marking, multipartBody } from "../support/extensions.ts";
import { mp4Facts } from "../support/mp4-facts.ts";

const token = "a-token-of-the-tests";
const chromiumPath = findChromium(process.env.CHROMIUM_PATH);
const within = { timeout: 20_000, interval: 50 };

let dataDir: string;
let service: Service;
let viewers: Browser;
const faults: unknown[] = [];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fd-replays-"));
  service = await startService({
    host: "127.0.0.1",
    port: 0,
    tokens: [{ token, scope: "all" }],
    dataDir,
    chromiumPath,
    maxBrowsers: 7,
    paces: pacesAt(10),
    traffic: false,
    samples: false,
    replayLimits: { maxFileBytes: 60_000 },
    clock: systemClock,
    report: (error) => void faults.push(error),
  });
  viewers = await chromium.launch({
    executablePath: chromiumPath,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
});
afterAll(async () => {
  await viewers.close();
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(faults).toEqual([]);
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${service.url}${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      ...(init.body ? { "content-type": "application/json" } : {}),
      ...init.headers,
    },
  });
const post = (path: string, body?: unknown) =>
  call(path, { method: "POST", ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

const created = z.looseObject({ ...browser.shape, cdp_ws_url: z.string() });
async function session(body: object = {}) {
  const answer = await post("/browsers", body);
  const made = created.parse(await answer.json());
  return { id: made.session_id, cdpUrl: made.cdp_ws_url };
}
const remove = async (id: string) =>
  expect((await call(`/browsers/${id}`, { method: "DELETE" })).status).toBe(204);

const recorded = z.looseObject({
  ...replay.shape,
  replay_view_url: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
});
async function record(id: string, body?: object) {
  const answer = await post(`/browsers/${id}/replays`, body);
  expect(answer.status).toBe(201);
  return recorded.parse(await answer.json());
}
async function list(id: string) {
  return recorded.array().parse(await (await call(`/browsers/${id}/replays`)).json());
}
const stop = async (id: string, replayId: string) => {
  const answer = await post(`/browsers/${id}/replays/${replayId}/stop`);
  return { status: answer.status, text: await answer.text() };
};

const colored = (color: string) =>
  `data:text/html,<title>${color}</title><body style="margin:0;height:100vh;background:${color}"></body>`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const lastsMs = ({ started_at, finished_at }: { started_at: string; finished_at: string | null }) =>
  Date.parse(finished_at ?? "") - Date.parse(started_at);

const video = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ seconds: number; width: number; height: number }>((resolve, reject) => {
        const shown = document.querySelector("video");
        if (!shown) return reject(new Error("no video"));
        const tell = () =>
          resolve({ seconds: shown.duration, width: shown.videoWidth, height: shown.videoHeight });
        shown.onerror = () => reject(new Error(`the video does not play: ${shown.error?.message}`));
        if (shown.readyState >= 2) tell();
        else shown.onloadeddata = tell;
      }),
  );

/** The colour in the middle of the picture at a time, as r,g,b rounded to 0, 128 or 255. */
const colorAt = (page: Page, seconds: number) =>
  page.evaluate(async (at) => {
    const shown = document.querySelector("video");
    if (!shown) return "no video";
    shown.pause();
    await new Promise((resolve) => {
      shown.onseeked = resolve;
      shown.currentTime = at;
    });
    const canvas = document.createElement("canvas");
    canvas.width = shown.videoWidth;
    canvas.height = shown.videoHeight;
    const pen = canvas.getContext("2d");
    pen?.drawImage(shown, 0, 0);
    const [r = 0, g = 0, b = 0] = pen?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data ?? [];
    return [r, g, b].map((value) => Math.ceil(Math.round(value / 127.5) * 127.5)).join();
  }, seconds);

// Their time is what is recorded: they wait together.
describe.concurrent("a recording", () => {
  test("of a page that rests lasts as long as it ran, and plays with the page's colour", async ({
    expect,
  }) => {
    const { id, cdpUrl } = await session({ viewport: { width: 801, height: 601 }, headless: true });
    const driven = await connectOverCdp(cdpUrl);
    await driven.page.goto(colored("lime"));
    await driven.page.bringToFront();
    const started = await record(id);
    expect(started.finished_at).toBeNull();
    expect(started.replay_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const early = await call(`/browsers/${id}/replays/${started.replay_id}`);
    expect([early.status, early.headers.get("retry-after"), await early.text()]).toEqual([202, "5", ""]);
    await pause(3000);
    // Concurrent stops share one end; each answers only when the video is final.
    const stops = await Promise.all([1, 2, 3].map(() => stop(id, started.replay_id)));
    expect(stops).toEqual(Array(3).fill({ status: 200, text: "" }));
    expect(await stop(id, started.replay_id)).toEqual({ status: 200, text: "" });

    const [ended] = await list(id);
    const realMs = lastsMs(ended ?? started);
    expect(realMs).toBeGreaterThanOrEqual(2900);
    const answer = await call(`/browsers/${id}/replays/${started.replay_id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("video/mp4");
    expect(answer.headers.get("x-recording-started-at")).toBe(started.started_at);
    expect(answer.headers.get("x-recording-finished-at")).toBe(ended?.finished_at);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    const facts = mp4Facts(bytes);
    expect(facts.order.indexOf("moov")).toBeLessThan(facts.order.indexOf("mdat"));
    expect(Math.abs(facts.durationMs - realMs)).toBeLessThan(realMs * 0.1);

    const viewer = await viewers.newPage();
    const problems: string[] = [];
    viewer.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    const page = await viewer.goto(started.replay_view_url);
    const policy = page?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|script-src/);
    const shown = await video(viewer);
    expect(shown.width % 2).toBe(0);
    expect(shown.height % 2).toBe(0);
    expect(shown.width).toBe(800);
    expect(Math.abs(shown.seconds * 1000 - realMs)).toBeLessThan(realMs * 0.1);
    expect(await colorAt(viewer, 0)).toBe("0,255,0");
    expect(await colorAt(viewer, shown.seconds - 0.15)).toBe("0,255,0");
    expect(problems).toEqual([]);
    await viewer.close();
    await driven.close();
    await remove(id);
    expect((await list(id)).map((one) => one.replay_id)).toEqual([started.replay_id]);
    expect((await call(`/browsers/${id}/replays/${started.replay_id}`)).status).toBe(200);
    expect((await stop(id, started.replay_id)).status).toBe(200);
    expect((await post(`/browsers/${id}/replays`)).status).toBe(404);
  });

  test("shows what changed when, in another tab and another size too, several at once", async ({
    expect,
  }) => {
    const { id, cdpUrl } = await session({ viewport: { width: 640, height: 480 } });
    const driven = await connectOverCdp(cdpUrl);
    await driven.page.goto(colored("red"));
    const [slow, fast] = await Promise.all([record(id, { framerate: 1 }), record(id, { framerate: 20 })]);
    await pause(1500);
    const redMs = Date.now();
    const tab = await driven.page.context().newPage();
    await tab.setViewportSize({ width: 500, height: 900 });
    await tab.goto(colored("blue"));
    const blueMs = Date.now();
    // On a slow machine the picture comes late.
    await pause(5000);
    await stop(id, fast.replay_id);
    // The other one still runs; its session's end finishes it before the answer.
    expect((await call(`/browsers/${id}/replays/${slow.replay_id}`)).status).toBe(202);
    await driven.close();
    await remove(id);
    const ended = await list(id);
    expect(ended.map((one) => typeof one.finished_at)).toEqual(["string", "string"]);
    const viewer = await viewers.newPage();
    for (const one of [fast, slow]) {
      await viewer.goto(one.replay_view_url);
      const { seconds } = await video(viewer);
      const realMs = lastsMs(ended.find(({ replay_id }) => replay_id === one.replay_id) ?? one);
      expect(Math.abs(seconds * 1000 - realMs)).toBeLessThan(realMs * 0.1);
      expect(await colorAt(viewer, 0.3)).toBe("255,0,0");
    }
    await viewer.goto(fast.replay_view_url);
    await video(viewer);
    const secondsAt = (atMs: number) => (atMs - Date.parse(fast.started_at)) / 1000;
    expect(await colorAt(viewer, secondsAt(redMs) - 0.5)).toBe("255,0,0");
    expect(await colorAt(viewer, secondsAt(blueMs) + 4)).toBe("0,0,255");
    await viewer.close();
  });

  test("survives a crash of Chromium, which ends it", async ({ expect }) => {
    const { id } = await session();
    const started = await record(id);
    await pause(1500);
    // Not the first pid listed: pids start again from the bottom, and a page's own process may be that one.
    const all = await listProcesses();
    const pids = await processesNaming(`--user-data-dir=${join(dataDir, "instances", id)}`);
    const roots = all.filter((one) => pids.includes(one.pid) && !pids.includes(one.parentPid));
    expect(roots).toHaveLength(1);
    for (const { pid } of roots) killNow(pid);
    await expect.poll(async () => (await list(id))[0]?.finished_at, within).toBeTruthy();
    const viewer = await viewers.newPage();
    await viewer.goto(started.replay_view_url);
    const { seconds } = await video(viewer);
    const [ended] = await list(id);
    expect(Math.abs(seconds * 1000 - lastsMs(ended ?? started))).toBeLessThan(
      lastsMs(ended ?? started) * 0.1,
    );
    await viewer.close();
  });

  test("goes on with the browser that replaces one its client closed", async ({ expect }) => {
    const { id, cdpUrl } = await session({ viewport: { width: 640, height: 480 } });
    const first = await connectOverCdp(cdpUrl);
    await first.page.goto(colored("red"));
    const started = await record(id);
    await pause(1000);
    const profile = `--user-data-dir=${join(dataDir, "instances", id)}`;
    const before = await processesNaming(profile);
    const cdp = await first.browser.newBrowserCDPSession();
    await cdp.send("Browser.close").catch(() => undefined);
    // Connecting to the one that is closing would wait for an answer that never comes.
    await expect
      .poll(async () => {
        const now = await processesNaming(profile);
        return now.length > 0 && now.every((pid) => !before.includes(pid));
      }, within)
      .toBe(true);
    const again = await connectOverCdp(cdpUrl);
    await again.page.goto(colored("lime"));
    await pause(4000);
    await stop(id, started.replay_id);
    const viewer = await viewers.newPage();
    await viewer.goto(started.replay_view_url);
    const { seconds } = await video(viewer);
    expect(await colorAt(viewer, 0.5)).toBe("255,0,0");
    expect(await colorAt(viewer, seconds - 0.2)).toBe("0,255,0");
    await viewer.close();
    await again.close();
    await remove(id);
  });

  test("goes on with the browser that is started with an uploaded extension", async ({ expect }) => {
    const { id, cdpUrl } = await session({ viewport: { width: 640, height: 480 } });
    const first = await connectOverCdp(cdpUrl);
    await first.page.goto(colored("red"));
    const started = await record(id);
    await pause(1000);
    await first.close();
    const upload = await call(`/browsers/${id}/extensions`, {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      body: new Uint8Array(
        multipartBody([
          ["extensions[][name]", "recorded"],
          ["extensions[][zip_file]", marking("recorded")],
        ]),
      ),
    });
    expect(upload.status).toBe(201);
    const again = await connectOverCdp(cdpUrl);
    await again.page.goto(colored("lime"));
    await again.page.bringToFront();
    await pause(4000);
    await stop(id, started.replay_id);
    const viewer = await viewers.newPage();
    await viewer.goto(started.replay_view_url);
    const { seconds } = await video(viewer);
    expect(await colorAt(viewer, 0.5)).toBe("255,0,0");
    expect(await colorAt(viewer, seconds - 0.2)).toBe("0,255,0");
    await viewer.close();
    await again.close();
    await remove(id);
  });

  test("ends with its holder when a pool takes its browser back", async ({ expect }) => {
    const pool = z
      .object({ id: z.string() })
      .parse(await (await post("/browser_pools", { name: "replayed", size: 1 })).json());
    const got = created.parse(
      await (await post(`/browser_pools/${pool.id}/acquire`, { acquire_timeout_seconds: 20 })).json(),
    );
    const started = await record(got.session_id);
    await pause(3000);
    await post(`/browser_pools/${pool.id}/release`, { session_id: got.session_id, reuse: true });
    await expect.poll(async () => (await list(got.session_id))[0]?.finished_at, within).toBeTruthy();
    expect((await call(`/browsers/${got.session_id}/replays/${started.replay_id}`)).status).toBe(200);
    await call(`/browser_pools/${pool.id}`, { method: "DELETE", body: JSON.stringify({ force: true }) });
  });
});

describe("the bounds", () => {
  test("stops by itself after its time, and when it has grown to its size", async () => {
    const { id, cdpUrl } = await session({ viewport: { width: 1280, height: 800 } });
    const driven = await connectOverCdp(cdpUrl);
    const timed = await record(id, { max_duration_in_seconds: 1 });
    await expect.poll(async () => (await list(id))[0]?.finished_at, within).toBeTruthy();
    const [ended] = await list(id);
    expect(ended?.replay_id).toBe(timed.replay_id);
    const bytes = Buffer.from(await (await call(`/browsers/${id}/replays/${timed.replay_id}`)).arrayBuffer());
    expect(Math.abs(mp4Facts(bytes).durationMs - 1000)).toBeLessThanOrEqual(100);
    await driven.page.setContent(
      `<canvas width=1200 height=700></canvas><script>const pen = document.querySelector("canvas").getContext("2d");
       setInterval(() => { for (let i = 0; i < 900; i += 1) { pen.fillStyle = "hsl(" + Math.random() * 360 + ",100%,50%)";
       pen.fillRect(Math.random() * 1200, Math.random() * 700, 60, 60) } }, 40)</script>`,
    );
    const grown = await record(id, { framerate: 20 });
    await expect.poll(async () => (await list(id))[0]?.finished_at, within).toBeTruthy();
    expect((await list(id))[0]?.replay_id).toBe(grown.replay_id);
    expect((await call(`/browsers/${id}/replays/${grown.replay_id}`)).status).toBe(200);
    await driven.close();
    await remove(id);
  });
});

describe("the operations", () => {
  test("T37 refuse what is out of range, naming each fault, and what is not theirs", async () => {
    const [one, other] = [await session(), await session()];
    for (const [body, field] of [
      [{ framerate: 0 }, "body.framerate"],
      [{ framerate: 21 }, "body.framerate"],
      [{ framerate: 1.5 }, "body.framerate"],
      [{ max_duration_in_seconds: 0 }, "body.max_duration_in_seconds"],
      [{ max_duration_in_seconds: "5" }, "body.max_duration_in_seconds"],
    ] as const) {
      const answer = await post(`/browsers/${one.id}/replays`, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: "bad_request",
        details: [{ code: "invalid_input", message: expect.stringContaining(field) }],
      });
    }
    const both = await post(`/browsers/${one.id}/replays`, { framerate: 99, max_duration_in_seconds: -1 });
    expect(await both.json()).toMatchObject({ details: [expect.anything(), expect.anything()] });
    expect(await (await call(`/browsers/${one.id}/replays`)).json()).toEqual([]);

    const { replay_id } = await record(one.id, {});
    await stop(one.id, replay_id);
    for (const path of [`${other.id}/replays/${replay_id}`, `${one.id}/replays/nothing`]) {
      expect((await call(`/browsers/${path}`)).status).toBe(404);
      expect((await post(`/browsers/${path}/stop`)).status).toBe(404);
    }
    expect((await call("/browsers/nothing/replays")).status).toBe(404);
    expect((await post("/browsers/nothing/replays")).status).toBe(404);
    await remove(one.id);
    await remove(other.id);
  });

  test("give any range of the video, and only to who holds its address", async () => {
    const { id } = await session();
    const started = await record(id, { max_duration_in_seconds: 1 });
    const page = await fetch(started.replay_view_url, { headers: { accept: "text/html" } });
    expect([page.status, (await page.text()).includes("Recording")]).toEqual([200, true]);
    await expect.poll(async () => (await list(id))[0]?.finished_at, within).toBeTruthy();
    const path = `/browsers/${id}/replays/${started.replay_id}`;
    const whole = Buffer.from(await (await call(path)).arrayBuffer());
    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await call(path, { headers: { range, ...more } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return {
        status: answer.status,
        range: answer.headers.get("content-range"),
        bytes,
        headers: answer.headers,
      };
    };
    const n = whole.length;
    expect(await part("bytes=10-19")).toMatchObject({
      status: 206,
      range: `bytes 10-19/${n}`,
      bytes: whole.subarray(10, 20),
    });
    expect(await part("bytes=-5")).toMatchObject({ status: 206, bytes: whole.subarray(n - 5) });
    expect(await part(`bytes=${n - 1}-${n + 9}`)).toMatchObject({
      status: 206,
      range: `bytes ${n - 1}-${n - 1}/${n}`,
    });
    expect(await part(`bytes=${n}-`)).toMatchObject({ status: 416, range: `bytes */${n}` });
    for (const odd of ["bytes=9-1", "bytes=0-1,5-6", "lines=1-2", "bytes=-"]) {
      expect(await part(odd)).toMatchObject({ status: 200, bytes: whole });
    }
    expect(await part("bytes=0-1", { "if-range": '"another"' })).toMatchObject({ status: 200 });

    const address = new URL(started.replay_view_url);
    const videoAt = (query: string) => fetch(`${service.url}/browser/replay/video?${query}`);
    expect((await videoAt(address.search.slice(1))).status).toBe(200);
    expect((await videoAt(`replay_id=${started.replay_id}`)).status).toBe(401);
    const jwt = address.searchParams.get("jwt") ?? "";
    expect((await videoAt(`jwt=${jwt}&replay_id=another`)).status).toBe(401);
    // A replay's jwt opens nothing else.
    expect((await fetch(`${service.url}/browser/remote?jwt=${jwt}`)).status).toBe(401);
    await remove(id);
    expect(readdirSync(join(dataDir, "replays")).filter((name) => /part|new/.test(name))).toEqual([]);
    expect(await processesNaming(join(dataDir, "replays"))).toEqual([]);
  });
});
