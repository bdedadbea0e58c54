// The CDP address of a session: shown once, with its expiry.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cdpOperations } from "@/lib/bff/operations/browsers";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { CdpAddressButton } from "./cdp-address.tsx";

const address = "wss://api.test/browser/cdp?jwt=secret";
const { revealCdpAddress } = cdpOperations;

test("is shown once, after a warning, with its expiry, and is gone when closed", async () => {
  const bff = emptyBff().on(revealCdpAddress, () =>
    problem(409, "browser_deleted", "This browser has ended."),
  );
  await renderView(<CdpAddressButton id="session-one" name="night run" />, { bff, role: "operator" });
  await page.getByRole("button", { name: "Show CDP address…" }).click();
  const asking = page.getByRole("alertdialog");
  await expect.element(asking).toMatchTextContent("Anyone with this address controls the browser");
  await asking.getByRole("button", { name: "Show address" }).click();
  await expect.element(asking.getByRole("alert")).toMatchTextContent("This browser has ended.");
  bff.one(revealCdpAddress, { url: address, expires_at_ms: Date.now() + 23.5 * 3_600_000 });
  await asking.getByRole("button", { name: "Show address" }).click();
  const shown = page.getByRole("dialog", { name: /^CDP address of.*night run/ });
  await expect.element(shown.getByText(address)).toBeVisible();
  await expect.element(shown).toMatchTextContent(/Expires in 23 h \(.*\), or when the browser ends\./);
  expect(await axeViolationsIn(shown.element())).toEqual([]);
  await shown.getByRole("button", { name: "Close" }).first().click();
  await expect.element(page.getByText(address)).not.toBeInTheDocument();
});

test("an address that does not say when it expires ends with its session", async () => {
  const bff = emptyBff().one(revealCdpAddress, { url: address, expires_at_ms: null });
  await renderView(<CdpAddressButton id="session-one" name="night run" />, { bff });
  await page.getByRole("button", { name: "Show CDP address…" }).click();
  await page.getByRole("button", { name: "Show address" }).click();
  await expect.element(page.getByText("Valid until the browser ends.")).toBeVisible();
});

test("a viewer learns which role may see it", async () => {
  await renderView(<CdpAddressButton id="session-one" name="night run" />, {
    bff: emptyBff(),
    role: "viewer",
  });
  const button = page.getByRole("button", { name: "Show CDP address…" });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  button.element().focus();
  await expect.element(page.getByRole("tooltip")).toMatchTextContent("needs the operator role");
});
