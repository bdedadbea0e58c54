// Sessions as the whole dashboard shows them: logs that are followed through breaks, shared by all tabs of a browser,
// kept beyond a session's end, and read by keyboard alone; and keys to a session that stay with the API.

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { focused, navigateByPalette, tabUntilFocused } from "../support/dashboard/keyboard-navigation.ts";
import { brieflyShown, clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

const paneOf = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const following = (page: Page) => page.getByRole("status").filter({ hasText: "following" });

/** What the pane holds, as it gives it away. */
async function downloadedLines(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /^Download .*lines?$/ }).click(),
  ]);
  return (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
}

test("a log is followed live across a disconnect, with a gap row and without repetition", async ({
  page,
  upstream: { records, logs },
  stack: { relay },
}) => {
  const { session_id: id } = records.browser();
  let ticks = 0;
  const say = () => {
    ticks += 1;
    logs.write(id, "chromium", [`tick ${ticks}.`]);
  };
  // Faster, and the row of a break would be scrolled away between two reads of it.
  const ticking = setInterval(say, 100);
  const log = page.getByRole("log");
  const gap = log.getByText(/^Disconnected/);
  /** Waits until lines are shown that are written from now on. */
  const goesOn = async () => {
    const now = ticks;
    const newest = async () =>
      Number([...((await log.textContent()) ?? "").matchAll(/tick (\d+)\./g)].at(-1)?.[1] ?? 0);
    await expect.poll(newest).toBeGreaterThan(now);
  };
  try {
    await page.goto(`/browsers/${id}`);
    await goesOn();
    await expect(following(page)).toBeVisible();
    await expect(gap).toHaveCount(0);
    const broken = brieflyShown(page, "[role=log]", "Disconnected");
    // The page watches once it answers this.
    await page.evaluate(() => undefined);
    relay.cut();
    await broken;
    await expect(following(page)).toBeVisible();
    await goesOn();
    relay.set({ kind: "refuse" });
    await expect(page.getByRole("status").filter({ hasText: "reconnecting" })).toBeVisible();
    relay.set({ kind: "pass" });
    await expect(following(page)).toBeVisible();
    await goesOn();
  } finally {
    clearInterval(ticking);
  }
  await expect(log).toContainText(`tick ${ticks}.`);
  const found = await downloadedLines(page);
  const breaks = found.filter((line) => line.startsWith("---"));
  expect(breaks, "one for the cut, one for the dead upstream").toHaveLength(2);
  let last = 0;
  let isGapAllowed = true;
  for (const line of found) {
    const tick = Number(/tick (\d+)\.$/.exec(line)?.[1]);
    if (line.startsWith("---")) isGapAllowed = !line.includes("no line is missing");
    if (Number.isNaN(tick)) continue;
    if (isGapAllowed) expect(tick, `tick after ${last} and a break`).toBeGreaterThan(last);
    else expect(tick, `tick after ${last}`).toBe(last + 1);
    last = tick;
    isGapAllowed = false;
  }
  expect(last).toBe(ticks);
});

test("two panes of two sessions show a disconnect of the API and continue", async ({
  page,
  upstream: { records, logs },
  stack: { relay },
}) => {
  const [own, other] = [records.browser().session_id, records.browser().session_id];
  const say = (text: string) => {
    logs.write(own, "/tmp/a.log", [`${text} of a`]);
    logs.write(other, "/tmp/b.log", [`${text} of b`]);
  };
  say("first");
  await page.goto(`/browsers/${own}?panes=p./tmp/a.log*g*P.${other}./tmp/b.log`);
  const panes = [
    { name: "a", pane: paneOf(page, "Log /tmp/a.log") },
    { name: "b", pane: paneOf(page, /^Log \/tmp\/b\.log/) },
  ];
  for (const { name, pane } of panes) {
    await expect(pane.getByRole("log")).toContainText(`first of ${name}`);
    await expect(pane.getByText("following", { exact: true })).toBeVisible();
  }
  relay.cut();
  say("said meanwhile");
  for (const { name, pane } of panes) {
    await expect(pane.getByRole("log").getByText(/^Disconnected/)).toBeVisible();
    await expect(pane.getByRole("log")).toContainText(`said meanwhile of ${name}`);
    await expect(pane.getByText("following", { exact: true })).toBeVisible();
  }
  say("last");
  for (const { name, pane } of panes)
    await expect(pane.getByRole("log")).toHaveText(
      new RegExp(`first of ${name}.*Disconnected.*meanwhile of ${name}.*last of ${name}`),
    );
});

test("eight tabs share one live stream, and each has its own title", async ({
  page,
  context,
  upstream: { records, logs },
}) => {
  const { session_id: id } = records.browser();
  const invocation = records.invocation();
  const addresses = [
    "/invocations",
    "/browsers",
    "/pools",
    "/proxies",
    "/audit",
    `/invocations/${invocation.id}`,
  ];
  logs.write(id, "/tmp/crawl.log", ["a line before the others"]);
  await page.goto(`/browsers/${id}?source=path&path=/tmp/crawl.log`);
  await expect(page.getByRole("log")).toContainText("a line before the others");
  const tabs = [page];
  for (const address of ["/settings", ...addresses]) {
    const tab = await context.newPage();
    await tab.goto(address, { waitUntil: "commit" });
    await expect(tab.getByRole("banner").getByRole("status")).toHaveText("Live");
    tabs.push(tab);
  }
  await expect.poll(async () => new Set(await Promise.all(tabs.map((tab) => tab.title()))).size).toBe(8);
  logs.write(id, "/tmp/crawl.log", ["a line for the first of them"]);
  await expect(page.getByRole("log")).toContainText("a line for the first of them");
});

test("a session is found and deleted once without exposing its addresses, and its log stays readable", async ({
  page,
  upstream,
}) => {
  const { records, logs } = upstream;
  const { session_id: id } = records.browser({
    headless: false,
    cdp_ws_url: "wss://elsewhere.test/cdp?jwt=the-key",
    browser_live_view_url: "https://elsewhere.test/view?jwt=the-key",
  });
  logs.write(id, "chromium", ["the last words"]);
  await page.goto("/browsers");
  await page.getByRole("table", { name: "Browsers" }).getByRole("row").filter({ hasText: id }).click();
  await expect(page).toHaveURL(new RegExp(`/browsers/${id}\\?panes=`));
  const main = page.getByRole("main");
  await expect(main.getByText("active", { exact: true })).toBeVisible();
  await expect(page.getByRole("log")).toContainText("the last words");
  expect(await page.content()).not.toContain("the-key");

  await test.step("a live view outside the API's own host is refused and not framed", async () => {
    await page.getByRole("button", { name: "Watch live" }).click();
    await expect(page.getByText(/outside its own host/)).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(await page.content()).not.toContain("the-key");
  });

  await page.getByRole("button", { name: /^End browser/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End browser" }).click();
  const ended = page.getByRole("status").filter({ hasText: "log ended" });
  await expect(ended).toBeVisible();
  await expect(main.getByText("ended", { exact: true })).toBeVisible();
  expect(upstream.hitsOn("DELETE", `/browsers/${id}`)).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole("log")).toContainText("the last words");
  await expect(ended).toBeVisible();
  await page.goto("/browsers?status=deleted");
  await expect(page.getByRole("row").filter({ hasText: id })).toContainText("ended");
});

test("by keyboard alone: a pasted link opens its log, which is paused, read and closed without deleting the session", async ({
  page,
  upstream: { records, logs },
}) => {
  const { session_id: id } = records.browser();
  const path = "/var/log/flood.log";
  logs.write(
    id,
    path,
    Array.from({ length: 300 }, (_, at) => `line ${at + 1} of a worker that cannot stop`),
  );
  const { keyboard } = page;
  // A dialog listens to Escape from the moment on that it has the focus.
  const dialogWithFocus = page.locator("[role=dialog]:focus-within");
  await page.goto("/settings");
  const link = `https://api.example.com/browsers/${id}/logs/stream?follow=true&source=path&path=${encodeURIComponent(path)}&jwt=opaque-secret`;
  await navigateByPalette(page, link, id);
  await expect(page.getByRole("heading", { level: 1, name: id })).toBeVisible();
  expect(page.url()).not.toContain("opaque-secret");
  const log = page.getByRole("log", { name: `Lines of ${path}` });
  await expect(log).toContainText("line 300 of a worker");
  await expect(log).toHaveAttribute("aria-live", "off");
  await tabUntilFocused(page, log, 60);
  await keyboard.press("Space");
  await expect(page.getByRole("button", { name: "To the end" })).toBeVisible();
  await keyboard.press("ArrowUp");
  const spoken = paneOf(page, `Log ${path}`).locator("[aria-live=polite]").last();
  await expect(spoken).toContainText(/line \d+ of a worker that cannot stop/);
  await keyboard.press("?");
  await expect(dialogWithFocus).toBeVisible();
  await keyboard.press("Escape");
  await expect(log).toBeFocused();
  await tabUntilFocused(page, page.getByRole("button", { name: `Close ${path}` }), 80);
  await keyboard.press("Enter");
  await expect(page.getByText("No panes open")).toBeVisible();
  await expect.poll(() => focused(page)).not.toBe("nothing");
  await navigateByPalette(page, "add pane…", /add pane…/i);
  await expect(page.getByRole("dialog", { name: "Add pane" }).and(dialogWithFocus)).toBeVisible();
  await keyboard.press("Escape");
  const end = page.getByRole("button", { name: /^End browser/ });
  await tabUntilFocused(page, end, 80);
  await keyboard.press("Enter");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(end).toBeFocused();
});

test("a browser is started, and many are ended at once, each audited with the reason", async ({
  page,
  upstream,
}) => {
  const [first, second] = [upstream.records.browser({}), upstream.records.browser({})];
  await page.goto("/browsers");
  await clickWhenTakenOver(page.getByRole("button", { name: "Start browser…" }).first());
  await page.getByRole("dialog").getByRole("button", { name: "Start browser" }).click();
  await expect(page).toHaveURL(/\/browsers\/.+/);
  expect(upstream.records.browsers.size).toBe(3);

  await page.goto("/browsers");
  for (const { session_id: id } of [first, second])
    await page.getByRole("row").filter({ hasText: id }).getByRole("checkbox").check();
  await page.getByRole("region", { name: "Selected browsers" }).getByRole("button", { name: "End…" }).click();
  const dialog = page.getByRole("dialog", { name: "End 2 browsers?" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("left over");
  await dialog.getByRole("button", { name: "End 2 browsers" }).click();
  await expect(page.getByText("2 browsers ended.")).toBeVisible();
  expect(upstream.records.browsers.size).toBe(1);
  const audit = await page.request.get("/api/audit?action=deleteBrowser&phase=answered");
  expect(await audit.json()).toEqual(
    expect.arrayContaining(
      [first, second].map(({ session_id: target }) =>
        expect.objectContaining({ target, reason: "left over", status: 204 }),
      ),
    ),
  );
});
