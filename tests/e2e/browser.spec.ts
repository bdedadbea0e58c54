// A real session on its page: what its Chromium and its files log, its live view, and its end.

import { chromium } from "@playwright/test";
import { operations } from "../../lib/contract/operations/operations.ts";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { createBrowser, deleteBrowser } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

test("a session's log and a file of its instance are followed live until the session is deleted from the page", async ({
  page,
  fleet: { api },
}) => {
  const { id, cdpUrl } = await createBrowser(api, { headless: true });
  const run = (command: string) =>
    api.call(operations.execProcess, { params: { id }, body: { command: "sh", args: ["-c", command] } });
  await run("echo before anybody looked > /tmp/crawl.log");
  const driven = await chromium.connectOverCDP(cdpUrl);
  const gone = new Promise((resolve) => driven.once("disconnected", resolve));
  await page.goto(`/browsers/${id}?panes=s.chromium*g*p./tmp/crawl.log`);
  const [own, file] = [
    page.getByRole("log", { name: "Lines of chromium" }),
    page.getByRole("log", { name: "Lines of /tmp/crawl.log" }),
  ];
  await expect(own).toContainText(/\d/);
  await expect(file).toContainText("before anybody looked");
  await expect(page.getByRole("status").filter({ hasText: "following" })).toHaveCount(2);
  const shown = driven.contexts()[0]?.pages()[0];
  await shown?.evaluate(() => console.log("said by the page"));
  await expect(own).toContainText("said by the page");
  await run("seq -f 'written while watched %g' 1 3 >> /tmp/crawl.log");
  await expect(file).toContainText("written while watched 3");

  await page.getByRole("button", { name: /^End browser/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End browser" }).click();
  await expect(page.getByRole("main").getByText("ended", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "log ended" })).toHaveCount(2);
  await expect(file).toContainText("written while watched 3");
  await gone;
  const query = { include_deleted: true };
  const ended = await api.call(operations.retrieveBrowser, { params: { id }, query });
  expect(ended.deleted_at).toBeTruthy();
});

test("the live view shows the page, and accepts no input until control is taken", async ({
  page,
  fleet: { api },
}) => {
  const { id, cdpUrl } = await createBrowser(api);
  const driven = await chromium.connectOverCDP(cdpUrl);
  const shown = driven.contexts()[0]?.pages()[0];
  if (shown === undefined) throw new Error("the session has no page");
  await shown.goto(
    "data:text/html,<body style='margin:0;background:rgb(10,200,30)' onclick='document.title+=\"clicked\"'>",
  );
  await page.goto(`/browsers/${id}`);
  await clickWhenTakenOver(page.getByRole("button", { name: "Watch live" }));
  const frame = page.locator("iframe[title^='Live view of browser']");
  const canvas = page.frameLocator("iframe").locator("canvas, img").first();

  /** Whether the middle of what the frame draws is green. */
  const isGreen = async () => {
    await canvas.waitFor();
    const shot = await frame.screenshot();
    const [red = 255, green = 0, blue = 255] = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const board = document.createElement("canvas");
      Object.assign(board, { width: image.width, height: image.height });
      const pen = board.getContext("2d");
      pen?.drawImage(image, 0, 0);
      return [...(pen?.getImageData(image.width / 2, image.height / 2, 1, 1).data ?? [])];
    }, shot.toString("base64"));
    return red < 60 && green > 150 && blue < 80;
  };
  await expect.poll(isGreen).toBe(true);
  await frame.click();
  await page.getByRole("button", { name: "Take control" }).click();
  await expect(page.getByText("in control", { exact: true })).toBeVisible();
  await expect.poll(isGreen).toBe(true);
  // The picture may still be that of the frame that took no input.
  await expect(async () => {
    await frame.click({ position: { x: 40, y: 40 } });
    await expect.poll(() => shown.title(), { timeout: 2_000 }).not.toBe("");
  }).toPass({ timeout: 30_000 });
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(frame).toHaveCount(0);
  await driven.close();
  await deleteBrowser(api, id);
});
