// Mouse, keyboard, pictures and code through the published clients.
import { describe, expect, test } from "vitest";
import { lightChromium } from "../support/programs/launch-options.ts";
import { newest, publishedClients } from "../support/programs/published-clients.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const site = await siteForTests();
const { session_id: id } = await service.create({ headless: true, timeout_seconds: 600 });

describe.each(publishedClients)("client $version", (sdk) => {
  const { connect, Kernel } = sdk;
  const client = () => connect({ baseURL: service.url, apiKey: service.bearer });

  test("code and input act on the same page", async () => {
    const { computer, playwright } = client().browsers;
    const run = async (code: string) => await playwright.execute(id, { code, timeout_sec: 50 });
    expect(
      await run(`await page.goto("${site.url}/form");
        await page.evaluate(() => { document.body.innerHTML = "<input style='position:fixed;left:0;top:0;width:200px;height:40px'>"; });
        console.log("ready"); return { title: await page.title() };`),
    ).toMatchObject({ success: true, result: { title: "/form" }, stdout: expect.stringContaining("ready") });
    const done = await computer.clickMouse(id, { x: 50, y: 20 }).withResponse();
    expect(done.response.status).toBe(200);
    expect(done.response.headers.get("content-type")).toBeNull();
    await computer.typeText(id, { text: "Grüße" });
    await computer.pressKey(id, { keys: ["BackSpace"] });
    await computer.batch(id, { actions: [{ type: "type_text", type_text: { text: "!" } }] });
    await computer.moveMouse(id, { x: 7, y: 9 });
    expect(await computer.getMousePosition(id)).toEqual({ x: 7, y: 9 });
    await computer.dragMouse(id, {
      path: [
        [1, 100],
        [5, 120],
      ],
    });
    await computer.scroll(id, { x: 100, y: 300, delta_y: 10 });
    expect(await computer.setCursorVisibility(id, { hidden: true })).toEqual({ ok: true });
    expect(await run("return await page.inputValue('input')")).toMatchObject({ result: "Grüß!" });

    const picture = await computer.captureScreenshot(id, { region: { x: 0, y: 0, width: 40, height: 30 } });
    expect(picture.headers.get("content-type")).toBe("image/png");
    const png = Buffer.from(await picture.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([40, 30]);

    expect(await run("throw new Error('on purpose')")).toMatchObject({
      success: false,
      error: expect.stringContaining("on purpose"),
    });
    await expect(computer.clickMouse(id, { x: -1, y: 0 })).rejects.toBeInstanceOf(Kernel.BadRequestError);
    await expect(computer.typeText("nobody", { text: "" })).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test.runIf(sdk === newest)(
    "the clipboard is that of the session's pages, and of no other session",
    async () => {
      const { computer, playwright } = newest.connect({
        baseURL: service.url,
        apiKey: service.bearer,
      }).browsers;
      const text = 'Grüße\n"😀"';
      expect(await computer.readClipboard(id)).toEqual({ text: "" });
      await computer.writeClipboard(id, { text });
      expect(await computer.readClipboard(id)).toEqual({ text });
      const { session_id: other } = await service.create({ headless: true });
      expect(await computer.readClipboard(other)).toEqual({ text: "" });
      const run = async (code: string) => await playwright.execute(id, { code });
      await run(`await page.goto("${site.url}/form");
      await page.evaluate(() => { document.body.innerHTML = "<textarea autofocus></textarea>"; document.querySelector("textarea").focus(); });`);
      await computer.pressKey(id, { keys: ["Ctrl+v"] });
      expect(await run("return await page.inputValue('textarea')")).toMatchObject({ result: text });
      await run("await page.fill('textarea', 'of the page'); await page.focus('textarea')");
      await computer.pressKey(id, { keys: ["Ctrl+a", "Ctrl+c"] });
      expect(await computer.readClipboard(id)).toEqual({ text: "of the page" });
      await expect(computer.readClipboard("nobody")).rejects.toBeInstanceOf(Kernel.NotFoundError);
      await service.sessions.end(other, "deleted");
    },
  );

  test("every method assigned to this file was called successfully", () => expectCovered("input", sdk));
});
