// A live browser is changed in a dialog.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Browser } from "@/lib/contract/browsers";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { openSession, sessionOf } from "@/tests/support/component/session-page";
import { EditBrowserProvider } from "../edit/edit-browser.tsx";
import { EditBrowserButton } from "./edit-browser-button.tsx";

const Page = ({ of = browser }: { of?: Browser }) => (
  <EditBrowserProvider>
    <EditBrowserButton browser={of} />
  </EditBrowserProvider>
);

const dialog = () => page.getByRole("dialog");
const browser = sessionOf({ name: "night run", profile: { id: "profile-1", name: "shop" } });
const edit = () => page.getByRole("button", { name: "Edit…" });
const save = () => dialog().getByRole("button", { name: "Save browser" });

test("only what was changed is sent; a fault stands at its field, and what was typed is kept", async () => {
  sessionStorage.clear();
  const bff = emptyBff().list(operations.listProxies, [{ id: "px-oslo", name: "Oslo", type: "isp" }]);
  await renderView(<Page />, { bff });
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
  await expect.element(page.getByText("day run 2")).toBeVisible();
  expect(bff.calls(operations.updateBrowser).at(-1)?.body).toEqual({
    name: "day run 2",
    tags: { team: "checkout" },
    proxy_id: "px-oslo",
  });
});

test("tags that lines cannot say stay as they are, and the rest can be edited", async () => {
  sessionStorage.clear();
  const bff = emptyBff().one(operations.updateBrowser, browser);
  await renderView(<Page of={sessionOf({ tags: { note: "line 1\nline 2", "a=b": "c" } })} />, { bff });
  await edit().click();
  const tags = dialog().getByLabelText(/^Tags/);
  await expect.element(tags).toHaveAttribute("readonly");
  await expect.element(tags).toHaveAccessibleDescription(/^Cannot be edited here/);
  await dialog().getByLabelText(/^Name/).fill("day run");
  await save().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(bff.calls(operations.updateBrowser).map(({ body }) => body)).toEqual([{ name: "day run" }]);
});

test("tags that lines cannot say stay also where a draft has others", async () => {
  sessionStorage.clear();
  const bff = emptyBff().one(operations.updateBrowser, browser);
  const screen = await renderView(<Page of={sessionOf({ tags: { team: "blue" } })} />, { bff });
  await edit().click();
  await dialog().getByLabelText(/^Tags/).fill("team=red");
  await screen.unmount();
  await renderView(<Page of={sessionOf({ tags: { note: "line 1\nline 2" } })} />, { bff });
  await edit().click();
  await expect.element(dialog().getByLabelText(/^Tags/)).toHaveValue("note=line 1\nline 2");
  await expect.element(dialog().getByRole("button", { name: "Start over" })).not.toBeInTheDocument();
  await dialog().getByLabelText(/^Name/).fill("day run");
  await save().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(bff.calls(operations.updateBrowser).map(({ body }) => body)).toEqual([{ name: "day run" }]);
});

test("a restored draft says that it replaces tags or captured categories that others changed since", async () => {
  sessionStorage.clear();
  const screen = await renderView(<Page of={sessionOf({ tags: { team: "blue" } })} />, { bff: emptyBff() });
  await edit().click();
  await dialog().getByLabelText(/^Name/).fill("day run");
  await dialog().getByLabelText("Screenshots").click();
  await screen.unmount();
  const changed = sessionOf({
    tags: { team: "blue", run: "7" },
    telemetry: { browser: { network: { enabled: true } } },
  });
  await renderView(<Page of={changed} />, { bff: emptyBff() });
  await edit().click();
  await expect.element(dialog().getByLabelText("Screenshots")).toBeChecked();
  await expect
    .element(dialog())
    .toMatchTextContent("Changed by others since you began: Capture. Saving replaces these changes.");
  await dialog().getByLabelText(/^Tags/).fill("team=red");
  await expect.element(dialog()).toMatchTextContent("since you began: Tags, Capture.");
  await dialog().getByRole("button", { name: "Start over" }).click();
  await dialog().getByLabelText("Screenshots").click();
  await expect.element(dialog()).toMatchTextContent("Captures from now on.");
  await expect.element(dialog()).not.toMatchTextContent("Changed by others");
});

test("a size is forced on a browser that is watched, on demand", async () => {
  sessionStorage.clear();
  const bff = emptyBff().one(operations.updateBrowser, browser);
  await renderView(<Page />, { bff });
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
  await renderView(<Page />, { bff: emptyBff(), role: "viewer" });
  await expect.element(edit()).toHaveAttribute("aria-disabled", "true");
});

test.each([
  ["has ended", false],
  ["is no longer known to the API", true],
])("what was typed can still be read when the browser %s, and is not sent", async (_, isForgotten) => {
  sessionStorage.clear();
  const screen = await openSession({ session: sessionOf({ name: "night run" }) });
  await edit().click();
  await dialog().getByLabelText(/^Tags/).fill("team=checkout");
  if (isForgotten)
    screen.bff.on(operations.retrieveBrowser, () => problem(404, "not_found", "There is no such session."));
  else screen.end();
  await expect.element(dialog()).toMatchTextContent("This browser has ended");
  await expect.element(dialog().getByLabelText(/^Tags/)).toHaveValue("team=checkout");
  await expect.element(save()).toHaveAttribute("aria-disabled", "true");
  await expect.element(edit()).not.toBeInTheDocument();
});
