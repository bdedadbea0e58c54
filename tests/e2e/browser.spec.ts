import { readFile } from "node:fs/promises";
import { chromium, type Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { directDashboard } from "./direct-dashboard.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

const tickMs = 100;

/** Connects to a session as its client would, and lets its page log `tick 1`, `tick 2` … until stopped. */
async function ticking(cdpUrl: string) {
  const driven = await chromium.connectOverCDP(cdpUrl);
  const context = driven.contexts()[0] ?? (await driven.newContext());
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto("data:text/html,<title>Ticking</title><h1>A page that ticks</h1>");
  await page.evaluate((everyMs) => {
    let count = 0;
    const timer = setInterval(() => console.log(`tick ${++count}`), everyMs);
    const stopTicking = () => {
      clearInterval(timer);
      return count;
    };
    Object.assign(window, { stopTicking });
  }, tickMs);
  return {
    page,
    /** Stops; answers how many ticks there were. */
    stop: () => page.evaluate(() => Number(Reflect.get(window, "stopTicking")())),
    leave: () => driven.close(),
  };
}

const lines = (page: Page) => page.getByRole("log");
const gapRow = (page: Page) => lines(page).getByText(/^Disconnected/);

/** Waits until a tick with this number or a later one is shown; the pane may have gone past it. */
async function expectTick(page: Page, number: number): Promise<void> {
  const newest = async () =>
    Number([...((await lines(page).textContent()) ?? "").matchAll(/tick (\d+)"/g)].at(-1)?.[1] ?? 0);
  await expect.poll(newest, { timeout: 60_000 }).toBeGreaterThanOrEqual(number);
}

/** What the pane holds, as it gives it away. */
async function downloadedLines(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download .*lines?$/ }).click(),
  ]);
  return (await readFile(await download.path(), "utf8")).split("\n");
}

/** A tick's number, or a break: `whole` when it says that no line is missing. */
type Mark = number | "break" | "whole break";
const isBreak = (mark: Mark) => typeof mark === "string";

/** Ticks in order, with the breaks between them. */
function sequence(text: readonly string[]): Mark[] {
  return text.flatMap((line): Mark[] => {
    if (line.startsWith("---")) return [line.includes("no line is missing") ? "whole break" : "break"];
    const tick = /tick (\d+)"/.exec(line);
    return tick === null ? [] : [Number(tick[1])];
  });
}

/** Fails unless every tick is one more than the tick before it; only at a break that says so may ticks be missing. */
function expectUnbroken(marks: readonly Mark[]): void {
  let last = 0;
  let mayMiss = true;
  for (const mark of marks) {
    if (typeof mark === "string") {
      mayMiss ||= mark === "break";
      continue;
    }
    if (mayMiss) expect(mark, `tick after ${last} and a break`).toBeGreaterThan(last);
    else expect(mark, `tick after ${last}`).toBe(last + 1);
    last = mark;
    mayMiss = false;
  }
}

test("the log is followed live; a cut is a row, the lines go on, none twice, none lost unsaid", async ({
  page,
  fleet: { api, relay },
}) => {
  const { id, cdpUrl } = await createBrowser(api);
  const driven = await ticking(cdpUrl);
  await page.goto(`/browsers/${id}`);
  await expect(lines(page)).toContainText(/tick \d+/);
  await expect(page.getByRole("status").filter({ hasText: "following" })).toBeVisible();
  await expect(gapRow(page)).toHaveCount(0);

  relay.cut();
  await expect(gapRow(page).first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "following" })).toBeVisible();
  const before = Number(sequence(await downloadedLines(page)).findLast((mark) => !isBreak(mark)));
  await expectTick(page, before + 10);

  await test.step("a dead upstream is said, and the log goes on when it is back", async () => {
    relay.set({ kind: "refuse" });
    await expect(page.getByRole("status").filter({ hasText: "reconnecting" })).toBeVisible();
    relay.set({ kind: "pass" });
    await expect(page.getByRole("status").filter({ hasText: "following" })).toBeVisible({ timeout: 60_000 });
  });

  const total = await driven.stop();
  await expect(lines(page)).toContainText(new RegExp(`tick ${total}"`));
  const found = sequence(await downloadedLines(page));
  expect(found.filter(isBreak)).toHaveLength(2);
  expectUnbroken(found);
  expect(found.at(-1)).toBe(total);
  await driven.leave();
  await deleteBrowser(api, id);
});

test("a paused log stands still and counts what waits; one click is back at the end", async ({
  page,
  fleet: { api },
}) => {
  const { id, cdpUrl } = await createBrowser(api);
  const driven = await ticking(cdpUrl);
  await page.goto(`/browsers/${id}`);
  // More than the pane shows at once, so that there is something to scroll.
  await expectTick(page, 60);
  await page.getByRole("button", { name: /^Pause/ }).click();
  const waiting = page.getByRole("button", { name: /^Paused · \d+ new/ });
  const waitingCount = async () => Number(/(\d+) new/.exec((await waiting.textContent()) ?? "")?.[1] ?? 0);
  await expect.poll(waitingCount).toBeGreaterThan(0);
  const [stood, counted] = [await lines(page).textContent(), await waitingCount()];
  await expect.poll(waitingCount).toBeGreaterThan(counted);
  expect(await lines(page).textContent()).toBe(stood);
  await waiting.click();
  await expect(waiting).toBeHidden();
  const total = await driven.stop();
  await expect(lines(page)).toContainText(new RegExp(`tick ${total}"`));

  await test.step("scrolling up pauses too", async () => {
    await lines(page).hover();
    await page.mouse.wheel(0, -2000);
    await expect(page.getByRole("button", { name: /^Paused/ })).toBeVisible();
    await page.getByRole("button", { name: /^Paused/ }).click();
    await expect(lines(page)).toContainText(new RegExp(`tick ${total}"`));
  });

  await test.step("finding is ours: the browser's own would not see rows that are not drawn", async () => {
    await lines(page).focus();
    await page.keyboard.press("Control+f");
    const find = page.getByRole("search");
    await expect(find.getByRole("textbox")).toBeFocused();
    await page.keyboard.type('tick 1"');
    await expect(find.getByText("1", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(find.getByText("1/1", { exact: true })).toBeVisible();
    await expect(lines(page)).toContainText('tick 1"');
    await page.keyboard.press("Escape");
    await expect(find).toBeHidden();
  });
  await driven.leave();
  await deleteBrowser(api, id);
});

test("another log of the session is chosen by its path, and the address keeps the choice", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  await page.goto(`/browsers/${id}`);
  await expect(page.getByRole("region", { name: "Log chromium" })).toBeVisible();
  await page.getByRole("button", { name: /change/ }).click();
  const panel = page.getByRole("dialog", { name: "Choose a log" });
  await panel.getByRole("combobox", { name: "Source" }).click();
  await page.getByRole("option", { name: "File path" }).click();
  await panel.getByRole("combobox", { name: "Path in the instance" }).fill("/no/such/file.log");
  await panel.getByRole("button", { name: "Show this log" }).click();
  await expect(page.getByRole("region", { name: "Log /no/such/file.log" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "unavailable" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Log /no/such/file.log" })).toBeVisible();
  await deleteBrowser(api, id);
});

test("a session is found in the list, and ends after saying what that does", async ({
  page,
  fleet: { api },
}) => {
  const { id, cdpUrl } = await createBrowser(api);
  await page.goto("/browsers");
  const table = page.getByRole("table", { name: "Browser sessions" });
  await table.getByRole("row").filter({ hasText: id }).click();
  await expect(page).toHaveURL(new RegExp(`/browsers/${id}$`));
  const main = page.getByRole("main");
  await expect(main.getByText("active", { exact: true })).toBeVisible();
  await expect(main.getByText(id).first()).toBeVisible();
  expect(await page.content(), "the signed address stays with the API").not.toContain("jwt=");

  const driven = await chromium.connectOverCDP(cdpUrl);
  const gone = new Promise((resolve) => driven.once("disconnected", resolve));
  const end = main.getByRole("button", { name: /^End session/ });
  await end.click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("every connected client is cut off");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "End session" }).click();
  await expect(dialog).toBeHidden();
  await expect(main.getByText("ended", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "session ended" })).toBeVisible();
  await expect(end).toHaveAttribute("aria-disabled", "true");
  await gone;
  const ended = await api.call(operations.retrieveBrowser, {
    params: { id },
    query: { include_deleted: true },
  });
  expect(ended.deleted_at).toBeTruthy();

  await page.goto("/browsers");
  await expect(page.getByRole("heading", { level: 1, name: "Browsers" })).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Ended" }).click();
  await expect(table.getByRole("row").filter({ hasText: id })).toContainText("ended");
});

test("a session that the API does not know says so", async ({ page }) => {
  await page.goto("/browsers/zzzzzzzzzzzzzzzzzzzzzzzz");
  await expect(page.getByText("The API does not know this session")).toBeVisible();
});

test("a live view outside the API's own host is refused and not framed", async ({ page, fleet: { api } }) => {
  // The service names its own address; behind the relay that is another host than the API's.
  const { id } = await createBrowser(api);
  await page.goto(`/browsers/${id}`);
  await page.getByRole("button", { name: "Watch live" }).click();
  await expect(page.getByText(/outside its own host/)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await deleteBrowser(api, id);
});

test.describe("the live view, without the relay", () => {
  const dashboard = directDashboard();

  test("opens on a click, shows the page, and takes no input until control is taken", async ({
    page,
    fleet: { api, operator },
  }) => {
    const { id, cdpUrl } = await createBrowser(api);
    const driven = await chromium.connectOverCDP(cdpUrl);
    const shown = driven.contexts()[0]?.pages()[0];
    if (shown === undefined) throw new Error("the session has no page");
    await shown.goto(
      "data:text/html,<body style='margin:0;background:rgb(10,200,30)' onclick='document.title=\"clicked\"'>",
    );

    await page.goto(`${dashboard.url}/browsers/${id}`);
    await signIn(page, operator.username, operator.password);
    await expect(page.getByText(/Nothing is transmitted until you watch/)).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
    await page.getByRole("button", { name: "Watch live" }).click();
    const frame = page.locator("iframe[title^='Live view of session']");
    await expect(frame).toBeVisible();
    expect(await frame.getAttribute("src")).toContain("readOnly=true");

    /** The colour in the middle of what the frame draws. */
    const middle = async () => {
      const canvas = page.frameLocator("iframe").locator("canvas, img").first();
      await canvas.waitFor();
      const shot = await frame.screenshot();
      return page.evaluate(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const board = document.createElement("canvas");
        Object.assign(board, { width: image.width, height: image.height });
        const pen = board.getContext("2d");
        pen?.drawImage(image, 0, 0);
        return [...(pen?.getImageData(image.width / 2, image.height / 2, 1, 1).data ?? [])].slice(0, 3);
      }, shot.toString("base64"));
    };
    const isGreen = async () => {
      const [red = 255, green = 0, blue = 255] = await middle();
      return red < 60 && green > 150 && blue < 80;
    };
    await expect.poll(isGreen, { timeout: 60_000 }).toBe(true);

    await frame.click();
    await shown.waitForTimeout(500);
    expect(await shown.title()).toBe("");
    await page.getByRole("button", { name: "Take control" }).click();
    await expect(page.getByText("in control")).toBeVisible();
    await expect.poll(isGreen, { timeout: 60_000 }).toBe(true);
    // The picture may still be that of the frame that took no input.
    await expect(async () => {
      await frame.click();
      await expect.poll(() => shown.title(), { timeout: 3_000 }).toBe("clicked");
    }).toPass({ timeout: 60_000 });

    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(frame).toHaveCount(0);
    await driven.close();
    await deleteBrowser(api, id);
  });
});
