// Recordings of a session: made, stopped, watched at the session's time, kept.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { type RunningDashboard, startDashboard } from "../support/dashboard.ts";
import { type FaultyApi, startFaultyApi } from "../support/faulty-api.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, nobody, signIn, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

const recordings = (page: Page) => page.getByRole("list", { name: "Recordings" }).getByRole("listitem");
const player = (page: Page) => page.getByRole("region", { name: "Player" });
const place = (page: Page) => player(page).getByRole("slider", { name: "Place in the recording" });
const seconds = async (page: Page) => Number(await place(page).inputValue());

test("a recording is started, stopped after saying what that does, watched and kept", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api);
  await page.goto(`/browsers/${id}?tab=replays`);
  await expect(page.getByText("Nothing was recorded")).toBeVisible();
  await page.getByRole("button", { name: "Start recording…" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a recording" });
  await dialog.getByLabel("Pictures a second").fill("50");
  await expect(dialog.getByRole("alert")).toHaveText("A whole number from 1 to 20.");
  await expect(dialog.getByRole("button", { name: "Start recording" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await dialog.getByLabel("Pictures a second").fill("5");
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await expect(dialog).toBeHidden();
  const row = recordings(page);
  await expect(row).toContainText(/recording 00:(0[4-9]|[1-5]\d)/);

  await row.getByRole("button", { name: /^Stop recording/ }).click();
  const confirm = page.getByRole("alertdialog");
  await expect(confirm).toContainText("The video is finalised; this may take a minute.");
  await expect(confirm.getByRole("button", { name: "Cancel" })).toBeFocused();
  await confirm.getByRole("button", { name: "Stop recording" }).click();
  await expect(row).toContainText(/final · 00:\d\d/, { timeout: 60_000 });
  const [made] = await api.call(operations.listReplays, { params: { id } });
  if (made?.started_at == null) throw new Error("the recording has no start");
  expect(made.finished_at).toBeTruthy();

  await row.getByRole("button", { name: /^Watch recording/ }).click();
  await expect(page).toHaveURL(new RegExp(`replay=${made.replay_id}`));
  await player(page).getByRole("button", { name: "Play (k)" }).click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.5);
  await page.keyboard.press("k");
  await expect(player(page).getByRole("button", { name: "Play (k)" })).toBeVisible();
  const stood = await seconds(page);
  await page.keyboard.press(",");
  await expect.poll(() => seconds(page)).toBeLessThan(stood);
  await page.keyboard.press(">");
  await expect(player(page).getByRole("combobox", { name: "Speed" })).toHaveText("1.5×");
  await place(page).focus();
  await page.keyboard.press("Home");
  const start = new Date(made.started_at).toISOString().replace("T", " ").replace("Z", " UTC");
  await expect(player(page).locator("time")).toHaveText(start);
  expect(await faultsOf(page)).toEqual([]);

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
  expect(await page.content(), "the signed address stays with the API").not.toContain("jwt=");
  await deleteBrowser(api, id);
});

test("a link to a running recording waits until it is final, and a process's exit is found in the video", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  const made = await api.call(operations.startReplay, { params: { id }, body: { framerate: 2 } });
  const spawned = await api.call(operations.spawnProcess, {
    params: { id },
    // Long enough to be seen while it runs, so that its end lies between two answers.
    body: { command: "sleep 15; exit 3" },
  });
  await page.goto(`/browsers/${id}?tab=processes&processes=${spawned.process_id}`);
  await expect(page.getByText("exited 3")).toBeVisible({ timeout: 120_000 });
  await page.getByRole("button", { name: "Show in log" }).click();
  await page.getByRole("tab", { name: "Replays" }).click();
  await expect(recordings(page)).toContainText(/recording \d\d:\d\d/);
  await page.goBack();
  await page.goto(`/browsers/${id}?tab=processes&processes=${spawned.process_id}&replay=${made.replay_id}`);
  await expect(page.getByText(/^Ended between/)).toBeVisible();
  await page.getByRole("tab", { name: "Replays" }).click();
  await expect(page.getByText("Not final yet")).toBeVisible();
  await page.getByRole("tab", { name: "Processes" }).click();
  await page.getByRole("button", { name: "Show in log" }).click();
  const words = await page.getByText(/^Ended between/).textContent();
  const clock = /and (\d\d:\d\d:\d\d)/.exec(words ?? "")?.[1] ?? "no clock";
  await api.call(operations.stopReplay, { params: { id, replay_id: made.replay_id } });
  await page.getByRole("tab", { name: "Replays" }).click();
  await expect(player(page).locator("time")).toContainText(clock, { timeout: 60_000 });
  await expect.poll(() => seconds(page)).toBeGreaterThan(2);
  await deleteBrowser(api, id);
});

test("the log follows the video, and the video the log", async ({ page, fleet: { api } }) => {
  const { id } = await createBrowser(api, { headless: true });
  const { replay_id } = await api.call(operations.startReplay, { params: { id }, body: { framerate: 5 } });
  await api.call(operations.spawnProcess, {
    params: { id },
    body: { command: "for n in $(seq 1 200); do echo tick $n. >> /tmp/ticks.log; sleep 0.04; done" },
  });
  const log = page.getByRole("log", { name: /ticks/ });
  await page.goto(`/browsers/${id}?tab=replays&source=path&path=/tmp/ticks.log`);
  await expect(log).toContainText("tick 200.", { timeout: 60_000 });
  await api.call(operations.stopReplay, { params: { id, replay_id } });
  await recordings(page)
    .getByRole("button", { name: /^Watch recording/ })
    .click({ timeout: 60_000 });
  await expect(player(page).getByRole("switch", { name: "Logs follow" })).toBeChecked();
  await place(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await expect(log).toContainText("tick 1.");
  await expect(log).not.toContainText("tick 200.");
  await log.hover();
  await page.mouse.wheel(0, 100_000);
  await expect(log).toContainText("tick 200.");
  await expect.poll(() => seconds(page)).toBeGreaterThan(2);
  await deleteBrowser(api, id);
});

test("one recording more than a session may have is refused in the dialog, which keeps what was typed", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  await page.goto(`/browsers/${id}?tab=replays`);
  for (let count = 0; count < 4; count += 1) {
    await api.call(operations.startReplay, { params: { id }, body: { framerate: 1 } });
  }
  await expect(recordings(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Start recording…" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a recording" });
  await dialog.getByLabel(/^Longest, in seconds/).fill("60");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await expect(dialog.getByRole("alert")).toContainText("run already; stop one first");
  await expect(dialog.getByLabel(/^Longest, in seconds/)).toHaveValue("60");
  await deleteBrowser(api, id);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Start recording…" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test.describe("an API that lists no recordings", () => {
  const token = "replays-tests-token";
  let api: FaultyApi;
  let dashboard: RunningDashboard;
  test.use({ storageState: nobody });
  test.beforeAll(async () => {
    api = await startFaultyApi({ token });
    dashboard = await startDashboard({ apiBaseUrl: api.url, token });
  });
  test.afterAll(async () => {
    await dashboard?.stop();
    await api?.close();
  });

  test("they are opened and stopped by id; what is no video says so", async ({
    page,
    fleet: { operator },
  }) => {
    api.fail("/browsers/session1/replays", { kind: "body", status: 405, text: "{}" });
    await page.goto(`${dashboard.url}/browsers/session1?tab=replays`);
    await signIn(page, operator.username, operator.password);
    await expect(page.getByText(/^This API does not list recordings/)).toBeVisible();
    await page.getByLabel("Replay id").fill("a/b");
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await expect(page.getByText(/^An id has 1 to 128/)).toBeVisible();
    await page.getByLabel("Replay id").fill("running");
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await expect(page.getByText("Not final yet")).toBeVisible();
    await page.getByLabel("Replay id").fill("replay1");
    await page.getByRole("button", { name: /^Stop recording/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop recording" }).click();
    await expect(page.getByText("Recording stopped")).toBeVisible();
    expect(api.hitsOn("/browsers/session1/replays/replay1/stop")).toHaveLength(1);
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await expect(player(page).getByText("The video cannot be played")).toBeVisible();
  });
});
