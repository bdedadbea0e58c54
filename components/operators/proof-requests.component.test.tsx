import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { DownloadProfileButton } from "@/components/profiles/download-profile-button";
import { AccountsSection } from "@/components/settings/accounts/accounts-section";
import { bffHeaders } from "@/lib/bff/headers";
import { accountOperations } from "@/lib/bff/operations/accounts";
import { profileOperations } from "@/lib/contract/operations/profiles";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { reportProof } from "./proof-channel.ts";
import { ProofRequests } from "./proof-requests.tsx";

const { createAccount, listAccounts, proveIdentity } = accountOperations;
const { downloadProfile } = profileOperations;

/** A server that needs the password `right` before it creates accounts and downloads profiles. */
async function draw() {
  let proved = false;
  const needed = () => problem(403, "password_proof_required", "Enter your password.");
  const account = {
    id: "u2",
    username: "cy",
    role: "viewer",
    disabled: false,
    password: "one_time",
    without_role: false,
    one_time_until_ms: Date.now() + 9e6,
    created_at_ms: Date.now(),
    last_seen_ms: null,
  };
  const bff = emptyBff()
    .one(listAccounts, { accounts: [] })
    .on(createAccount, () =>
      proved ? Response.json({ account, one_time_password: "abcde" }, { status: 201 }) : needed(),
    )
    .on(downloadProfile, () => (proved ? new Response("{}") : needed()))
    .on(proveIdentity, ({ body }) => {
      proved = JSON.stringify(body) === '{"password":"right"}';
      if (proved) return new Response(null, { status: 204 });
      const details = [{ code: "wrong_password", message: "body.password is wrong" }];
      const fault = { code: "wrong_password", message: "The password is wrong.", details, request_id: "r" };
      return Response.json(fault, { status: 400 });
    });
  await renderView(
    <>
      <AccountsSection />
      <DownloadProfileButton idOrName="p1" name="shop" />
      <ProofRequests />
    </>,
    { at: "/settings", bff },
  );
  return bff;
}
const proof = () => page.getByRole("dialog", { name: "Confirm it is you" });
const confirm = () => proof().getByRole("button", { name: "Confirm" });

test("an act that needs a proof asks for the password, and is done without typing anything again (T30)", async () => {
  const bff = await draw();
  await page.getByRole("button", { name: "Create account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create account" });
  await dialog.getByLabelText("User name").fill("cy");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await proof().getByLabelText("Password").fill("wrong");
  await confirm().click();
  await expect.element(proof().getByText("Wrong password.")).toBeVisible();
  expect(proof().getByText(/wrong/i).elements()).toHaveLength(1);
  expect(await axeViolationsIn(proof().element())).toEqual([]);
  await proof().getByLabelText("Password").fill("right");
  await confirm().click();
  await expect.element(page.getByRole("dialog", { name: "One-time password of cy" })).toBeVisible();
  const bodies = bff.calls(createAccount).map(({ body }) => body);
  expect(bodies).toEqual([bodies[0], { username: "cy", role: "viewer" }]);
});

test("without a proof the act is not done, and its dialog keeps what was typed", async () => {
  const bff = await draw();
  await page.getByRole("button", { name: "Create account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create account" });
  await dialog.getByLabelText("User name").fill("cy");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await proof().getByRole("button", { name: "Close" }).click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("Enter your password.");
  await expect.element(dialog.getByLabelText("User name")).toHaveValue("cy");
  expect(bff.calls(createAccount)).toHaveLength(1);
});

test("a download of a profile asks too, and keeps its reason (T30)", async () => {
  const downloads = captureDownloads();
  const bff = await draw();
  await page.getByRole("button", { name: "Download shop" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabelText("Reason").fill("a test");
  await dialog.getByRole("button", { name: "Download" }).click();
  await proof().getByLabelText("Password").fill("right");
  await confirm().click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(downloadProfile).map(({ headers }) => headers.get(bffHeaders.reason))).toEqual([
    "a%20test",
    "a%20test",
  ]);
  await expect.poll(() => downloads.names().length).toBe(1);
});

test("someone without a password signs in again in a second window, while this page stays (T30)", async () => {
  const bff = await draw();
  bff.on(createAccount, () => problem(403, "provider_proof_required", "Sign in with single sign-on again."));
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  await page.getByRole("button", { name: "Create account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create account" });
  await dialog.getByLabelText("User name").fill("cy");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await proof().getByRole("button", { name: "Open window" }).click();
  expect(opened.mock.calls[0]?.[0]).toBe("/sign-in/confirm");
  await expect.element(proof().getByRole("alert")).toMatchTextContent("The browser blocked the new window.");
  const link = proof().getByRole("link", { name: "Open in a new tab" });
  await expect.element(link).toHaveAttribute("href", "/sign-in/confirm");
  opened.mockReturnValue(Object.assign(Object.create(null), { close: () => undefined }));
  await proof().getByRole("button", { name: "Open window" }).click();
  await expect.element(link).not.toBeInTheDocument();
  // What the second window does once the provider has led back to it.
  reportProof(false);
  await expect.element(proof().getByRole("alert")).toMatchTextContent("Not confirmed.");
  bff.one(createAccount, {
    account: {
      id: "u2",
      username: "cy",
      role: "viewer",
      disabled: false,
      password: "one_time",
      without_role: false,
      one_time_until_ms: Date.now() + 9e6,
      created_at_ms: Date.now(),
      last_seen_ms: null,
    },
    one_time_password: "abcde",
  });
  reportProof(true);
  await expect.element(page.getByRole("dialog", { name: "One-time password of cy" })).toBeVisible();
});
