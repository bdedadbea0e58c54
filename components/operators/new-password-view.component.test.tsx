import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accountOperations } from "@/lib/bff/operations/accounts";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { NewPasswordView } from "./new-password-view.tsx";

const { changePassword } = accountOperations;

test("the one-time password is asked for only once the server needs it", async () => {
  const bff = emptyBff();
  bff.on(changePassword, () =>
    Response.json(
      {
        code: "old_password_required",
        message: "The old password is required.",
        request_id: "component-test",
        details: [{ code: "old_password_required", message: "body.old_password is required" }],
      },
      { status: 400 },
    ),
  );
  await renderView(<NewPasswordView username="ada" next="/" />, { at: "/sign-in/new-password", bff });
  const oneTime = page.getByLabelText("One-time password");
  const save = page.getByRole("button", { name: "Set password" });
  await expect.element(save).toBeEnabled();
  await expect.element(oneTime).not.toBeInTheDocument();
  await page.getByLabelText("New password", { exact: true }).fill("a password of my own");
  await page.getByLabelText("Repeat new password").fill("a password of my own");
  await save.click();
  await expect.element(page.getByText("Enter the one-time password again.")).toBeVisible();
  expect(bff.calls(changePassword).map(({ body }) => body)).toEqual([
    { new_password: "a password of my own" },
  ]);
  const form = oneTime.element().closest("form");
  expect(form && (await axeViolationsIn(form))).toEqual([]);
  await save.click();
  expect(bff.calls(changePassword)).toHaveLength(1);
  await oneTime.fill("the one-time one");
  await save.click();
  await expect
    .poll(() => bff.calls(changePassword).at(-1)?.body)
    .toEqual({ old_password: "the one-time one", new_password: "a password of my own" });
});
