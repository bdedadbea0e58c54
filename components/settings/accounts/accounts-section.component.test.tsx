import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Account } from "@/lib/bff/accounts";
import { accountOperations } from "@/lib/bff/operations/accounts";
import type { Role } from "@/lib/bff/roles";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { warnsBeforeUnload } from "@/tests/support/component/leave-warning";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { AccountsSection } from "./accounts-section.tsx";

const { listAccounts, createAccount, updateAccount, resetAccount } = accountOperations;
const accountOf = (given: Partial<Account> = {}): Account => ({
  id: "u1",
  username: "bo",
  role: "viewer",
  disabled: false,
  without_role: false,
  password: "own",
  one_time_until_ms: null,
  created_at_ms: Date.now() - 9e6,
  last_seen_ms: Date.now() - 60_000,
  ...given,
});
const once = "abcde-fghjk-mnpqr-stuvw";

async function draw(accounts: Account[], role: Role = "admin") {
  const bff = emptyBff().one(listAccounts, () => ({ accounts }));
  await renderView(<AccountsSection />, { at: "/settings", bff, role });
  return bff;
}
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
async function choose(name: string, item: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
const confirmation = () => page.getByRole("alertdialog");

test("an invitation keeps its draft when it is refused; its one-time password is shown once, until a button is pressed", async () => {
  const accounts = [accountOf()];
  const bff = await draw(accounts);
  bff.on(createAccount, () => problem(409, "username_taken", "The user name cy is taken."));
  await page.getByRole("button", { name: "Create account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create account" });
  await dialog.getByLabelText("User name").fill("not a name");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect.element(dialog.getByText(/a name that is not taken/)).toBeVisible();
  await dialog.getByLabelText("User name").fill("cy");
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "operator" }).click();
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect.element(dialog.getByText("The user name cy is taken.")).toBeVisible();
  await expect.element(dialog.getByLabelText("User name")).toHaveValue("cy");
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  bff.one(createAccount, () => {
    const account = accountOf({ id: "u2", username: "cy", role: "operator", password: "one_time" });
    accounts.push({ ...account, one_time_until_ms: Date.now() + 9e6 });
    return { account, one_time_password: once };
  });
  await dialog.getByRole("button", { name: "Create account" }).click();
  const shown = page.getByRole("dialog", { name: "One-time password of cy" });
  await expect.element(shown.getByText(once)).toBeVisible();
  await expect.element(shown.getByRole("button", { name: "Copy password" })).toBeVisible();
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(shown).toHaveAttribute("data-state", "open");
  await shown.getByRole("button", { name: "Done" }).click();
  await expect.element(page.getByText(once)).not.toBeInTheDocument();
  await expect.element(row("cy")).toMatchTextContent("one-time password until");
  expect(bff.calls(createAccount).at(-1)?.body).toEqual({ username: "cy", role: "operator" });
});

test("a role is changed and an account disabled after a confirmation; a refusal is shown in it", async () => {
  // Another admin as the page knows it, who is one no more.
  const bff = await draw([
    accountOf({ username: "ada", role: "admin" }),
    accountOf({ id: "u2", username: "grace", role: "admin" }),
  ]);
  bff.on(updateAccount, () => problem(409, "last_admin", "ada is the last enabled admin."));
  await choose("ada", "Make viewer…");
  await confirmation().getByRole("button", { name: "Make viewer" }).click();
  await expect.element(confirmation()).toMatchTextContent("ada is the last enabled admin.");
  bff.one(updateAccount, accountOf({ username: "ada" }));
  await confirmation().getByRole("button", { name: "Make viewer" }).click();
  await expect.element(confirmation()).not.toBeInTheDocument();
  await choose("ada", "Disable…");
  await confirmation()
    .getByLabelText(/^Reason/)
    .fill("left the team");
  await confirmation().getByRole("button", { name: "Disable" }).click();
  await expect.element(confirmation()).not.toBeInTheDocument();
  expect(bff.calls(updateAccount).map(({ body }) => body)).toEqual([
    { role: "viewer" },
    { role: "viewer" },
    { disabled: true },
  ]);
});

test("the last enabled admin can neither get another role nor be disabled", async () => {
  await draw([
    accountOf({ username: "ada", role: "admin" }),
    accountOf({ id: "u2", username: "grace", role: "admin", disabled: true }),
    accountOf({ id: "u3", username: "joan", role: "admin", without_role: true, password: "none" }),
  ]);
  await expect.element(row("joan")).toMatchTextContent("no role");
  await page.getByRole("button", { name: "Actions for ada" }).click();
  for (const name of [/^Make viewer…/, /^Make operator…/, /^Disable…/]) {
    const act = page.getByRole("menuitem", { name });
    await expect.element(act).toHaveAttribute("aria-disabled", "true");
    await expect.element(act).toMatchTextContent("Make someone else an admin first.");
  }
  expect(await axeViolationsIn(document.body)).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Actions for grace" }).click();
  await expect
    .element(page.getByRole("menuitem", { name: "Enable…" }))
    .not.toHaveAttribute("aria-disabled", "true");
});

test("what somebody else does meanwhile does not turn a confirmation into its opposite", async () => {
  const accounts = [accountOf()];
  const bff = await draw(accounts);
  bff.one(updateAccount, accountOf({ disabled: true }));
  await choose("bo", "Disable…");
  await expect.element(confirmation()).toMatchTextContent("Disable bo?");
  accounts[0] = accountOf({ disabled: true });
  await expect.element(page.getByText("disabled", { exact: true })).toBeInTheDocument();
  await expect.element(confirmation()).toMatchTextContent("Disable bo?");
  await confirmation().getByRole("button", { name: "Disable" }).click();
  await expect.element(confirmation()).not.toBeInTheDocument();
  expect(bff.calls(updateAccount).map(({ body }) => body)).toEqual([{ disabled: true }]);
});

test("a reset shows the new one-time password, with which the page is not left by mistake", async () => {
  const bff = await draw([accountOf()]);
  bff.one(resetAccount, { account: accountOf({ password: "one_time" }), one_time_password: once });
  await choose("bo", "Reset password…");
  await confirmation().getByRole("button", { name: "Reset password" }).click();
  const shown = page.getByRole("dialog", { name: "One-time password of bo" });
  await expect.element(shown.getByText(once)).toBeVisible();
  expect(warnsBeforeUnload()).toBe(true);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect.element(shown).not.toBeInTheDocument();
  expect(warnsBeforeUnload()).toBe(false);
});

test("one's own password is not reset but changed", async () => {
  await draw([accountOf({ username: "ada", role: "admin" }), accountOf({ id: "u2", username: "grace" })]);
  const act = page.getByRole("menuitem", { name: /^Reset password…/ });
  await page.getByRole("button", { name: "Actions for ada" }).click();
  await expect.element(act).toHaveAttribute("aria-disabled", "true");
  await expect.element(act).toMatchTextContent("This is your account. Use Change password.");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Actions for grace" }).click();
  await expect.element(act).not.toHaveAttribute("aria-disabled", "true");
});

test("nobody else sees accounts, but which role does", async () => {
  const bff = await draw([accountOf()], "operator");
  await expect
    .element(page.getByRole("button", { name: "Create account…" }))
    .toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByRole("table", { name: "Accounts" })).not.toBeInTheDocument();
  expect(bff.calls(listAccounts)).toEqual([]);
});
