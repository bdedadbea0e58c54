// What recorded invocations show an operator: a scripted regression, each number on the screen beside the figures of
// the script.
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });
/** Letters that no mask of reasons takes for an id. */
const word = () => Array.from({ length: 8 }, () => "gklmnprstw"[randomInt(10)]).join("");

test("a regressed version is listed with its figures; its failure group stays acknowledged until another version has it", async ({
  page,
  upstream: { records },
}) => {
  const name = word();
  const app = `orders-${name}`;
  const failureRow = rowOf(page, "Failures", `Parcel <n> of ${name} was lost`);
  const fromMs = Date.now() - 30 * 60_000;
  const record = (version: string, at: number, lastedMs: number, failed: boolean) => {
    const startedMs = fromMs + at * 1_000;
    return records.invocation({
      app_name: app,
      action_name: "sync",
      version,
      status: failed ? "failed" : "succeeded",
      started_at: new Date(startedMs).toISOString(),
      finished_at: new Date(startedMs + lastedMs).toISOString(),
      ...(failed ? { status_reason: `Parcel ${at} of ${name} was lost` } : {}),
    });
  };
  for (let at = 0; at < 32; at += 1) record("v1", at, 100, at === 0);
  for (let at = 0; at < 31; at += 1) record("v2", 100 + at, 700, at < 12);

  await page.goto("/invocations/insight?past=1h");
  const row = rowOf(page, "Actions", app);
  await expect(row).toContainText("13 of 63");
  await expect(row).toContainText("regressed since v2");
  await expect(row).toContainText("21 %");
  // Wilson of 13 of 63, by hand: (0.20635 + 0.03049 ± 1.96·√(0.0025994 + 0.000242)) / 1.06098
  await expect(row).toContainText("12–32 %");
  await expect(row).toContainText("failures 3.1 % of 32 → 39 % of 31");
  await row.getByText("sync").click();
  const sheet = page.getByRole("dialog", { name: `${app} sync` });
  const second = sheet.getByRole("region", { name: "Version v2" });
  await expect(second).toContainText("31 invocations, failed 39 % · 12 of 31");
  // Within 5 % of 700 ms.
  await expect(second).toContainText(/p50 (6[7-9]\d|7[0-3]\d) ms/);
  await second.getByRole("link", { name: "Failed invocations" }).click();
  await expect(page).toHaveURL(/status=failed.*version=v2/);
  await expect(
    page.getByRole("table", { name: "Invocations" }).getByRole("row").filter({ hasText: "sync" }),
  ).toHaveCount(12);

  await page.goBack();
  await sheet.getByRole("button", { name: "Close" }).click();
  await failureRow.click();
  const failure = page.getByRole("dialog", { name: `Parcel <n> of ${name} was lost` });
  await expect(failure.getByRole("region", { name: "Newest invocations" }).getByRole("listitem")).toHaveCount(
    13,
  );
  await failure.getByRole("button", { name: "Acknowledge…" }).click();
  const confirm = page.getByRole("alertdialog");
  await confirm.getByLabel("Reason").fill("known, ticket 7");
  await confirm.getByRole("button", { name: "Acknowledge" }).click();
  await expect(failure).toContainText("known, ticket 7");
  await failure.getByRole("button", { name: "Close" }).click();
  await expect(failureRow).toHaveCount(0);

  // Just now, as the recorder reads the newest first.
  record("v2", 1_790, 10, true);
  await page.getByRole("combobox", { name: "Failures shown" }).click();
  await page.getByRole("option", { name: "All failures" }).click();
  await expect(failureRow).toContainText(/acknowledged.*14/);
  const again = record("v3", 1_795, 10, true);
  await expect(failureRow).toContainText(/reopened.*15/);
  await page.goto(`/invocations/${again.id}`);
  await page.getByRole("link", { name: /^\d+ others$/ }).click();
  await expect(failure).toContainText(`${app} v3 (new version)`);
});
