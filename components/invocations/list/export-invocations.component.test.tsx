// Export of invocations: a selection as CSV, all that match as JSON.
import { expect, test } from "vitest";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { openInvocations } from "@/tests/support/component/invocation-table";

test("a selection is exported as CSV, all that match as JSON", async () => {
  const files = captureDownloads();
  const backend = new InvocationBackend();
  backend.add();
  for (let at = 0; at < 130; at += 1) backend.add({ status: "failed", payload: JSON.stringify({ at }) });
  const failed = [...backend.invocations.values()].filter(({ status }) => status === "failed").toReversed();
  const screen = await openInvocations(backend, "?status=failed&live=off");
  const [first = "", second = ""] = failed.map(({ id }) => id);
  await screen.box(first).click();
  await screen.box(second).click();
  await screen.bar.getByRole("button", { name: /^Export/ }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent("Times in UTC");
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect.element(dialog.getByText(/^2 invocations saved as/)).toBeVisible();
  expect(files.names()[0]).toMatch(/^invocations-test-\d{8}T\d{6}Z-UTC\.csv$/);
  const lines = ((await files.texts())[0] ?? "").split("\r\n");
  expect(lines[0]).toMatch(/^id,app_name,version,action_name,started_at,status,payload,output,/);
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual([first, second]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();

  await screen
    .getByRole("main")
    .getByRole("button", { name: /^Export/ })
    .first()
    .click();
  await dialog.getByRole("combobox", { name: "Format" }).click();
  await screen.getByRole("option", { name: /^JSON/ }).click();
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect.element(dialog).toMatchTextContent("130 invocations saved as");
  expect(JSON.parse((await files.texts())[1] ?? "")).toMatchObject({
    zone: "UTC",
    filters: { status: "failed" },
    complete: true,
    count: 130,
    items: failed,
    unreadable_count: 0,
  });
});
