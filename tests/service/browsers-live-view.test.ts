import type { Page } from "playwright-core";
import puppeteer from "puppeteer-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { connectOverCdp, type DrivenBrowser } from "../../service/chromium/driver.ts";
import { chromiumForTests } from "../support/programs/chromium-for-tests.ts";
import type { FullService } from "../support/service/full-service.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests({ frameOrigins: ["https://fleet.example"] });
const operators = await chromiumForTests();

let session: Awaited<ReturnType<FullService["create"]>>;
let driven: DrivenBrowser;
let viewer: Page;
let viewerProblems: string[];
beforeEach(async () => {
  session = await service.create({ viewport: { width: 800, height: 600 } });
  driven = await connectOverCdp(session.cdp_ws_url);
  viewer = await operators.newPage();
  viewerProblems = [];
  viewer.on("console", (message) => {
    if (message.type() === "error") viewerProblems.push(message.text());
  });
  viewer.on("pageerror", (error) => viewerProblems.push(error.message));
});
afterEach(async () => {
  await viewer.close();
  await driven.close();
  await service.sessions.end(session.session_id, "deleted");
});

const colored = (color: string, more = "") =>
  `data:text/html,<title>${color}</title><body style="margin:0;height:100vh;background:${color}">${more}</body>`;

/** The colour in the middle of the viewer's picture, as r,g,b rounded to 0, 128 or 255. */
const shownColor = () =>
  viewer.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const pen = canvas?.getContext("2d");
    if (!canvas || !pen || canvas.width === 0) return "nothing";
    const [r = 0, g = 0, b = 0] = pen.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data;
    return [r, g, b]
      .map((value) => Math.round(value / 127.5) * 127.5)
      .map(Math.ceil)
      .join();
  });

const open = async (more = "") => {
  await viewer.goto(`${session.browser_live_view_url}${more}`);
  await expect.poll(() => viewer.textContent("#mode")).toMatch(/Live|View only/);
};

/** The address of the socket that the page at `address` opens. */
const socketOf = (address: string) => address.replace("http", "ws").replace("/remote?", "/remote/socket?");

describe("the live view", () => {
  test("shows the page, follows new tabs and back, and reports the end of the session", async () => {
    await driven.page.goto(colored("lime"));
    await open();
    await expect.poll(shownColor).toBe("0,255,0");
    await expect.poll(() => viewer.textContent("#page")).toContain("lime");

    const tab = await driven.page.context().newPage();
    await tab.goto(colored("red"));
    await expect.poll(shownColor).toBe("255,0,0");
    await tab.close();
    await expect.poll(shownColor).toBe("0,255,0");

    await service.sessions.end(session.session_id, "deleted");
    await expect.poll(() => viewer.textContent("#status")).toBe("This session has ended.");
    expect(viewerProblems).toEqual([]);
    const again = await viewer.goto(session.browser_live_view_url ?? "");
    expect(again?.status()).toBe(404);
    expect(await viewer.textContent("#status")).toBe("This session has ended.");
  });

  test("follows the tab that a client brings to the front", async () => {
    await driven.close();
    const client = await puppeteer.connect({
      browserWSEndpoint: session.cdp_ws_url,
      defaultViewport: null,
    });
    const [first] = await client.pages();
    await first?.goto(colored("lime"));
    await open();
    await expect.poll(shownColor).toBe("0,255,0");
    const second = await client.newPage();
    await second.goto(colored("red"));
    await expect.poll(shownColor).toBe("255,0,0");
    await first?.bringToFront();
    await expect.poll(shownColor).toBe("0,255,0");
    await client.disconnect();
  });

  test("accepts mouse, wheel and keyboard input", async () => {
    const form = `<input id=i style="position:fixed;left:0;top:0;width:100vw;height:100vh;font-size:40px">`;
    await driven.page.goto(colored("white", form));
    await open();
    await expect.poll(shownColor).toBe("255,255,255");
    await viewer.click("canvas");
    await viewer.keyboard.type("Hello, wörld");
    await viewer.keyboard.press("Backspace");
    await expect.poll(() => driven.page.inputValue("#i")).toBe("Hello, wörl");
    await driven.page.goto(colored("lime", `<div style="height:5000px"></div>`));
    // A page that is not drawn yet may not scroll.
    await expect.poll(shownColor).toBe("0,255,0");
    await viewer.mouse.wheel(0, 400);
    await expect.poll(() => driven.page.evaluate("scrollY")).toBe(400);
    expect(viewerProblems).toEqual([]);
  });

  test("accepts no input when read-only, whatever its page sends", async () => {
    await driven.page.goto(
      colored("white", `<input id=i autofocus style="position:fixed;inset:0;width:100vw">`),
    );
    await open("&readOnly=true");
    expect(await viewer.textContent("#mode")).toBe("View only");
    await expect.poll(shownColor).toBe("255,255,255");
    const socket = new WebSocket(socketOf(viewer.url()));
    await new Promise((resolve) => socket.once("open", resolve));
    socket.send(JSON.stringify({ type: "text", text: "forbidden" }));
    await viewer.click("canvas");
    await viewer.keyboard.type("forbidden");
    // Input of the session's own client is later than all of that, and the only one that arrives.
    await driven.page.focus("#i");
    await driven.page.keyboard.type("own");
    expect(await driven.page.inputValue("#i")).toBe("own");
    socket.terminate();
    await expect.poll(() => service.sessions.find(session.session_id)?.clients).toBe(2);
  });

  test("says how many other viewers are in control", async () => {
    await open();
    const other = new WebSocket(socketOf(viewer.url()));
    await expect.poll(() => viewer.textContent("#others")).toBe("1 other viewer is in control");
    other.terminate();
    await expect.poll(() => viewer.textContent("#others")).toBe("");
    expect(viewerProblems).toEqual([]);
  });

  test("cuts the viewers of an address that its holder ends, and opens it no more (T28, T51)", async () => {
    const own = session.browser_live_view_url ?? "";
    const made = await fetch(own, { method: "POST" });
    expect(made.status).toBe(201);
    const { url } = z.object({ url: z.string() }).parse(await made.json());
    expect((await fetch(url, { method: "POST" })).status).toBe(400);
    await driven.page.goto(colored("lime"));
    await viewer.goto(url);
    await expect.poll(shownColor).toBe("0,255,0");
    expect((await fetch(url, { method: "PUT" })).status).toBe(204);

    expect((await fetch(url, { method: "DELETE" })).status).toBe(204);
    await expect.poll(() => viewer.textContent("#status")).toContain("not valid");
    expect(await viewer.textContent("#mode")).toBe("Ended");
    for (const method of ["GET", "PUT", "DELETE"]) expect((await fetch(url, { method })).status).toBe(401);
    const socket = new WebSocket(socketOf(url));
    const first = await new Promise((resolve) => socket.once("message", (data) => resolve(String(data))));
    expect(first).toContain('"ended"');
    // The session's own address is another one.
    expect((await fetch(own)).status).toBe(200);
    expect((await fetch(own, { method: "DELETE" })).status).toBe(400);
  });

  test("has a strict policy, and is refused without a valid jwt", async () => {
    const answer = await fetch(session.browser_live_view_url ?? "");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy).toMatch(/; frame-ancestors https:\/\/fleet\.example$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const html = await answer.text();
    expect(html).not.toMatch(/(src|href)=/);
    const refused = await fetch(`${service.url}/browser/remote?jwt=x`);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: "unauthorized" });
    const page = await fetch(`${service.url}/browser/remote?jwt=x`, { headers: { accept: "text/html" } });
    expect(page.status).toBe(401);
    expect(await page.text()).toContain("not valid");
  });
});
