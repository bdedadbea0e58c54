// Dialogs that a session's pages show: watched and answered in the live view, and left alone for the session's client.
import type { Dialog, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { visibleMarks } from "../../lib/format/visible-marks.ts";
import { connectOverCdp, type DrivenBrowser } from "../../service/chromium/driver.ts";
import { devtoolsOver } from "../support/fakes/devtools-over.ts";
import { chromiumForTests } from "../support/programs/chromium-for-tests.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import type { FullService } from "../support/service/full-service.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { openSocket } from "../support/service/live-view-client.ts";
import { waitUntil } from "../support/wait-until.ts";

const service = await fullServiceForTests();
const site = await siteForTests();
const operators = await chromiumForTests();

let session: Awaited<ReturnType<FullService["create"]>>;
let driven: DrivenBrowser;
let viewer: Page;
beforeEach(async () => {
  session = await service.create({ viewport: { width: 800, height: 600 } });
  driven = await connectOverCdp(session.cdp_ws_url);
  await driven.page.goto(`${site.url}/`);
  viewer = await operators.newPage();
});
afterEach(async () => {
  await viewer.close();
  await driven.close();
  await service.sessions.end(session.session_id, "deleted");
});

const open = async (more = "") => {
  await viewer.goto(`${session.browser_live_view_url}${more}`);
  await expect.poll(() => viewer.textContent("#mode")).toMatch(/Live|View only/);
};
const panel = () => viewer.getByRole("region");
/** What the viewer reads of an open dialog; undefined without one. */
const shown = async () =>
  (await panel().count()) === 0
    ? undefined
    : (await panel().getByRole("heading").or(panel().getByRole("paragraph")).allTextContents()).filter(
        Boolean,
      );
const button = (name: string) => viewer.getByRole("button", { name, exact: true });
const field = () => viewer.getByRole("textbox", { name: "Text" });

/** Shows a page that asks before it is left. */
const holdBack = async (page: Page) => {
  await page.goto(`${site.url}/form`);
  page.on("dialog", () => undefined);
  await page.evaluate(() => addEventListener("beforeunload", (event) => event.preventDefault()));
  // Chromium asks only for a page that has been used.
  await page.mouse.click(10, 10);
};

/** The next dialog of a page, which stays open until it is answered. */
const nextDialog = (page = driven.page) => new Promise<Dialog>((resolve) => page.once("dialog", resolve));

describe("the live view", () => {
  test("shows the dialog that is open, also to who comes later, until the client has answered it", async () => {
    await open("&readOnly=true");
    expect(await shown()).toBeUndefined();
    const arrived = nextDialog();
    const answer = driven.page.evaluate(() => confirm("Delete \u202e<b>all</b>?\nReally?"));
    const dialog = await arrived;
    const lines = ["JavaScript confirm", site.url, visibleMarks("Delete \u202e<b>all</b>?\nReally?")];
    await expect.poll(shown).toEqual(lines);
    expect(await viewer.getByRole("button").count()).toBe(0);
    await viewer.reload();
    await expect.poll(shown).toEqual(lines);

    // Whatever the page of a viewer who only watches sends.
    const { pathname, search } = new URL(viewer.url());
    const socket = await openSocket(service.url, `${pathname}/socket${search}`);
    if (typeof socket === "number") return expect.fail("the viewer was refused");
    await waitUntil("the viewer has the dialog", () =>
      socket.messages.some((text) => text.includes("Really")),
    );
    for (const id of [1, 2, 3]) socket.socket.send(JSON.stringify({ type: "answer", id, accept: false }));
    socket.socket.close();
    await waitUntil("the viewer is gone", socket.isClosed);

    await dialog.accept();
    expect(await answer).toBe(true);
    await expect.poll(shown).toBeUndefined();
  });

  test("answers dialogs for whoever controls it", async () => {
    await open();
    // The client leaves them open.
    driven.page.on("dialog", () => undefined);
    const answers = driven.page.evaluate(() => [
      confirm("One?"),
      confirm("Two?"),
      prompt("Your name?", "Ada"),
      prompt("And now?", "Ada"),
      typeof alert("Done"),
    ]);
    await expect.poll(shown).toContain("One?");
    await button("OK").click();
    await expect.poll(shown).toContain("Two?");
    await button("Cancel").click();
    await expect.poll(shown).toContain("Your name?");
    expect(await field().inputValue()).toBe("Ada");
    await field().fill("Grace");
    await field().press("Enter");
    await expect.poll(shown).toContain("And now?");
    expect(await field().inputValue()).toBe("Ada");
    await button("Cancel").click();
    await expect.poll(shown).toContain("Done");
    expect(await button("Cancel").count()).toBe(0);
    await button("OK").click();
    expect(await answers).toEqual([true, false, "Grace", null, "undefined"]);
    await expect.poll(shown).toBeUndefined();
  });

  test("takes neither the second press of a double click nor what is typed into the page as an answer", async () => {
    await driven.page.setContent(
      `<input id=i autofocus style="position:fixed;inset:0;width:100vw" onclick="document.title=confirm('Sure?')">`,
    );
    await open();
    driven.page.on("dialog", () => undefined);
    await expect.poll(() => viewer.textContent("#status")).toBe("");
    await viewer.locator("canvas").click();
    await expect.poll(shown).toContain("Sure?");
    await viewer.keyboard.type(" ");
    await viewer.keyboard.press("Enter");
    const target = (await button("Cancel").boundingBox()) ?? expect.fail("there is no button");
    await viewer.mouse.move(target.x + 5, target.y + 5);
    await viewer.mouse.down({ clickCount: 2 });
    await viewer.mouse.up({ clickCount: 2 });
    expect(await shown()).toContain("Sure?");
    // Nor does the page get what its user does beside the dialog.
    await viewer.locator("canvas").click({ position: { x: 5, y: 5 } });
    await viewer.keyboard.insertText("lost");
    await button("OK").click();
    await expect.poll(() => driven.page.title()).toBe("true");
    await expect.poll(shown).toBeUndefined();
    await viewer.keyboard.type("typed");
    await expect.poll(() => driven.page.inputValue("#i")).toBe("typed");
  });

  test("shows the dialogs of frames, of other tabs and of a page that is to be left", async () => {
    await open();
    driven.page.on("dialog", () => undefined);
    const frameUrl = site.url.replace("127.0.0.1", "localhost");
    await driven.page.setContent(`<iframe src="${frameUrl}/framed"></iframe>`);
    const frame = driven.page.frames()[1] ?? expect.fail("there is no frame");
    await frame.waitForURL(`${frameUrl}/framed`);
    const framed = frame.evaluate(() => prompt("From a frame?"));
    await expect.poll(shown).toEqual(["JavaScript prompt", frameUrl, "From a frame?"]);
    await field().fill("yes");
    await button("OK").click();
    expect(await framed).toBe("yes");

    const tab = await driven.page.context().newPage();
    await expect.poll(() => viewer.textContent("#page")).toContain("about:blank");
    const behind = driven.page.evaluate(() => confirm("From behind?"));
    await expect.poll(shown).toEqual(["JavaScript confirm", `${site.url} in another tab`, "From behind?"]);
    await button("OK").click();
    expect(await behind).toBe(true);

    await holdBack(tab);
    const stays = tab.goto(`${site.url}/next`).catch((error: Error) => error.message);
    await expect.poll(shown).toEqual(["Leave the page?", site.url]);
    await button("Stay").click();
    expect(await stays).toContain("ERR_ABORTED");
    // In a tab of its own: Chromium aborts a navigation that begins while one that was refused is ended.
    const left = await driven.page.context().newPage();
    await holdBack(left);
    const leaves = left.goto(`${site.url}/next`);
    await expect.poll(shown).toEqual(["Leave the page?", site.url]);
    await button("Leave").click();
    await leaves;
    expect(await left.title()).toBe("/next");
  });
});

describe("a client of the session", () => {
  test("has its dialogs dismissed by Playwright when it does not listen to them", async () => {
    await open();
    expect(await driven.page.evaluate(() => [confirm("1"), prompt("2", "x"), typeof alert("3")])).toEqual([
      false,
      null,
      "undefined",
    ]);
    await expect.poll(shown).toBeUndefined();
  });

  test("gets no event that it has not enabled, and none of its dialogs is answered", async () => {
    await driven.close();
    const client = await devtoolsOver(session.cdp_ws_url);
    const page = (await client.targets()).find(({ type }) => type === "page") ?? expect.fail("no page");
    const sessionId = await client.attach(page.targetId);
    const events: string[] = [];
    for (const event of ["Opening", "Closed"])
      client.on(`Page.javascriptDialog${event}`, () => events.push(event));
    client.on("Page.frameNavigated", () => events.push("navigated"));
    await open();
    const answer = client.evaluate("confirm('Silent?')", { sessionId });
    await expect.poll(shown).toContain("Silent?");
    await button("OK").click();
    expect(await answer).toBe(true);
    await client.send("Page.navigate", { url: `${site.url}/away` }, { sessionId });
    await expect.poll(() => viewer.textContent("#page")).toContain("/away");
    expect(events).toEqual([]);

    await client.send("Page.enable", {}, { sessionId });
    const second = client.evaluate("confirm('Heard?')", { sessionId });
    await expect.poll(() => events).toEqual(["Opening"]);
    await client.send("Page.handleJavaScriptDialog", { accept: true }, { sessionId });
    expect(await second).toBe(true);
    client.close();
  });
});

describe("a session with an open dialog", () => {
  test("ends, with the profile that it stores", async () => {
    await service.ask("POST", "/profiles", { name: "shopper" });
    const saving = await service.create({ profile: { name: "shopper", save_changes: true } });
    const client = await connectOverCdp(saving.cdp_ws_url);
    await client.page.goto(`${site.url}/cookie`);
    await client.page.evaluate(() => localStorage.setItem("cart", "3 items"));
    client.page.on("dialog", () => undefined);
    const confirmed = client.page.evaluate(() => confirm("End?")).catch((error: Error) => error.message);
    const living = service.sessions.living(saving.session_id);
    await waitUntil("the dialog is open", () => living.dialogs.open.length > 0);
    const ended = await service.ask("DELETE", `/browsers/${saving.session_id}`);
    expect(ended.status).toBe(204);
    expect(await confirmed).toMatch(/closed/);
    const stored = (await service.ask("GET", "/profiles/shopper/download")).text;
    expect(stored).toContain("3 items");
    expect(stored).toContain('"long"');
  });
});
