import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ApiToken } from "@/lib/bff/api-tokens";
import { bffHeaders } from "@/lib/bff/headers";
import { apiTokenOperations } from "@/lib/bff/operations/api-tokens";
import type { Role } from "@/lib/bff/roles";
import { dayMs } from "@/lib/bff/time-units";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { warnsBeforeUnload } from "@/tests/support/component/leave-warning";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { ApiTokensSection } from "./api-tokens-section.tsx";

const token = `fd_${"0".repeat(16)}${"A".repeat(43)}`;

const tokenOf = (given: Partial<ApiToken> = {}): ApiToken => ({
  id: "0".repeat(16),
  name: "ci-deploy",
  role: "operator",
  created_by: "ada",
  created_by_state: "enabled",
  role_now: given.role ?? "operator",
  created_at_ms: Date.now() - 20 * dayMs,
  expires_at_ms: Date.now() + 70.4 * dayMs,
  last_used_at_ms: Date.now() - 180_000,
  ...given,
});

function draw(tokens: ApiToken[], role: Role = "admin") {
  const bff = emptyBff().one(apiTokenOperations.listApiTokens, () => ({ tokens }));
  return renderView(<ApiTokensSection />, { at: "/settings", bff, role }).then((screen) => ({ bff, screen }));
}
const section = () => page.getByRole("region", { name: "API tokens" });
const rowOf = (name: string) => section().getByRole("row").filter({ hasText: name });
const dialog = (name: string) => page.getByRole("dialog", { name });

test("each token is listed with role, expiry, last use and its creator", async () => {
  const { screen } = await draw([
    tokenOf(),
    tokenOf({
      id: "1",
      name: "metrics",
      role: "viewer",
      last_used_at_ms: null,
      expires_at_ms: Date.now() + 2.4 * dayMs,
    }),
    tokenOf({ id: "2", name: "old", expires_at_ms: Date.now() - 3.5 * dayMs }),
  ]);
  await expect
    .element(rowOf("ci-deploy"))
    .toMatchTextContent(/operator.*in 70 d.*3 min ago.*by ada, 20 d ago/);
  await expect.element(rowOf("ci-deploy")).not.toMatchTextContent("soon");
  await expect.element(rowOf("metrics")).toMatchTextContent(/viewer.*in 2 d.*soon.*–/);
  await expect.element(rowOf("old")).toMatchTextContent(/3 d ago.*expired/);
  expect(await axeViolationsIn(screen.container)).toEqual([]);
});

test("a token that is refused or has a lower role because of the account that created it says so", async () => {
  const {
    created_by_state: _state,
    role_now: _role,
    ...ofOlderReplica
  } = tokenOf({ id: "4", name: "older" });
  const { screen } = await draw([
    tokenOf(),
    tokenOf({ id: "1", name: "left", created_by_state: "disabled" }),
    tokenOf({ id: "2", name: "moved", created_by_state: "without_role" }),
    tokenOf({ id: "3", name: "lower", role_now: "viewer" }),
    ofOlderReplica,
  ]);
  await expect.element(rowOf("left")).toMatchTextContent(/operator.*account disabled.*by ada/);
  await expect.element(rowOf("moved")).toMatchTextContent(/operator.*account has no role.*by ada/);
  await expect.element(rowOf("lower")).toMatchTextContent(/operator, now viewer/);
  await expect.element(rowOf("ci-deploy")).not.toMatchTextContent(/account|now/);
  await expect.element(rowOf("older")).toMatchTextContent(/operator.*by ada/);
  await expect.element(rowOf("older")).not.toMatchTextContent(/account|now/);
  expect(await axeViolationsIn(screen.container)).toEqual([]);
});

test("the section of API tokens is for admins: others see which role it needs, and nothing is requested", async () => {
  const { bff, screen } = await draw([tokenOf()], "operator");
  await expect
    .element(screen.getByRole("button", { name: "Create token" }))
    .toHaveAttribute("aria-disabled", "true");
  expect(bff.calls(apiTokenOperations.listApiTokens)).toHaveLength(0);
});

test("a token is created from what was typed, shown once, and closed only by its button", async () => {
  const tokens: ApiToken[] = [];
  const { bff } = await draw(tokens);
  await expect.element(section()).toMatchTextContent("No API tokens yet");
  await section().getByRole("button", { name: "Create token" }).click();
  const create = dialog("Create API token");
  const submit = create.getByRole("button", { name: "Create token" });
  await create.getByLabelText("Name").fill("CI deploy");
  await create.getByLabelText("Expires after, in days").fill("400");
  await submit.click();
  await expect.element(create.getByText(/1 to 50 characters: a-z/)).toBeVisible();
  await expect.element(create.getByText("Enter a whole number from 1 to 365.")).toBeVisible();
  expect(bff.calls(apiTokenOperations.createApiToken)).toHaveLength(0);
  expect(await axeViolationsIn(create.element())).toEqual([]);

  bff.fail(apiTokenOperations.createApiToken, 409, "name_taken", "There is an API token named ci-deploy.");
  await create.getByLabelText("Name").fill("ci-deploy");
  await create.getByLabelText("Expires after, in days").fill("30");
  await create.getByLabelText("Role").click();
  await page.getByRole("option", { name: /^Operator/ }).click();
  await submit.click();
  await expect
    .element(create.getByRole("alert"))
    .toMatchTextContent("There is an API token named ci-deploy.");
  await expect.element(create.getByLabelText("Name")).toHaveValue("ci-deploy");

  bff.one(apiTokenOperations.createApiToken, () => {
    tokens.push(tokenOf());
    return { ...tokenOf(), token };
  });
  await submit.click();
  const shown = dialog("API token ci-deploy");
  await expect.element(shown.getByText(token)).toBeVisible();
  expect(warnsBeforeUnload()).toBe(true);
  expect(bff.calls(apiTokenOperations.createApiToken).at(-1)?.body).toEqual({
    name: "ci-deploy",
    role: "operator",
    expires_in_days: 30,
  });
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(shown.getByText(token)).toBeVisible();
  expect(await axeViolationsIn(shown.element())).toEqual([]);
  await shown.getByRole("button", { name: "I have stored it" }).click();
  await expect.element(page.getByText(token)).not.toBeInTheDocument();
  expect(warnsBeforeUnload()).toBe(false);
  await expect.element(rowOf("ci-deploy")).toBeVisible();
});

test("revoking names the token and the effect, and sends the reason", async () => {
  const tokens = [tokenOf()];
  const { bff } = await draw(tokens);
  bff.on(apiTokenOperations.revokeApiToken, () => {
    tokens.pop();
    return new Response(null, { status: 204 });
  });
  await section().getByRole("button", { name: "Revoke ci-deploy" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Revoke API token ci-deploy?" });
  await expect.element(confirm).toMatchTextContent("lose access within 5 s");
  await confirm.getByLabelText(/^Reason/).fill("it leaked");
  await confirm.getByRole("button", { name: "Revoke token" }).click();
  await expect.element(section()).toMatchTextContent("No API tokens yet");
  const [call] = bff.calls(apiTokenOperations.revokeApiToken);
  expect(call?.params.id).toBe("0".repeat(16));
  expect(decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "")).toBe("it leaked");
});
