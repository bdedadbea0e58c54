// A session driven without a client library: by mouse, keyboard and pictures over HTTP, and by code sent to it.
import type { Dialog } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { playwrightResult } from "../../lib/contract/playwright.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const page = `<!doctype html><title>desk</title><style>body{margin:0;height:4000px}
#field{position:absolute;left:20px;top:20px;width:300px;height:30px}
#box{position:absolute;left:20px;top:80px;width:200px;height:60px;background:rgb(255,0,0)}</style>
<input id=field><div id=box></div><script>
window.seen = [];
for (const type of ["mousedown","mouseup","click","dblclick","auxclick","contextmenu"])
  box.addEventListener(type, (e) => { e.preventDefault(); seen.push([type, e.button, e.detail, e.shiftKey]); });
addEventListener("mousemove", (e) => { if (e.buttons) seen.push(["drag", e.clientX, e.clientY, e.buttons]); });
addEventListener("keydown", (e) => seen.push(["key", e.key, e.ctrlKey, e.shiftKey]));
</script>`;

const service = await fullServiceForTests({ maxBrowsers: 2 });
const site = await siteForTests((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end(page);
});
const { session_id: sessionId, cdp_ws_url } = await service.create({ viewport: { width: 800, height: 600 } });
const driven = await connectOverCdp(cdp_ws_url);
await driven.page.goto(site.url);
afterAll(() => driven.close());

const ask = async (action: string, body?: object) =>
  await service.ask("POST", `/browsers/${sessionId}/computer/${action}`, body);
const done = async (action: string, body?: object) => {
  const answer = await ask(action, body);
  expect([action, answer.status, answer.text]).toEqual([action, 200, ""]);
};
const seen = async () => {
  const events = await driven.page.evaluate("const was = window.seen; window.seen = []; was");
  return z.array(z.array(z.unknown())).parse(events);
};

describe("mouse, keyboard and screenshots", () => {
  test("clicks have the requested position, count and modifiers", async () => {
    await done("click_mouse", { x: 100, y: 100 });
    expect(await seen()).toEqual([
      ["mousedown", 0, 1, false],
      ["mouseup", 0, 1, false],
      ["click", 0, 1, false],
    ]);
    expect((await ask("get_mouse_position")).json()).toEqual({ x: 100, y: 100 });
    await done("click_mouse", { x: 100, y: 100, num_clicks: 2, hold_keys: ["Shift"] });
    const twice = (await seen()).filter(([type]) => type !== "key");
    expect(twice.at(-1)).toEqual(["dblclick", 0, 2, true]);
    await done("click_mouse", { x: 100, y: 100, button: "right" });
    expect(await seen()).toContainEqual(["contextmenu", 2, 0, false]);
  });

  test("dragging follows its path with the button down", async () => {
    await done("drag_mouse", {
      path: [
        [50, 100],
        [150, 100],
        [150, 130],
      ],
      steps_per_segment: 2,
      step_delay_ms: 0,
    });
    const drags = (await seen()).filter(([type]) => type === "drag");
    expect(drags).toEqual([
      ["drag", 100, 100, 1],
      ["drag", 150, 100, 1],
      ["drag", 150, 115, 1],
      ["drag", 150, 130, 1],
    ]);
  });

  test("typed text and key combinations reach the field", async () => {
    await done("click_mouse", { x: 100, y: 30 });
    await done("type", { text: "Grüße, 7% <b> 日本", delay: 1 });
    const value = () => driven.page.inputValue("#field");
    expect(await value()).toBe("Grüße, 7% <b> 日本");
    await done("press_key", { keys: ["Ctrl+a"] });
    await done("press_key", { keys: ["x", "BackSpace", "Y"] });
    expect(await value()).toBe("Y");
    await done("press_key", { keys: ["Left"], hold_keys: ["Shift"], duration: 5 });
    await done("press_key", { keys: ["z"] });
    expect(await value()).toBe("z");
    expect(await seen()).toContainEqual(["key", "ArrowLeft", false, true]);
    expect((await ask("press_key", { keys: ["Nonsense_Key"] })).status).toBe(400);
  });

  test("the wheel scrolls; a batch executes in order and stops at the first error", async () => {
    await done("scroll", { x: 400, y: 300, delta_y: 500 });
    const top = () => driven.page.evaluate("Math.round(scrollY)");
    await expect.poll(top).toBe(500);
    await done("scroll", { x: 400, y: 300, delta_y: -500 });
    await expect.poll(top).toBe(0);
    await done("batch", {
      actions: [
        { type: "click_mouse", click_mouse: { x: 100, y: 30, num_clicks: 3 } },
        { type: "type_text", type_text: { text: "batched" } },
        { type: "sleep", sleep: { duration_ms: 5 } },
        { type: "set_cursor", set_cursor: { hidden: true } },
        { type: "move_mouse", move_mouse: { x: 7, y: 9 } },
      ],
    });
    expect(await driven.page.inputValue("#field")).toBe("batched");
    expect((await ask("get_mouse_position")).json()).toEqual({ x: 7, y: 9 });
    const actions = [
      { type: "press_key", press_key: { keys: ["Nonsense_Key"] } },
      { type: "move_mouse", move_mouse: { x: 1, y: 1 } },
    ];
    expect((await ask("batch", { actions })).status).toBe(400);
    expect((await ask("get_mouse_position")).json()).toEqual({ x: 7, y: 9 });
    expect((await ask("cursor", { hidden: true })).json()).toEqual({ ok: true });
  });

  test("a screenshot is a PNG of the viewport or a region, of the active page", async () => {
    const view = await driven.page.evaluate("[innerWidth, innerHeight]");
    const whole = await shot();
    expect(sizeOf(whole)).toEqual(view);
    const part = await shot({ region: { x: 20, y: 80, width: 200, height: 60 } });
    expect(sizeOf(part)).toEqual([200, 60]);
    const other = await driven.page.context().newPage();
    await other.goto("about:blank");
    await expect.poll(async () => (await shot()).equals(whole)).toBe(false);
    await other.close();
    await expect.poll(async () => sizeOf(await shot())).toEqual(view);
  });

  test("a region is relative to the viewport at any scroll position; others are refused", async () => {
    const box = { region: { x: 20, y: 80, width: 200, height: 60 } };
    const red = await shot(box);
    await driven.page.evaluate("scrollTo(0, 1000)");
    const blank = await shot(box);
    expect(blank.equals(red)).toBe(false);
    await driven.page.evaluate("scrollTo(0, 60)");
    const higher = await shot({ region: { ...box.region, y: 20 } });
    expect(higher.equals(red)).toBe(true);
    await driven.page.evaluate("scrollTo(0, 0)");
    for (const region of [
      { x: 0, y: 0, width: 16_384, height: 16_384 },
      { x: 16_000, y: 16_000, width: 1, height: 1 },
    ]) {
      const refused = await ask("screenshot", { region });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("region")]);
    }
    expect((await shot(box)).equals(red)).toBe(true);
  });

  test("the clipboard leaves the permissions that a client has granted", async () => {
    const query = "navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)";
    await driven.page.context().grantPermissions(["geolocation"]);
    expect(await driven.page.evaluate(query)).toBe("granted");
    await done("clipboard/write", { text: "copied" });
    expect((await ask("clipboard/read")).json()).toEqual({ text: "copied" });
    // What a connection leaves is undone after it has closed, before the next one is answered.
    await ask("clipboard/read");
    expect(await driven.page.evaluate(query)).toBe("granted");
    await driven.page.context().clearPermissions();
  });

  test("input that opens a dialog is done; the next is refused until that is answered", async () => {
    const opened: Dialog[] = [];
    driven.page.on("dialog", (dialog) => opened.push(dialog));
    await driven.page.evaluate(() => {
      const box = document.querySelector("#box") ?? document.body;
      box.addEventListener("click", () => confirm("Sure?"), { once: true });
    });
    await done("click_mouse", { x: 100, y: 100, hold_keys: ["Shift"] });
    await expect.poll(() => opened.map((dialog) => dialog.message())).toEqual(["Sure?"]);
    const refused = await ask("click_mouse", { x: 100, y: 100 });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("dialog")]);
    await opened[0]?.accept();
    await expect.poll(async () => (await ask("click_mouse", { x: 100, y: 100 })).status).toBe(200);
    expect((await seen()).filter(([type]) => type === "click")).toEqual([
      ["click", 0, 1, true],
      ["click", 0, 1, false],
    ]);
    driven.page.removeAllListeners("dialog");
  });

  test("input goes on after a dialog that its client answers at once, and says what is not sent after another", async () => {
    const opened: Dialog[] = [];
    await driven.page.evaluate(() => {
      const field = document.querySelector("input") ?? document.createElement("input");
      field.value = "";
      field.addEventListener("keydown", ({ key }) => key === "Enter" && [alert("One"), alert("Two")]);
    });
    await done("click_mouse", { x: 100, y: 30 });
    // Without a listener the client dismisses it.
    await done("type", { text: "name\nsecond" });
    const value = () => driven.page.inputValue("#field");
    expect(await value()).toBe("namesecond");
    driven.page.on("dialog", (dialog) => opened.push(dialog));
    const refused = await ask("type", { text: "!\nlost" });
    expect([refused.status, refused.headers.get("x-should-retry"), refused.text]).toEqual([
      400,
      "false",
      expect.stringContaining("the rest was not sent"),
    ]);
    await opened[0]?.accept();
    await expect.poll(() => opened.length).toBe(2);
    await opened[1]?.accept();
    expect(await value()).toBe("namesecond!");
    driven.page.removeAllListeners("dialog");
  });

  test("values out of bounds are refused, with each fault", async () => {
    for (const [action, body] of [
      ["click_mouse", { x: -1, y: 0 }],
      ["click_mouse", { x: 1, y: 1, button: "fourth" }],
      ["drag_mouse", { path: [[1, 1]] }],
      ["press_key", { keys: [] }],
      ["scroll", { x: 1 }],
      ["type", {}],
      ["cursor", {}],
      ["batch", { actions: [{ type: "explode" }] }],
      ["screenshot", { region: { x: 0, y: 0, width: 0, height: 1 } }],
    ] as const) {
      const answer = await ask(action, body);
      expect([action, answer.status]).toEqual([action, 400]);
      expect(answer.text).toContain("body.");
    }
    expect((await service.ask("POST", "/browsers/nobody/computer/screenshot")).status).toBe(404);
  });
});

async function shot(body?: object): Promise<Buffer> {
  const answer = await service.ask("POST", `/browsers/${sessionId}/computer/screenshot`, body);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  return answer.bytes;
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe("code sent to a session", () => {
  const run = async (code: string, timeout_sec?: number) => {
    const answer = await service.ask("POST", `/browsers/${sessionId}/playwright/execute`, {
      code,
      ...(timeout_sec ? { timeout_sec } : {}),
    });
    expect(answer.status).toBe(200);
    return playwrightResult.parse(answer.json());
  };

  test("acts on its pages and returns result and both outputs", async () => {
    const outcome = await run(`
      interface Found { title: string; value: string }
      await page.fill("#field", "from code");
      console.log("said"); console.error("warned");
      const found: Found = { title: await page.title(), value: await page.inputValue("#field") };
      return { ...found, pages: context.pages().length, connected: browser.isConnected() };`);
    expect(outcome).toEqual({
      success: true,
      result: { title: "desk", value: "from code", pages: 1, connected: true },
      stdout: "said\n",
      stderr: "warned\n",
    });
    expect(await driven.page.inputValue("#field")).toBe("from code");
    expect(await run("return null")).toMatchObject({ success: true, result: null });
    expect(await run("await page.title()")).not.toHaveProperty("result");
  });

  test("that fails is reported as an outcome and leaves the session unchanged", async () => {
    for (const [code, error] of [
      ["throw new RangeError('too far')", /RangeError: too far/],
      ["this is no code", /SyntaxError/],
      ["return 10n", /JSON/],
      ["process.exit(3)", /exit code 3/],
      ["await page.click('#nowhere', { timeout: 50 })", /Timeout/],
    ] as const) {
      const outcome = await run(code);
      expect([code, outcome.success]).toEqual([code, false]);
      expect(outcome.error).toMatch(error);
    }
    const late = await run("console.log('began'); for (;;) {}", 2);
    expect(late).toMatchObject({ success: false, error: "the code took longer than 2 s" });
    expect(await driven.page.title()).toBe("desk");
  });

  test("T01 cannot read the service's files, start programs or read its environment", async () => {
    process.env.SERVICE_SECRET_OF_THE_TEST = "canary";
    const { result } = await run(`
      const [fs, children] = [await import("node:fs"), await import("node:child_process")];
      const attempt = (act: () => unknown) => { try { return act(); } catch (error) { return String(error); } };
      return {
        attempts: [
          attempt(() => fs.readFileSync(${JSON.stringify(`${service.dataDir}/service.db`)}).length),
          attempt(() => fs.readdirSync("/")),
          attempt(() => children.execSync("id").toString()),
          attempt(() => fs.writeFileSync("/tmp/fleetdeck-left-behind", "")),
        ],
        environment: process.env,
      };`);
    const { attempts, environment } = z
      .object({ attempts: z.array(z.unknown()), environment: z.record(z.string(), z.string()) })
      .parse(result);
    expect(attempts).toEqual(Array(4).fill(expect.stringMatching("restricted")));
    expect(JSON.stringify(environment)).not.toContain("canary");
    delete process.env.SERVICE_SECRET_OF_THE_TEST;
  });

  test("validates timeout, fields and session", async () => {
    const path = `/browsers/${sessionId}/playwright/execute`;
    for (const body of [{}, { code: "" }, { code: "1", timeout_sec: 0 }, { code: "1", timeout_sec: 301 }]) {
      expect((await service.ask("POST", path, body)).status).toBe(400);
    }
    expect((await service.ask("POST", path, { code: "1", language: "python" })).status).toBe(400);
    expect((await service.ask("POST", "/browsers/nobody/playwright/execute", { code: "1" })).status).toBe(
      404,
    );
  });
});
