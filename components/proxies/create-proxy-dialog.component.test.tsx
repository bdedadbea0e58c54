// Proxies are made, renamed and deleted.
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { proxyCheckOperations } from "@/lib/bff/operations/proxies";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { dependentsOf } from "@/tests/support/component/inventory-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { CreateProxyDialog } from "./create-proxy-dialog.tsx";
import { ProxyMenu } from "./proxy-menu.tsx";

const dialog = () => page.getByRole("dialog");
const field = (name: RegExp) => dialog().getByLabelText(name);

test("a proxy has the fields of its type; its password is never stored", async () => {
  sessionStorage.clear();
  const onCreated = vi.fn();
  const bff = emptyBff();
  await renderView(<CreateProxyDialog onCreated={onCreated} onClose={() => {}} />, { bff });
  const create = dialog().getByRole("button", { name: "Create proxy" });
  await create.click();
  await expect.element(dialog().getByText("Enter the proxy's host name or address.")).toBeVisible();
  await field(/^Host/).fill("proxy.example");
  await field(/^Port/).fill("8080");
  await field(/^Password/).fill("of nobody");
  expect(Object.values(sessionStorage).join()).toContain("proxy.example");
  expect(Object.values(sessionStorage).join()).not.toContain("of nobody");
  await create.click();
  await expect.element(dialog().getByText("A password needs a user name.")).toBeVisible();
  await field(/^User name/).fill("ada");
  bff.on(operations.createProxy, () =>
    Response.json(
      {
        code: "bad_request",
        message: "body.config.host: must be a host name",
        request_id: "component-test",
        details: [{ message: "body.config.host: must be a host name" }],
      },
      { status: 400 },
    ),
  );
  await create.click();
  await expect.element(dialog().getByText("Must be a host name.")).toBeVisible();
  await expect.element(field(/^Host/)).toHaveFocus();
  await expect.element(field(/^Password/)).toHaveValue("of nobody");
  expect(await axeViolationsIn(dialog().element())).toEqual([]);

  await dialog().getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: /^Residential/ }).click();
  await expect.element(field(/^Host/)).not.toBeInTheDocument();
  await field(/^Country/).fill("US");
  await dialog().getByRole("button", { name: "More settings" }).click();
  await field(/^State/).fill("CA");
  bff.one(operations.createProxy, { id: "proxy-7", name: "Oslo" });
  await create.click();
  await expect.poll(() => onCreated.mock.calls).toEqual([["proxy-7"]]);
  expect(bff.calls(operations.createProxy).at(-1)?.body).toEqual({
    type: "residential",
    protocol: "https",
    config: { country: "US", state: "CA" },
  });
});

test("a proxy is renamed, and deleted after what uses it was named", async () => {
  sessionStorage.clear();
  const onDeleted = vi.fn();
  const proxy = { id: "proxy-1", name: "Oslo" };
  const bff = emptyBff()
    .one(proxyCheckOperations.readProxyBlast, dependentsOf())
    .one(operations.updateProxy, { ...proxy, name: "Oslo 2" })
    .on(operations.deleteProxy, () => new Response(null, { status: 204 }));
  await renderView(<ProxyMenu proxy={proxy} onDeleted={onDeleted} />, { bff });
  await page.getByRole("button", { name: "Actions for Oslo" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await field(/^Name/).fill("");
  await dialog().getByRole("button", { name: "Rename proxy" }).click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent("1 to 255 characters.");
  await field(/^Name/).fill("Oslo 2");
  await dialog().getByRole("button", { name: "Rename proxy" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(bff.calls(operations.updateProxy).map(({ body }) => body)).toEqual([{ name: "Oslo 2" }]);

  await page.getByRole("button", { name: "Actions for Oslo" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const asking = page.getByRole("alertdialog");
  await expect.element(asking).toMatchTextContent(/Used by 0 pools, 0 active browsers/);
  await asking.getByLabelText("Reason").fill("not paid for any more");
  await asking.getByLabelText("Type Oslo to confirm").fill("Oslo");
  await asking.getByRole("button", { name: "Delete proxy" }).click();
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
});

test("a viewer learns which role may change a proxy", async () => {
  await renderView(<ProxyMenu proxy={{ id: "proxy-1", name: "Oslo" }} onDeleted={() => {}} />, {
    bff: emptyBff(),
    role: "viewer",
  });
  const more = page.getByRole("button", { name: "Actions for Oslo" });
  await expect.element(more).toHaveAttribute("aria-disabled", "true");
  more.element().focus();
  await expect.element(page.getByRole("tooltip")).toMatchTextContent("This needs the operator role");
});
