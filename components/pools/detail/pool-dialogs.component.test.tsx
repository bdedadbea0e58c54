// Pools are made, changed and deleted in dialogs.
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Toaster } from "@/components/ui/toast";
import { bffHeaders } from "@/lib/bff/headers";
import { poolInsightOperations } from "@/lib/bff/operations/pool-insight";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { insightsOf, poolOf } from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { CreatePoolDialog } from "../forms/create-pool-dialog.tsx";
import { EditPoolDialog } from "../forms/edit-pool-dialog.tsx";
import { DeletePoolDialog } from "./delete-pool-dialog.tsx";

const reasonOf = (call: { headers: Headers } | undefined) =>
  decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "");
const nothing = () => undefined;
const dialog = () => page.getByRole("dialog");

function bffWithResources() {
  return emptyBff()
    .list(operations.listProxies, [
      { id: "px-oslo", name: "Oslo", type: "isp", status: "available", config: { country: "NO" } },
      { id: "px-rome", name: "Rome", type: "mobile", status: "unavailable" },
    ])
    .list(operations.listProfiles, [{ id: "profile-1", name: "shop" }])
    .list(operations.listExtensions, [
      { id: "ext-1", name: "ad-block", created_at: "2026-01-02T03:04:05Z", size_bytes: 1 },
    ]);
}

test("a pool is made from what is picked, by keyboard alone, and its page opens", async () => {
  sessionStorage.clear();
  const bff = bffWithResources();
  const screen = await renderView(<CreatePoolDialog onClose={nothing} />, { at: "/pools", bff });
  await expect.element(dialog().getByText(/^Keeps 4 browsers running/)).toBeVisible();
  await expect.element(dialog().getByLabelText(/^Name/)).toHaveFocus();
  await userEvent.keyboard("blue pool{Tab}{Control>}a{/Control}8");
  await expect.element(dialog().getByText(/^Keeps 8 browsers running/)).toBeVisible();
  await userEvent.keyboard("{Tab}oslo{ArrowDown}");
  await expect.element(page.getByRole("option", { name: /Oslo.*isp · NO · available/ })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByLabelText(/^Proxy/)).toHaveValue("Oslo");
  await expect.element(dialog().getByText("px-oslo · isp · NO · available")).toBeVisible();
  await userEvent.keyboard("{Tab}sho{ArrowDown}{Enter}{Tab}ad-{ArrowDown}{Enter}");
  await expect
    .element(dialog().getByRole("list", { name: "Chosen extensions" }))
    .toMatchTextContent("ad-block");
  await userEvent.keyboard("other{Enter}");
  await dialog().getByRole("button", { name: "Remove other" }).click();
  await expect.element(dialog().getByRole("button", { name: "Remove ad-block" })).toHaveFocus();
  await expect.element(dialog().getByLabelText("Headless: no window, no live view")).not.toBeVisible();
  await dialog().getByRole("button", { name: "More settings" }).click();
  await dialog().getByLabelText("Headless: no window, no live view").click();
  expect(await axeViolationsIn(dialog().element())).toEqual([]);
  await dialog().getByRole("button", { name: "Create pool" }).click();
  await expect.element(dialog().getByText(/^Use up to 255 letters/)).toBeVisible();
  await expect.element(dialog().getByLabelText(/^Name/)).toHaveFocus();
  expect(bff.calls(operations.createPool)).toEqual([]);

  bff.on(operations.createPool, () => problem(409, "conflict", "there is a pool named blue already"));
  await userEvent.keyboard("{Control>}a{/Control}blue{Enter}");
  await expect.element(dialog().getByText("There is a pool named blue already.")).toBeVisible();
  bff.one(operations.createPool, poolOf({ id: "pool-7", name: "blue-2" }));
  await dialog().getByLabelText(/^Name/).fill("blue-2");
  await dialog()
    .getByLabelText(/^Reason/)
    .fill("for the sale");
  await dialog().getByRole("button", { name: "Create pool" }).click();
  await expect.poll(screen.address).toBe("/pools/pool-7");
  const sent = bff.calls(operations.createPool).at(-1);
  expect(sent?.body).toEqual({
    name: "blue-2",
    size: 8,
    proxy_id: "px-oslo",
    profile: { name: "shop" },
    extensions: [{ name: "ad-block" }],
    headless: true,
  });
  expect(reasonOf(sent)).toBe("for the sale");
});

test("a profile with a space at the end of its name is found by it and sent by its id", async () => {
  sessionStorage.clear();
  const id = "p".repeat(24);
  const bff = bffWithResources()
    .list(operations.listProfiles, [{ id, name: "login " }])
    .one(operations.createPool, poolOf({ id: "pool-7" }));
  await renderView(<CreatePoolDialog onClose={nothing} />, { at: "/pools", bff });
  await dialog()
    .getByLabelText(/^Profile/)
    .fill("logi");
  await page.getByRole("option", { name: "login" }).click();
  await dialog().getByRole("button", { name: "Create pool" }).click();
  await expect
    .poll(() => bff.calls(operations.createPool).map(({ body }) => body))
    .toEqual([{ size: 4, profile: { id } }]);
});

test("a proxy is found by its exact name, and an id that is not listed may be given", async () => {
  sessionStorage.clear();
  await renderView(<CreatePoolDialog onClose={nothing} />, { at: "/pools", bff: bffWithResources() });
  const proxy = dialog().getByLabelText(/^Proxy/);
  await proxy.fill("px-elsewhere");
  await expect
    .element(dialog().getByText("This id is not in the list of proxies. The API will check it."))
    .toBeVisible();
  await proxy.fill("Rome");
  await userEvent.tab();
  await expect.element(proxy).toHaveValue("Rome");
  await expect.element(dialog().getByText(/^px-rome · mobile/)).toBeVisible();
});

test("a name that is changed and typed back is the proxy that it was, though another has the same name", async () => {
  sessionStorage.clear();
  const named = (id: string) => ({ id, name: "Oslo", type: "isp" as const, status: "available" as const });
  const bff = bffWithResources().list(operations.listProxies, [named("px-one"), named("px-two")]);
  await renderView(<CreatePoolDialog onClose={nothing} />, { at: "/pools", bff });
  const proxy = dialog().getByLabelText(/^Proxy/);
  await proxy.fill("px-two");
  await userEvent.tab();
  await expect.element(proxy).toHaveValue("Oslo");
  await proxy.click();
  await userEvent.keyboard("{End}x{Backspace}{Tab}");
  await expect.element(proxy).toHaveValue("Oslo");
  await expect.element(dialog().getByText(/^px-two · isp/)).toBeVisible();
});

test("a fault of a folded setting, also one that the API names, unfolds it", async () => {
  sessionStorage.clear();
  const bff = bffWithResources();
  await renderView(<CreatePoolDialog onClose={nothing} />, { at: "/pools", bff });
  bff.on(operations.createPool, () =>
    Response.json(
      {
        code: "bad_request",
        message: "body.timeout_seconds: must be less",
        request_id: "component-test",
        details: [{ message: "body.timeout_seconds: must be less" }],
      },
      { status: 400 },
    ),
  );
  await dialog().getByRole("button", { name: "Create pool" }).click();
  await expect.element(dialog().getByText("Must be less.")).toBeVisible();
  await expect.element(dialog().getByLabelText(/^Timeout in seconds/)).toBeVisible();
});

test("an edit begins with a remedy's value, says its effect and sends only what differs", async () => {
  sessionStorage.clear();
  const bff = bffWithResources().one(operations.updatePool, poolOf({ id: "pool-1" }));
  const pool = poolOf({ id: "pool-1", available_count: 3, acquired_count: 2 });
  const onClose = vi.fn();
  await renderView(<EditPoolDialog pool={pool} preset={{ size: "12" }} onClose={onClose} />, {
    bff,
  });
  await expect.element(dialog().getByLabelText(/^Size/)).toHaveValue("12");
  await expect
    .element(
      dialog().getByText(/^Keeps 12 browsers running instead of 8\. The 2 acquired browsers keep running/),
    )
    .toBeVisible();
  // Nothing was typed yet: closing does not ask.
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const save = dialog().getByRole("button", { name: "Save pool" });
  await save.click();
  await expect.element(dialog().getByText("Give a reason.")).toBeVisible();
  await dialog().getByLabelText("Reason").fill("the sale begins");
  await save.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(2);
  expect(bff.calls(operations.updatePool).map(({ body }) => body)).toEqual([{ size: 12 }]);
  expect(reasonOf(bff.calls(operations.updatePool)[0])).toBe("the sale begins");
});

test("the size of a pool is bounded by what the API runs and the other pools have, in one hint", async () => {
  sessionStorage.clear();
  const other = { id: "other", name: "other", running: 12, size: 12 };
  const bff = bffWithResources().one(poolInsightOperations.readPoolInsight, {
    ...insightsOf(),
    capacity: { limit: 24, used: 20, outside: 0, pools: [other, { ...other, id: "pool-1", size: 8 }] },
  });
  const onClose = vi.fn();
  await renderView(
    <EditPoolDialog pool={poolOf({ id: "pool-1" })} preset={{ size: "13" }} onClose={onClose} />,
    {
      bff,
    },
  );
  await expect
    .element(dialog().getByLabelText(/^Size/))
    .toHaveAccessibleDescription("Number of browsers, 1 to 12. Other pools have 12 of the API's 24.");
  await dialog().getByLabelText("Reason").fill("the sale begins");
  await dialog().getByRole("button", { name: "Save pool" }).click();
  await expect.element(dialog().getByText("Enter a whole number from 1 to 12.")).toBeVisible();
  bff.on(operations.updatePool, () =>
    problem(429, "upstream_busy", "size: pools can have 24 browsers in all"),
  );
  await dialog().getByLabelText(/^Size/).fill("12");
  await dialog().getByRole("button", { name: "Save pool" }).click();
  await expect.element(dialog().getByText("Pools can have 24 browsers in all.")).toBeVisible();
});

test("a restored draft says that it replaces extensions that others changed since", async () => {
  sessionStorage.clear();
  const bff = bffWithResources();
  const edit = (names: string[]) => {
    const extensions = names.map((name) => ({ name }));
    const pool = poolOf({ id: "pool-1", browser_pool_config: { size: 8, extensions } });
    return renderView(<EditPoolDialog pool={pool} preset={{}} onClose={nothing} />, { bff });
  };
  const screen = await edit(["one"]);
  await dialog().getByRole("button", { name: "Remove one" }).click();
  await expect.element(dialog()).toMatchTextContent("Applies to new browsers only");
  await screen.unmount();
  await edit(["one", "two"]);
  await expect
    .element(dialog())
    .toMatchTextContent("Changed by others since you began: Extensions. Saving replaces these changes.");
  await dialog().getByRole("button", { name: "Start over" }).click();
  await expect.element(dialog().getByRole("button", { name: "Remove two" })).toBeVisible();
  await expect.element(dialog()).not.toMatchTextContent("Changed by others");
});

test("what the API cannot remove from a pool is not taken away in silence", async () => {
  sessionStorage.clear();
  const bff = bffWithResources().one(operations.updatePool, poolOf({ id: "pool-1" }));
  const viewport = { width: 1440, height: 900, refresh_rate: 25 };
  const pool = poolOf({
    id: "pool-1",
    browser_pool_config: { size: 8, profile: { name: "shop" }, timeout_seconds: 300, viewport },
  });
  await renderView(<EditPoolDialog pool={pool} preset={{}} onClose={vi.fn()} />, { bff });
  await dialog().getByRole("button", { name: "More settings" }).click();
  await dialog()
    .getByLabelText(/^Timeout/)
    .fill("");
  await dialog()
    .getByLabelText(/^Profile/)
    .fill("");
  await dialog().getByLabelText("Window").click();
  await expect.element(page.getByRole("option", { name: /1440 × 900/ })).toBeVisible();
  await expect.element(page.getByRole("option", { name: "Default of the API" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await dialog().getByLabelText("Reason").fill("cheaper");
  const save = dialog().getByRole("button", { name: "Save pool" });
  await save.click();
  await expect.element(dialog().getByLabelText(/^Profile/)).toHaveAttribute("aria-invalid", "true");
  await dialog()
    .getByLabelText(/^Profile/)
    .fill("shop");
  await save.click();
  await expect
    .poll(() => bff.calls(operations.updatePool).map(({ body }) => body))
    .toEqual([{ timeout_seconds: 600 }]);
});

test("a pool is deleted once its name is typed; its acquired browsers end only where that is chosen", async () => {
  const bff = emptyBff().on(operations.deletePool, () =>
    problem(409, "conflict", "2 browsers of this pool are acquired"),
  );
  const pool = poolOf({ id: "pool-1", name: "blue", available_count: 3, acquired_count: 2 });
  const screen = await renderView(<DeletePoolDialog pool={pool} onClose={() => undefined} />, {
    at: "/pools/pool-1",
    bff,
  });
  const asking = page.getByRole("alertdialog");
  await expect.element(asking).toMatchTextContent(/3 idle browsers end\. 2 are acquired/);
  const confirm = asking.getByRole("button", { name: "Delete pool" });
  await expect.element(confirm).toHaveAttribute("aria-disabled", "true");
  await asking.getByLabelText(/to confirm$/).fill("blu");
  await asking.getByLabelText("Reason").fill("not used");
  await expect.element(confirm).toHaveAttribute("aria-disabled", "true");
  expect(await axeViolationsIn(asking.element())).toEqual([]);
  await asking.getByLabelText(/to confirm$/).fill("blue");
  await confirm.click();
  await expect.element(asking.getByRole("alert")).toMatchTextContent("2 browsers of this pool are acquired");
  bff.on(operations.deletePool, () => new Response(null, { status: 204 }));
  await asking.getByLabelText(/^Also end the 2 acquired browsers/).click();
  await confirm.click();
  await expect.poll(screen.address).toBe("/pools");
  expect(bff.calls(operations.deletePool).map(({ body }) => body)).toEqual([{}, { force: true }]);
});

test("a pool that is deleted after its page was left leads nowhere", async () => {
  const deleted = Promise.withResolvers<Response>();
  const bff = emptyBff().on(operations.deletePool, () => deleted.promise);
  const pool = poolOf({ id: "pool-1", name: "blue", available_count: 3, acquired_count: 0 });
  const screen = await renderView(<DeletePoolDialog pool={pool} onClose={() => undefined} />, {
    at: "/pools/pool-1",
    bff,
  });
  const asking = page.getByRole("alertdialog");
  await asking.getByLabelText(/to confirm$/).fill("blue");
  await asking.getByLabelText("Reason").fill("not used");
  await asking.getByRole("button", { name: "Delete pool" }).click();
  await expect.poll(() => bff.calls(operations.deletePool).length).toBe(1);
  // By the browser's Back.
  window.history.replaceState(null, "", "/browsers?status=active");
  await screen.rerender(<Toaster />);
  deleted.resolve(new Response(null, { status: 204 }));
  await expect.element(page.getByText("Pool deleted")).toBeVisible();
  expect(screen.address()).toBe("/browsers?status=active");
});
