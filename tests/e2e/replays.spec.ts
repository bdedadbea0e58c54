// A recording of a real session: made, stopped, watched at the session's time with its log in step, kept.

import { readFile } from "node:fs/promises";
import { operations } from "../../lib/contract/operations/operations.ts";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { createBrowser, deleteBrowser } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

const path = "/tmp/ticks.log";

test("a recording is started, stopped, played in sync with its log, and downloaded", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  await page.goto(`/browsers/${id}?tab=replays&source=path&path=${path}`);
  await clickWhenTakenOver(page.getByRole("button", { name: "Start recording…" }));
  const dialog = page.getByRole("dialog", { name: "Start recording" });
  await dialog.getByLabel("Frames per second").fill("5");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("list", { name: "Recordings" }).getByRole("listitem");
  await expect(row).toContainText(/recording 00:\d\d/);
  const ticks = `for n in $(seq 1 100); do echo tick $n. >> ${path}; sleep 0.03; done`;
  await api.call(operations.execProcess, { params: { id }, body: { command: "sh", args: ["-c", ticks] } });
  const log = page.getByRole("log");
  await expect(log).toContainText("tick 100.");
  await row.getByRole("button", { name: /^Stop recording/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop recording" }).click();
  await expect(row).toContainText(/finished · 00:\d\d/, { timeout: 30_000 });
  const [made] = await api.call(operations.listReplays, { params: { id } });
  if (made?.started_at == null) throw new Error("the recording has no start");

  await row.getByRole("button", { name: /^Watch recording/ }).click();
  const player = page.getByRole("region", { name: "Player" });
  const place = player.getByRole("slider", { name: "Position in the recording" });
  const seconds = async () => Number(await place.inputValue());
  await expect(player.getByRole("switch", { name: "Logs follow" })).toBeChecked();
  await player.getByRole("button", { name: "Play (k)" }).click();
  await expect.poll(seconds).toBeGreaterThan(0.3);
  // At its end it stops by itself; a key to stop it may come after that and play it again.
  await place.focus();
  await page.keyboard.press("End");
  await expect(player.getByRole("button", { name: "Play (k)" })).toBeVisible();
  await page.keyboard.press("Home");
  const start = new Date(made.started_at).toISOString().replace("T", " ").replace("Z", " UTC");
  await expect(player.locator("time")).toHaveText(start);
  await expect(log).toContainText("tick 1.");
  await expect(log).not.toContainText("tick 100.");
  await log.hover();
  await page.mouse.wheel(0, 100_000);
  await expect(log).toContainText("tick 100.");
  await expect.poll(seconds).toBeGreaterThan(2);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: /^Download recording/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`replay-${id}-${made.replay_id}.mp4`);
  const saved = await readFile(await download.path());
  const wanted = await api.bytes(operations.downloadReplay, { params: { id, replay_id: made.replay_id } });
  expect(saved.equals(wanted), "the bytes saved are the bytes the API gives").toBe(true);
  const acts = async () =>
    await (await page.request.get(`/api/audit?action=downloadReplay&target=${id}/${made.replay_id}`)).json();
  await expect
    .poll(acts, "opened once, however many parts were read")
    .toMatchObject([{ phase: "answered" }, { phase: "intended" }]);
  await deleteBrowser(api, id);
});
