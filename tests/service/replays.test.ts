import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { browser } from "../../lib/contract/browsers.ts";
import { replay } from "../../lib/contract/replays.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { killNow, processesNaming } from "../../service/kernel/process-tree.ts";
import { ffmpegFinder } from "../../service/replays/find-ffmpeg.ts";
import { chromiumForTests } from "../support/programs/chromium-for-tests.ts";
import { boundary, markingExtension, multipartBody } from "../support/service/extension-archives.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { countMovieFragments, readMp4Structure } from "../support/service/mp4-structure.ts";
import { videoColors } from "../support/service/video-colors.ts";
import { waitFor } from "../support/wait-until.ts";

const service = await fullServiceForTests({ maxBrowsers: 7, replayLimits: { maxFileBytes: 60_000 } });
const viewers = await chromiumForTests();
const ffmpegPath = (await ffmpegFinder(undefined)()) ?? "";

const call = (path: string, init?: RequestInit) => service.call(path, init);
const post = (path: string, body?: unknown) =>
  call(path, { method: "POST", ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

const created = z.looseObject({ ...browser.shape, cdp_ws_url: z.string() });
async function session(body: object = {}) {
  const answer = await post("/browsers", { timeout_seconds: 600, ...body });
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

const colorsOf = async ({ replay_view_url }: { replay_view_url: string }) => {
  const answer = await fetch(`${service.url}/browser/replay/video${new URL(replay_view_url).search}`);
  return await videoColors(ffmpegPath, Buffer.from(await answer.arrayBuffer()));
};

const colored = (color: string) =>
  `data:text/html,<title>${color}</title><body style="margin:0;height:100vh;background:${color}"></body>`;
/** In small steps, so that something is recorded also after a stall of the machine. */
async function pause(ms: number) {
  for (let left = ms; left > 0; left -= 100) await new Promise((resolve) => setTimeout(resolve, 100));
}
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

/** The colour in the middle of a JPEG, or of the page's video at a time, as r,g,b rounded to 0, 128 or 255. */
const colorOf = (page: Page, given: { jpeg: string } | { seconds: number }) =>
  page.evaluate(async (of) => {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    if ("jpeg" in of) {
      const picture = new Image();
      picture.src = `data:image/jpeg;base64,${of.jpeg}`;
      await picture.decode();
      [canvas.width, canvas.height] = [picture.width, picture.height];
      pen?.drawImage(picture, 0, 0);
    } else {
      const shown = document.querySelector("video");
      if (!shown) return "no video";
      shown.pause();
      await new Promise((resolve) => {
        shown.onseeked = resolve;
        shown.currentTime = of.seconds;
      });
      [canvas.width, canvas.height] = [shown.videoWidth, shown.videoHeight];
      pen?.drawImage(shown, 0, 0);
    }
    const [r = 0, g = 0, b = 0] = pen?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data ?? [];
    return [r, g, b].map((value) => Math.ceil(Math.round(value / 127.5) * 127.5)).join();
  }, given);
const colorAt = (page: Page, seconds: number) => colorOf(page, { seconds });

/**
 * Waits until this colour is in the picture that a session's recordings take. A recording that starts before the
 * returned function is called begins with it.
 */
async function pictureOf(id: string, color: string): Promise<() => void> {
  let newest: Buffer | undefined;
  const leave = service.sessions.living(id).screencast.watch({
    frame: ({ jpeg }) => {
      newest = jpeg;
    },
    page: () => undefined,
  });
  const page = await viewers.newPage();
  const seen = async () => newest && (await colorOf(page, { jpeg: newest.toString("base64") }));
  await waitFor(`${color} is in the picture`, seen, (found) => found === color);
  await page.close();
  return leave;
}

// Their time is what is recorded: they wait together.
describe.concurrent("a recording", () => {
  test("of a static page has its real duration, and shows the page's colour", async ({ expect }) => {
    const { id, cdpUrl } = await session({ viewport: { width: 801, height: 601 }, headless: true });
    const driven = await connectOverCdp(cdpUrl);
    await driven.page.goto(colored("lime"));
    await driven.page.bringToFront();
    const leave = await pictureOf(id, "0,255,0");
    const started = await record(id);
    leave();
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
    const structure = readMp4Structure(bytes);
    expect(structure.order.indexOf("moov")).toBeLessThan(structure.order.indexOf("mdat"));
    expect(Math.abs(structure.durationMs - realMs)).toBeLessThan(realMs * 0.1);

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

  test("shows changes at their times, in other tabs and sizes too, several at once", async ({ expect }) => {
    const { id, cdpUrl } = await session({ viewport: { width: 640, height: 480 } });
    const driven = await connectOverCdp(cdpUrl);
    await driven.page.goto(colored("red"));
    const leave = await pictureOf(id, "255,0,0");
    const [slow, fast] = await Promise.all([record(id, { framerate: 1 }), record(id, { framerate: 20 })]);
    leave();
    await pause(1500);
    const redMs = Date.now();
    const tab = await driven.page.context().newPage();
    await tab.setViewportSize({ width: 500, height: 900 });
    await tab.goto(colored("blue"));
    (await pictureOf(id, "0,0,255"))();
    const blueMs = Date.now();
    // On a slow machine the recorder takes it late.
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
      const colors = await colorsOf(one);
      expect(colors.at(0.3), colors.course).toBe("255,0,0");
    }
    await viewer.close();
    const secondsAt = (atMs: number) => (atMs - Date.parse(fast.started_at)) / 1000;
    const colors = await colorsOf(fast);
    expect(colors.at(secondsAt(redMs) - 0.5), colors.course).toBe("255,0,0");
    expect(colors.at(secondsAt(blueMs) + 4), colors.course).toBe("0,0,255");
  });

  test("survives a crash of Chromium, which ends it", async ({ expect }) => {
    const { id } = await session();
    const started = await record(id);
    await pause(1500);
    killNow(service.sessions.living(id).chromium.process.pid);
    await expect.poll(async () => (await list(id))[0]?.finished_at).toBeTruthy();
    const viewer = await viewers.newPage();
    await viewer.goto(started.replay_view_url);
    const { seconds } = await video(viewer);
    const [ended] = await list(id);
    expect(Math.abs(seconds * 1000 - lastsMs(ended ?? started))).toBeLessThan(
      lastsMs(ended ?? started) * 0.1,
    );
    await viewer.close();
  });

  test("keeps the window at its size, and is followed by one of another size that is forced", async ({
    expect,
  }) => {
    const { id } = await session({ viewport: { width: 640, height: 480 } });
    const first = await record(id, { framerate: 5, max_duration_in_seconds: 600 });
    const resize = (viewport: object) =>
      call(`/browsers/${id}`, { method: "PATCH", body: JSON.stringify({ name: "resized", viewport }) });
    const refused = await resize({ width: 800, height: 600 });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("viewport: ")]);
    const left = browser.parse(await (await call(`/browsers/${id}`)).json());
    expect([left.viewport?.width, left.name]).toEqual([640, undefined]);
    expect((await resize({ width: 800, height: 600, force: true })).status).toBe(200);
    await expect
      .poll(async () =>
        (await list(id)).map(({ replay_id, finished_at }) => [
          replay_id === first.replay_id,
          finished_at === null,
        ]),
      )
      .toEqual([
        [false, true],
        [true, false],
      ]);
    const [second] = await list(id);
    await stop(id, second?.replay_id ?? "");
    // Without a recording another size needs no force.
    expect((await resize({ width: 640, height: 480 })).status).toBe(200);
    await remove(id);
  });

  test("continues with the browser that replaces one its client closed", async ({ expect }) => {
    const { id, cdpUrl } = await session({ viewport: { width: 640, height: 480 } });
    const first = await connectOverCdp(cdpUrl);
    await first.page.goto(colored("red"));
    const leave = await pictureOf(id, "255,0,0");
    const started = await record(id);
    leave();
    await pause(1000);
    const profile = `--user-data-dir=${join(service.dataDir, "instances", id)}`;
    const before = await processesNaming(profile);
    const cdp = await first.browser.newBrowserCDPSession();
    await cdp.send("Browser.close").catch(() => undefined);
    // Connecting to the one that is closing would wait for an answer that never comes.
    await expect
      .poll(async () => {
        const now = await processesNaming(profile);
        return now.length > 0 && now.every((pid) => !before.includes(pid));
      })
      .toBe(true);
    const again = await connectOverCdp(cdpUrl);
    await again.page.goto(colored("lime"));
    (await pictureOf(id, "0,255,0"))();
    await pause(2000);
    await stop(id, started.replay_id);
    const colors = await colorsOf(started);
    expect(colors.at(0.5), colors.course).toBe("255,0,0");
    expect(colors.at(-0.5), colors.course).toBe("0,255,0");
    await again.close();
    await remove(id);
  });

  test("continues with the browser that restarts with an uploaded extension", async ({ expect }) => {
    const { id, cdpUrl } = await session({ viewport: { width: 640, height: 480 } });
    const first = await connectOverCdp(cdpUrl);
    await first.page.goto(colored("red"));
    const leave = await pictureOf(id, "255,0,0");
    const started = await record(id);
    leave();
    await pause(1000);
    await first.close();
    const upload = await call(`/browsers/${id}/extensions`, {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      body: new Uint8Array(
        multipartBody([
          ["extensions[][name]", "recorded"],
          ["extensions[][zip_file]", markingExtension("recorded")],
        ]),
      ),
    });
    expect(upload.status).toBe(201);
    const again = await connectOverCdp(cdpUrl);
    await again.page.goto(colored("lime"));
    await again.page.bringToFront();
    (await pictureOf(id, "0,255,0"))();
    await pause(2000);
    await stop(id, started.replay_id);
    const colors = await colorsOf(started);
    expect(colors.at(0.5), colors.course).toBe("255,0,0");
    expect(colors.at(-0.5), colors.course).toBe("0,255,0");
    await again.close();
    await remove(id);
  });

  test("ends when its browser is released to a pool", async ({ expect }) => {
    const pool = z
      .object({ id: z.string() })
      .parse(await (await post("/browser_pools", { name: "replayed", size: 1 })).json());
    const got = created.parse(
      await (await post(`/browser_pools/${pool.id}/acquire`, { acquire_timeout_seconds: 120 })).json(),
    );
    const started = await record(got.session_id);
    await pause(3000);
    await post(`/browser_pools/${pool.id}/release`, { session_id: got.session_id, reuse: true });
    await expect.poll(async () => (await list(got.session_id))[0]?.finished_at).toBeTruthy();
    expect((await call(`/browsers/${got.session_id}/replays/${started.replay_id}`)).status).toBe(200);
    await call(`/browser_pools/${pool.id}`, { method: "DELETE", body: JSON.stringify({ force: true }) });
  });
});

describe("the bounds", () => {
  test("stops at its maximum duration, and at its maximum size", async () => {
    const { id, cdpUrl } = await session({ viewport: { width: 1280, height: 800 } });
    const driven = await connectOverCdp(cdpUrl);
    const timed = await record(id, { max_duration_in_seconds: 1 });
    await expect.poll(async () => (await list(id))[0]?.finished_at).toBeTruthy();
    const [ended] = await list(id);
    expect(ended?.replay_id).toBe(timed.replay_id);
    const bytes = Buffer.from(await (await call(`/browsers/${id}/replays/${timed.replay_id}`)).arrayBuffer());
    expect(Math.abs(readMp4Structure(bytes).durationMs - 1000)).toBeLessThanOrEqual(100);
    await driven.page.setContent(
      `<canvas width=1200 height=700></canvas><script>const pen = document.querySelector("canvas").getContext("2d");
       setInterval(() => { for (let i = 0; i < 900; i += 1) { pen.fillStyle = "hsl(" + Math.random() * 360 + ",100%,50%)";
       pen.fillRect(Math.random() * 1200, Math.random() * 700, 60, 60) } }, 40)</script>`,
    );
    const grown = await record(id, { framerate: 20 });
    await expect.poll(async () => (await list(id))[0]?.finished_at).toBeTruthy();
    expect((await list(id))[0]?.replay_id).toBe(grown.replay_id);
    expect((await call(`/browsers/${id}/replays/${grown.replay_id}`)).status).toBe(200);
    await driven.close();
    await remove(id);
  });
});

describe("the operations", () => {
  test("T37 refuse values out of range with each fault, and recordings of other sessions", async () => {
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

  test("serve any range of the video, only to holders of its address", async () => {
    const { id } = await session();
    const started = await record(id);
    const page = await fetch(started.replay_view_url, { headers: { accept: "text/html" } });
    expect([page.status, (await page.text()).includes("Recording")]).toEqual([200, true]);
    const unfinished = join(service.dataDir, "replays", `${started.replay_id}.part.mp4`);
    await expect.poll(() => countMovieFragments(unfinished)).toBeGreaterThan(0);
    expect((await stop(id, started.replay_id)).status).toBe(200);
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
    expect(readdirSync(join(service.dataDir, "replays")).filter((name) => /part|new/.test(name))).toEqual([]);
    expect(await processesNaming(join(service.dataDir, "replays"))).toEqual([]);
  });
});
