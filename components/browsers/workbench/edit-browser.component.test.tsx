// A live browser is changed in a dialog.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { sessionOf } from "@/tests/support/component/session-page";
import { EditBrowserButton } from "./edit-browser-button.tsx";

const dialog = () => page.getByRole("dialog");
const browser = sessionOf({ name: "night run", profile: { id: "profile-1", name: "shop" } });
const edit = () => page.getByRole("button", { name: "Edit…" });
const save = () => dialog().getByRole("button", { name: "Save browser" });

test("only what was changed is sent; a fault stands at its field, and what was typed is kept", async () => {
  sessionStorage.clear();
  const bff = emptyBff().list(operations.listProxies, [{ id: "px-oslo", name: "Oslo", type: "isp" }]);
  await renderView(<EditBrowserButton browser={browser} />, { bff });
  await edit().click();
  await expect.element(dialog().getByText("No changes yet.")).toBeVisible();
  await expect.element(dialog()).toMatchTextContent("Profile shop stays");
  expect(await axeViolationsIn(dialog().element())).toEqual([]);
  await dialog().getByLabelText(/^Name/).fill("day run");
  await dialog().getByLabelText(/^Tags/).fill("team");
  await save().click();
  await expect.element(dialog().getByLabelText(/^Tags/)).toHaveAttribute("aria-invalid", "true");
  await dialog().getByLabelText(/^Tags/).fill("team=checkout");
  bff.on(operations.updateBrowser, () =>
    problem(409, "conflict", "there is a browser named day run already"),
  );
  await save().click();
  await expect.element(dialog().getByLabelText(/^Name/)).toHaveAttribute("aria-invalid", "true");

  await page.getByRole("button", { name: "Cancel" }).click();
  await dialog().getByRole("button", { name: "Keep editing" }).click();
  await dialog().getByLabelText(/^Name/).fill("day run 2");
  await dialog()
    .getByLabelText(/^Proxy/)
    .fill("px-oslo");
  await expect.element(dialog()).toMatchTextContent("Another proxy closes the open connections");
  bff.one(operations.updateBrowser, browser);
  await save().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(bff.calls(operations.updateBrowser).at(-1)?.body).toEqual({
    name: "day run 2",
    tags: { team: "checkout" },
    proxy_id: "px-oslo",
  });
});

test("a size is forced on a browser that is watched, on demand", async () => {
  sessionStorage.clear();
  const bff = emptyBff().one(operations.updateBrowser, browser);
  await renderView(<EditBrowserButton browser={browser} />, { bff });
  await edit().click();
  await dialog().getByRole("combobox", { name: "Window" }).click();
  await page.getByRole("option", { name: /^1920.*1080/ }).click();
  await dialog()
    .getByLabelText(/^Resize also while/)
    .click();
  await save().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(bff.calls(operations.updateBrowser).map(({ body }) => body)).toEqual([
    { viewport: { width: 1920, height: 1080, refresh_rate: 25, force: true } },
  ]);
});

test("a viewer learns which role may edit a browser", async () => {
  await renderView(<EditBrowserButton browser={browser} />, { bff: emptyBff(), role: "viewer" });
  await expect.element(edit()).toHaveAttribute("aria-disabled", "true");
});
