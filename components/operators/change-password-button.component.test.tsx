import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accountOperations } from "@/lib/bff/operations/accounts";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { ChangePasswordButton } from "./change-password-button.tsx";

const { changePassword } = accountOperations;

test("a password is changed with the old one; what is wrong is said at its field", async () => {
  const bff = emptyBff();
  await renderView(<ChangePasswordButton />, { at: "/settings", bff, role: "viewer" });
  await page.getByRole("button", { name: "Change password…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const save = dialog.getByRole("button", { name: "Change password" });
  await dialog.getByLabelText("Current password").fill("the old one");
  await dialog.getByLabelText("New password", { exact: true }).fill("short");
  await dialog.getByLabelText("Repeat new password").fill("shorter");
  await save.click();
  await expect.element(dialog.getByText(/Use at least 12 characters/)).toBeVisible();
  await dialog.getByLabelText("New password", { exact: true }).fill("a password of my own");
  await save.click();
  await expect.element(dialog.getByText("The passwords differ.")).toBeVisible();
  expect(bff.calls(changePassword)).toEqual([]);
  await dialog.getByLabelText("Repeat new password").fill("a password of my own");
  bff.on(changePassword, () =>
    Response.json(
      {
        code: "wrong_password",
        message: "The old password is wrong.",
        request_id: "component-test",
        details: [{ code: "wrong_password", message: "body.old_password is wrong" }],
      },
      { status: 400 },
    ),
  );
  await save.click();
  await expect.element(dialog.getByText("This is not your current password.")).toBeVisible();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  bff.on(changePassword, () => new Response(null, { status: 204 }));
  await dialog.getByLabelText("Current password").fill("the right one");
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(changePassword).at(-1)?.body).toEqual({
    old_password: "the right one",
    new_password: "a password of my own",
  });
});
