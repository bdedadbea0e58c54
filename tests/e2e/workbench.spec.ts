// The workbench of a session as an operator uses it: several logs at once, and the live view beside them.
import AxeBuilder from "@axe-core/playwright";
import { chromium, type Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { faultsBesideMenus as faultsOf } from "./accessibility.ts";
import { directDashboard } from "./direct-dashboard.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { goBy, openPalette } from "./keyboard.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

test.use({ fleetName: "workbench" });

const floodPath = "/tmp/flood.log";
const floodSeconds = 3;
const linesPerSecond = 5_000;

/** Writes files in an instance: some with a line or two, one in flood. */
async function writeLogs(api: ApiClient, id: string, files: readonly string[]): Promise<void> {
  const line = files.map((file) => `echo "first line of ${file}" >> ${file}`).join("; ");
  await api.call(operations.execProcess, { params: { id }, body: { command: "sh", args: ["-c", line] } });
}

async function flood(api: ApiClient, id: string): Promise<void> {
  const second = `seq -f "flood $s %g" 1 ${linesPerSecond} >> ${floodPath}; sleep 1`;
  const command = `for s in $(seq 1 ${floodSeconds}); do ${second}; done`;
  await api.call(operations.spawnProcess, {
    params: { id },
    body: { command: "sh", args: ["-c", command] },
  });
}

const paneOf = (page: Page, name: string) => page.getByRole("region", { name: `Log ${name}`, exact: true });
const panes = (page: Page) => page.getByRole("region", { name: /^Log / });

/** Does what the palette offers by these words. */
const runAction = (page: Page, words: string) => goBy(page, words, new RegExp(words, "i"));

let first = "";
let second = "";
const ownFiles = ["/tmp/a.log", "/tmp/b.log", "/tmp/c.log", floodPath];
const otherFiles = ["/tmp/d.log", "/tmp/e.log"];
test.beforeAll(async ({ fleet: { api } }) => {
  const make = async () => (await createBrowser(api, { headless: true })).id;
  [first, second] = await Promise.all([make(), make()]);
  await Promise.all([writeLogs(api, first, ownFiles), writeLogs(api, second, otherFiles)]);
});
test.afterAll(async ({ fleet: { api } }) => {
  await Promise.all([first, second].filter((id) => id !== "").map((id) => deleteBrowser(api, id)));
});

/** Eight panes over two sessions in two columns. */
const eight = () =>
  [
    "s.chromium",
    "p./tmp/a.log",
    "g",
    `p.${floodPath}`,
    "g",
    "p./tmp/b.log",
    "c",
    `S.${second}.chromium`,
    "g",
    `P.${second}./tmp/d.log`,
    `P.${second}./tmp/e.log`,
    "g",
    "p./tmp/c.log",
  ].join("*");

test("eight panes over two sessions, one in flood; sizes set by keyboard and the panes survive a reload", async ({
  page,
  fleet: { api },
}) => {
  await page.goto(`/browsers/${first}?${new URLSearchParams({ panes: eight() })}`);
  const seen = panes(page);
  // Two groups have two tabs each: six of the eight are seen.
  await expect(seen).toHaveCount(6);
  await expect(page.getByRole("heading", { name: "8 log panes" })).toBeVisible();
  await flood(api, first);
  const flooded = paneOf(page, floodPath).getByRole("log");
  await expect(flooded).toContainText(`flood ${floodSeconds} ${linesPerSecond}`, { timeout: 60_000 });
  await expect(page.getByRole("region", { name: /^Log \/tmp\/d\.log/ }).getByRole("log")).toContainText(
    "first line of /tmp/d.log",
  );

  await test.step("what is not seen has been collected, too", async () => {
    const tabs = page.getByRole("tablist", { name: "Logs of part 1" });
    await tabs.getByRole("tab", { name: "chromium" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(paneOf(page, "/tmp/a.log").getByRole("log")).toContainText("first line of /tmp/a.log");
    await expect(page).toHaveURL(/a\.log\*o/);
  });

  const width = page.getByRole("separator", { name: "Width of log column 1" });
  const height = page.getByRole("separator", { name: "Height of log 1 in column 1" });
  const sides = page.getByRole("separator", { name: "Width of the live view and details" });
  const before = [];
  for (const [separator, key] of [
    [width, "ArrowLeft"],
    [height, "ArrowDown"],
    [sides, "ArrowLeft"],
  ] as const) {
    const at = await separator.getAttribute("aria-valuenow");
    await separator.focus();
    await page.keyboard.press(key);
    await expect(separator).not.toHaveAttribute("aria-valuenow", at ?? "");
    before.push(Math.round(Number(await separator.getAttribute("aria-valuenow"))));
  }
  const address = page.url();
  await page.reload();
  await expect(seen).toHaveCount(6);
  await expect(paneOf(page, "/tmp/a.log")).toBeVisible();
  const sizes = () =>
    Promise.all(
      [width, height, sides].map(async (each) =>
        Math.round(Number(await each.getAttribute("aria-valuenow"))),
      ),
    );
  await expect.poll(sizes).toEqual(before);

  await test.step("without them in the address the last panes come back", async () => {
    await page.getByRole("button", { name: "Close /tmp/c.log" }).click();
    await expect(page.getByRole("heading", { name: "7 log panes" })).toBeVisible();
    await page.goto(`/browsers/${first}`);
    await expect(page.getByRole("heading", { name: "7 log panes" })).toBeVisible();
    await expect(page).toHaveURL(/panes=/);
  });

  await test.step("on another session only what can be its own", async () => {
    await page.goto(`/browsers/${second}`);
    await expect(page.getByRole("heading", { name: "4 log panes" })).toBeVisible();
  });
  expect(address).toContain("panes=");
});

test("panes are added, moved, shifted, merged and taken apart, all by keyboard", async ({ page }) => {
  await page.goto(`/browsers/${first}?panes=s.chromium`);
  await expect(paneOf(page, "chromium")).toBeVisible();

  await runAction(page, "add log pane");
  const dialog = page.getByRole("dialog", { name: "Add a log pane" });
  await dialog.getByRole("combobox", { name: "Source" }).press("Enter");
  await page.getByRole("option", { name: "File path" }).press("Enter");
  await dialog.getByRole("combobox", { name: "Path in the instance" }).fill("tmp/a.log");
  await dialog.getByRole("button", { name: "Add pane" }).press("Enter");
  await expect(dialog.getByText("A path starts with /.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Path in the instance" }).fill("/tmp/a.log");
  await dialog.getByRole("button", { name: "Add pane" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(paneOf(page, "/tmp/a.log").getByRole("log")).toContainText("first line of /tmp/a.log");

  await test.step("another session is offered", async () => {
    await page.getByRole("button", { name: "Add log pane…" }).press("Enter");
    const whose = dialog.getByRole("combobox", { name: "Session" });
    await whose.fill(second.slice(0, 8));
    await expect(page.getByRole("option", { name: second })).toBeVisible();
    await whose.press("ArrowDown");
    await whose.press("Enter");
    await expect(whose).toHaveValue(second);
    await dialog.getByRole("button", { name: "Add pane" }).press("Enter");
    await expect(panes(page)).toHaveCount(3);
  });

  await test.step("moved beside another, it is a tab and has kept its lines", async () => {
    await page.getByRole("button", { name: "Arrange /tmp/a.log" }).press("Enter");
    await page.getByRole("menuitem", { name: "chromium", exact: true }).first().press("Enter");
    await expect(page.getByRole("tab", { name: "/tmp/a.log" })).toHaveAttribute("aria-selected", "true");
    await expect(paneOf(page, "/tmp/a.log").getByRole("log")).toContainText("first line of /tmp/a.log");
    await page.getByRole("button", { name: "Arrange /tmp/a.log" }).press("Enter");
    await page.getByRole("menuitem", { name: "Move to a new split right" }).press("Enter");
    await expect(page.getByRole("separator", { name: "Width of log column 1" })).toBeVisible();
  });

  await test.step("time-locked panes can be shifted against each other", async () => {
    await runAction(page, "time lock on");
    await expect(page.getByRole("switch", { name: /Time-locked/ })).toBeChecked();
    await page.getByRole("button", { name: "Shift of /tmp/a.log: ±0 ms" }).press("Enter");
    const shift = page.getByRole("textbox", { name: "Shift this pane by (ms)" });
    for (let presses = 0; presses < 5; presses += 1) await shift.press("ArrowDown");
    await expect(shift).toHaveValue("-250");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Shift of /tmp/a.log: −250 ms" })).toBeVisible();
    await expect(page).toHaveURL(/k\.-250/);
    await expect(page).toHaveURL(/lock=on/);
    await page.reload();
    await expect(page.getByRole("button", { name: "Shift of /tmp/a.log: −250 ms" })).toBeVisible();
  });

  await page.getByRole("button", { name: "Merge…" }).press("Enter");
  await page.getByRole("button", { name: "Merge 3 panes" }).press("Enter");
  await expect(panes(page)).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "1 log pane" })).toBeVisible();
  await page.getByRole("button", { name: /^Arrange/ }).press("Enter");
  await page.getByRole("menuitem", { name: /^Un-merge/ }).press("Enter");
  await expect(page.getByRole("tab", { name: /chromium|a\.log/ })).toHaveCount(3);

  await page.getByRole("tab", { name: "/tmp/a.log" }).press("Delete");
  await expect(page.getByRole("heading", { name: "2 log panes" })).toBeVisible();
});

test("a link is read leniently, and a pasted one leads to its log", async ({ page, context }) => {
  await page.goto(`/browsers/${first}?panes=zz*p./tmp/a.log*k.x`);
  await expect(paneOf(page, "/tmp/a.log")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Left aside from the address" })).toContainText(
    "zz",
  );

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const stream = `https://api.example.com/browsers/${second}/logs/stream?follow=true&source=path&path=%2Ftmp%2Fd.log&jwt=opaque-secret`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), stream);
  const palette = await openPalette(page);
  await page.keyboard.press("Control+v");
  await expect(palette.getByRole("option").first()).toContainText(second);
  expect(await palette.getByRole("combobox").inputValue()).not.toContain("opaque-secret");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: second })).toBeVisible();
  await expect(paneOf(page, "/tmp/d.log").getByRole("log")).toContainText("first line of /tmp/d.log");
});

for (const theme of ["light", "dark"] as const) {
  test(`panes, dialogs and menus have no accessibility fault, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const faults: Record<string, string[]> = {};
    const check = async (what: string) => {
      const found = await faultsOf(page);
      if (found.length > 0) faults[what] = found;
    };
    await page.goto(`/browsers/${first}?${new URLSearchParams({ panes: eight(), lock: "on" })}`);
    await expect(panes(page)).toHaveCount(6);
    await expect(paneOf(page, "/tmp/b.log").getByRole("log")).toContainText("first line");
    await check("eight panes");
    await page.goto(`/browsers/${first}?panes=s.chromium*g*p./tmp/b.log&lock=on`);
    await expect(paneOf(page, "/tmp/b.log").getByRole("log")).toContainText("first line");
    await page.getByRole("button", { name: /^Shift of \/tmp\/b\.log/ }).click();
    await expect(page.getByRole("dialog", { name: "Shift /tmp/b.log in time" })).toBeVisible();
    await check("shift");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Arrange /tmp/b.log" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await check("arrange");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Merge…" }).click();
    await expect(page.getByRole("dialog", { name: "Merge log panes" })).toBeVisible();
    await check("merge");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add log pane…" }).click();
    await expect(page.getByRole("dialog", { name: "Add a log pane" })).toBeVisible();
    await check("add");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Hide live view and details" }).click();
    await expect(page.getByRole("button", { name: "Show live view and details" })).toBeVisible();
    await check("left hidden");
    await page.getByRole("button", { name: "Show live view and details" }).click();
    await expect(page.getByRole("tab", { name: "Details" })).toBeVisible();
    await page.goto(`/browsers/${first}?panes=-`);
    await expect(page.getByText("No log pane is open")).toBeVisible();
    await check("no pane");
    await page.getByRole("button", { name: "Show chromium's log" }).click();
    await expect(paneOf(page, "chromium")).toBeVisible();
    expect(faults).toEqual({});
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("one pane is seen at a time, all are reached by tabs, nothing sticks out", async ({ page }) => {
    await page.goto(`/browsers/${first}?${new URLSearchParams({ panes: eight() })}`);
    await expect(panes(page)).toHaveCount(1);
    const tab = page.getByRole("tablist", { name: "Logs" }).getByRole("tab", { name: "/tmp/c.log" });
    await tab.tap();
    const pane = paneOf(page, "/tmp/c.log");
    await expect(pane.getByRole("log")).toContainText("first line of /tmp/c.log");
    await expect(panes(page)).toHaveCount(1);
    expect((await pane.getByRole("log").boundingBox())?.height).toBeGreaterThan(200);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    expect(await faultsOf(page)).toEqual([]);
  });
});

test.describe("the live view, without the relay", () => {
  const dashboard = directDashboard();

  test("floats over the logs, survives what changes around it, and leaves nothing behind", async ({
    page,
    fleet: { api, operator },
  }) => {
    const { id, cdpUrl } = await createBrowser(api);
    const driven = await chromium.connectOverCDP(cdpUrl);
    await driven.contexts()[0]?.pages()[0]?.goto("data:text/html,<h1>Your cart</h1>");
    await page.goto(`${dashboard.url}/browsers/${id}?panes=s.chromium*g*p./tmp/a.log`);
    await signIn(page, operator.username, operator.password);
    await expect(panes(page)).toHaveCount(2);

    await runAction(page, "open live view");
    const frame = page.locator("iframe");
    await expect(frame).toHaveAttribute("title", `Live view of session ${id}`);
    await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-same-origin");
    await expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
    await expect(frame).toHaveAttribute("allow", "");
    await page.frameLocator("iframe").locator("canvas, img").first().waitFor();
    const address = (await frame.getAttribute("src")) ?? "";
    const key = new URL(address).searchParams.get("jwt") ?? new URL(address).pathname;

    // A frame that loads anew would lose this mark.
    const inside = page.frames().find((each) => each.url() === address);
    await inside?.evaluate(() => Object.assign(window, { sameFrame: true }));
    const same = () => inside?.evaluate(() => Reflect.get(window, "sameFrame") === true);

    await page.getByRole("button", { name: "Float over the logs" }).press("Enter");
    const view = page.getByRole("region", { name: "Live view", exact: true });
    await expect(view).toHaveCSS("position", "fixed");
    const before = await view.boundingBox();
    const move = page.getByRole("button", { name: /^Move the live view/ });
    await move.press("ArrowLeft");
    await move.press("Shift+ArrowUp");
    const { x = 0, y = 0, width = 0 } = before ?? {};
    await expect.poll(() => view.boundingBox()).toMatchObject({ x: x - 16, y: y - 64, width });
    await page.getByRole("button", { name: /^Resize the live view/ }).press("ArrowRight");
    await expect.poll(() => view.boundingBox()).toMatchObject({ width: width + 16 });
    await move.hover();
    await page.mouse.down();
    await page.mouse.move(500, 300, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await view.boundingBox())?.x).toBeLessThan(520);

    await page.getByRole("button", { name: "Hide live view and details" }).click();
    await expect(page.getByRole("separator", { name: "Width of the live view and details" })).toBeVisible();
    await expect(view).toBeVisible();
    expect(await same()).toBe(true);
    await page.getByRole("button", { name: "Show live view and details" }).click();
    await page.getByRole("tab", { name: "Details" }).click();
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
      expect(violations.map(({ id: rule }) => rule)).toEqual([]);
    }
    await page.getByRole("button", { name: "Put the live view back" }).click();
    await expect(view).toHaveCSS("position", "relative");
    expect(await same()).toBe(true);

    await test.step("control is taken and released by choice", async () => {
      expect(new URL(address).searchParams.get("readOnly")).toBe("true");
      await page.getByRole("button", { name: "Take control" }).click();
      await expect(view.getByText("in control")).toBeVisible();
      await expect(frame).not.toHaveAttribute("src", /readOnly/);
      await page.getByRole("button", { name: "Release control" }).click();
      await expect(view.getByText("watching")).toBeVisible();
    });

    await test.step("its address is in no history, no storage and no page", async () => {
      const kept = await page.evaluate(() =>
        JSON.stringify([
          window.location.href,
          window.history.state,
          { ...localStorage },
          { ...sessionStorage },
          document.cookie,
        ]),
      );
      expect(key.length).toBeGreaterThan(8);
      expect(kept).not.toContain(key);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await expect(frame).toHaveCount(0);
      expect(await page.content()).not.toContain(key);
    });

    await test.step("an ended session is said, and its frame goes", async () => {
      await page.getByRole("button", { name: "Watch live" }).click();
      await expect(frame).toHaveCount(1);
      await driven.close();
      await deleteBrowser(api, id);
      await expect(page.getByText("Session ended: there is nothing to show live.")).toBeVisible();
      await expect(frame).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Watch live" })).toHaveAttribute("aria-disabled", "true");
    });
  });

  test("a headless session says that it has none", async ({ page, fleet: { operator } }) => {
    await page.goto(`${dashboard.url}/browsers/${first}`);
    await signIn(page, operator.username, operator.password);
    await expect(page.getByText("A headless session has no live view.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Watch live" })).toHaveAttribute("aria-disabled", "true");
  });
});

test("time-locked panes move together, and apart when they are not", async ({ page, fleet: { api } }) => {
  const files = ["/tmp/early.log", "/tmp/late.log"] as const;
  const command = `for i in $(seq 1 200); do echo "step $i" >> ${files[0]}; echo "step $i" >> ${files[1]}; sleep 0.02; done`;
  const run = (text: string) =>
    api.call(operations.execProcess, { params: { id: first }, body: { command: "sh", args: ["-c", text] } });
  await run(`echo begun | tee ${files[0]} > ${files[1]}`);
  await page.goto(`/browsers/${first}?panes=p.${files[0]}*g*p.${files[1]}&lock=on`);
  await expect(panes(page)).toHaveCount(2);
  // Lines that were there before are all of one moment: that of their reading.
  for (const file of files) {
    await expect(paneOf(page, file).getByRole("log")).toContainText("begun");
    await expect(paneOf(page, file).getByText("following", { exact: true })).toBeVisible();
  }
  await run(command);
  const [leading, following] = files.map((file) => paneOf(page, file).getByRole("log"));
  await expect(following?.getByText("step 200", { exact: true }) ?? page.locator("none")).toBeVisible();
  const led = paneOf(page, files[1]);
  await leading?.hover();
  await page.mouse.wheel(0, -1_500);
  await expect(led.getByRole("button", { name: /^Paused/ })).toBeVisible();
  await expect(led.getByRole("log").getByText("step 200", { exact: true })).toHaveCount(0);

  await led.getByRole("button", { name: /^Paused/ }).click();
  await expect(led.getByRole("log").getByText("step 200", { exact: true })).toBeVisible();
  await page.getByRole("switch", { name: /Time-locked/ }).click();
  await expect(page.getByRole("switch", { name: /Time-locked/ })).not.toBeChecked();
  await leading?.hover();
  await page.mouse.wheel(0, -400);
  await expect(led.getByRole("log").getByText("step 200", { exact: true })).toBeVisible();
});
