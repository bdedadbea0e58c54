// Processes of a real instance: named by its log, measured, recorded, and killed.

import { z } from "zod";
import { operations } from "../../lib/contract/operations/operations.ts";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { createBrowser, deleteBrowser } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

test("processes are sampled beyond the page's lifetime, and one is killed; Chromium cannot be", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  const body = { command: "sleep 600" };
  const { process_id: spawned } = await api.call(operations.spawnProcess, { params: { id }, body });
  if (spawned == null) throw new Error("the process has no id");
  await page.goto(`/browsers/${id}?tab=processes&processes=${spawned}&panes=-`);
  const processes = page.getByRole("list", { name: "Processes" }).getByRole("listitem");
  const chromium = processes.filter({ hasText: "chromium" });
  const row = processes.filter({ hasText: spawned.slice(0, 6) });
  await expect(chromium).toContainText("running");
  await expect(chromium).toContainText(/Memory\d+ MB/);
  await expect(chromium).toContainText(/CPU[\d.< ]+%/);
  await expect(row).toContainText("running");
  await expect(row).toContainText(/Memory[\d.]+ [kM]B/);

  const recorded = async () => {
    const answer = await page.request.get(`/api/browsers/${id}/process/${spawned}/samples`);
    const { count } = z.object({ count: z.number() }).parse(await answer.json());
    return count;
  };
  await expect.poll(recorded).toBeGreaterThan(3);
  await row.getByRole("button", { name: /details$/ }).click();
  await expect(row.getByText(/samples/)).toBeVisible();

  const dialog = page.getByRole("alertdialog");
  await row.getByRole("button", { name: "Send signal…" }).click();
  await dialog.getByRole("button", { name: "Send TERM" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("killed by a signal");
  await chromium.getByRole("button", { name: /details$/ }).click();
  await chromium.getByRole("button", { name: "Send signal…" }).click();
  await dialog.getByRole("button", { name: "Send TERM" }).click();
  await expect(dialog.getByRole("alert")).toContainText("belongs to the instance");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(chromium).toContainText("running");
  await deleteBrowser(api, id);
});

test("a command runs in a real session: its output comes while it runs, and its exit ends it", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  await page.goto(`/browsers/${id}?tab=processes`);
  await clickWhenTakenOver(page.getByRole("button", { name: "Run command…" }));
  const dialog = page.getByRole("dialog", { name: "Run command" });
  await dialog.getByLabel("Command").fill('echo begun; read line < /tmp/go; echo "got $line"; exit 3');
  await dialog.getByRole("button", { name: "Run command" }).click();
  await expect(dialog.getByText(/No such file|cannot open/)).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Output" })).toContainText("begun");
  await expect(dialog.getByText("Failed with exit code 3.")).toBeVisible();
  const audit = await page.request.get("/api/audit?action=spawnProcess&phase=answered");
  expect(JSON.stringify(await audit.json())).toContain(`${id} echo begun`);
  await deleteBrowser(api, id);
});
