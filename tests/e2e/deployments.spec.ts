// An application from a zip on the operator's machine to its first invocation, in the page.
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { zipOf } from "../support/zip.ts";
import { expect, test } from "./fixtures.ts";

test("an archive is deployed from the page, and its action is invoked", async ({ page }) => {
  const code = `
    import { app } from "fleetdeck";
    export const calculator = app("calculator").action("add", (context, { a, b }) => a + b);
  `;
  await page.goto("/invocations");
  await clickWhenTakenOver(page.getByRole("button", { name: "Deploy…" }));
  const dialog = page.getByRole("dialog", { name: "Deploy" });
  await dialog.locator("input[type=file]").setInputFiles({
    name: "calculator.zip",
    mimeType: "application/zip",
    buffer: zipOf([{ name: "app.ts", content: code }]),
  });
  await dialog.getByLabel(/^Version/).fill("v7");
  await dialog.getByRole("button", { name: "More settings" }).click();
  await dialog.getByLabel(/^Entrypoint/).fill("app.ts");
  await dialog.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(dialog.getByText("Deployed.", { exact: true })).toBeVisible();
  await dialog.getByRole("link", { name: "Invoke add" }).click();
  await expect(page.getByRole("combobox", { name: "Version" })).toHaveValue("v7");
  const payload = page.getByRole("textbox", { name: /^Payload/ });
  await payload.fill('{"a": 20, "b": 22}');
  await page.getByRole("button", { name: "Invoke", exact: true }).click();
  await expect(page).toHaveURL(/\/invocations\/[^/]+$/);
  await expect(page.getByRole("main").getByText("42", { exact: true })).toBeVisible();
});
