import { focusManager } from "@tanstack/react-query";
import { describe, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { bffHeaders } from "@/lib/bff/headers";
import type { InventoryItem } from "@/lib/bff/inventory";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { profileOperations } from "@/lib/contract/operations/profiles";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import {
  dependentsOf,
  inventoryItemOf,
  scriptInventory,
  usedProfilesOf,
} from "@/tests/support/component/inventory-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { ProfilesView } from "./profiles-view.tsx";

/** Profiles with these names and the ids `id-<name>`; without dependents unless scripted. */
function bffWith(names: readonly string[], pins: InventoryItem[] = []): ScriptedBff {
  const profiles = names.map((name) => ({ id: `id-${name}`, name }));
  return scriptInventory(emptyBff(), pins)
    .list(profileOperations.listProfiles, ({ query }) =>
      profiles.filter(({ name }) => name.includes(query.get("query") ?? "")),
    )
    .one(profileOperations.retrieveProfile, ({ params }) => {
      const [found] = profiles.filter(({ id }) => id === params.id_or_name);
      if (found === undefined) throw new Error(`no profile ${params.id_or_name}`);
      return found;
    })
    .one(inventoryOperations.readUsedProfiles, usedProfilesOf())
    .one(inventoryOperations.readProfileUses, dependentsOf());
}

const draw = (bff: ScriptedBff, query = "") => renderView(<ProfilesView />, { at: `/profiles${query}`, bff });
type Screen = Awaited<ReturnType<typeof draw>>;
const rowsOf = (screen: Screen) =>
  screen.getByRole("table", { name: "Profiles", exact: true }).getByRole("row");

describe("the list", () => {
  test("a failed read is reported, not shown as an empty list", async () => {
    const bff = emptyBff().fail(profileOperations.listProfiles, 404, "not_found", "No such list.");
    const screen = await draw(bff);
    await expect.element(screen.getByText("No such list.")).toBeVisible();
    await expect.element(screen.getByText("No profiles yet")).not.toBeInTheDocument();
  });

  test("a search that the API ignores leaves out what does not match", async () => {
    const profiles = ["oak", "lamp"].map((name) => ({ id: `id-${name}`, name }));
    const bff = bffWith(["oak", "lamp"]).list(profileOperations.listProfiles, profiles);
    const screen = await draw(bff, "?query=oak");
    const rows = rowsOf(screen);
    await expect.element(rows.filter({ hasText: "oak" })).toBeVisible();
    expect(rows.elements().length).toBe(2);
  });

  test("the search box searches the API by name", async () => {
    const screen = await draw(bffWith(["oak", "lamp"]));
    const rows = rowsOf(screen);
    await expect.poll(() => rows.elements().length).toBe(3);
    await screen.getByRole("searchbox").first().fill("oak");
    await expect.poll(() => rows.elements().length).toBe(2);
    expect(screen.address()).toBe("/profiles?query=oak");
  });

  test("has room for names where it is narrow, as beside an open profile", async () => {
    const { innerWidth, innerHeight } = window;
    await page.viewport(820, 900);
    onTestFinished(() => page.viewport(innerWidth, innerHeight));
    const screen = await draw(bffWith(["oak", "lamp"]));
    const name = screen.getByRole("columnheader", { name: "Name", exact: true });
    await expect.element(name).toBeVisible();
    expect(name.element().getBoundingClientRect().width).toBeGreaterThan(150);
  });

  test("a card of a phone says nothing of a profile without known users", async () => {
    const { innerWidth, innerHeight } = window;
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(innerWidth, innerHeight));
    const users = [{ profile: "id-used", pools: [], sessions: 2 }];
    const bff = bffWith(["used", "idle"]).one(inventoryOperations.readUsedProfiles, {
      ...usedProfilesOf(users),
      pools: "first",
    });
    const screen = await draw(bff);
    await expect
      .element(rowsOf(screen).filter({ hasText: "used" }).getByText("2 active browsers"))
      .toBeVisible();
    await expect
      .element(rowsOf(screen).filter({ hasText: "idle" }).getByText("none known"))
      .not.toBeVisible();
  });

  test("shows the dependents of each, and its current number of sessions", async () => {
    let sessions = 1;
    const bff = bffWith(["used", "idle"]).one(inventoryOperations.readUsedProfiles, () =>
      usedProfilesOf([{ profile: "id-used", pools: [{ id: "pool-1", name: "night" }], sessions }]),
    );
    const screen = await draw(bff);
    const row = rowsOf(screen).filter({ hasText: "id-used" });
    await expect.element(row).toMatchTextContent("night · 1 active browser");
    await expect.element(row.getByRole("link", { name: "night" })).toHaveAttribute("href", "/pools/pool-1");
    await expect.element(rowsOf(screen).filter({ hasText: "id-idle" })).not.toMatchTextContent("browser");
    sessions = 0;
    await expect.element(row).not.toMatchTextContent("active browser");
    await screen.getByRole("button", { name: "Age and source of Profiles" }).click();
    await expect.element(screen.getByText(/Counted/)).toBeVisible();
    await expect.element(row).toMatchTextContent("night");
  });

  test("a pinned one comes first with its label, and is found by the label", async () => {
    const pins = [inventoryItemOf("profile", "id-lamp", { label: "payroll sign-in", pinned_by: "ada" })];
    const screen = await draw(bffWith(["oak", "lamp"], pins));
    await expect.element(rowsOf(screen).nth(1)).toMatchTextContent("lamp · payroll sign-in");
    await screen.getByRole("searchbox", { name: "Search profiles" }).fill("PAYROLL");
    await expect.poll(() => rowsOf(screen).elements().length).toBe(2);
    await expect.element(rowsOf(screen).nth(1)).toMatchTextContent("lamp · payroll sign-in");
  });
});

describe("a lookup", () => {
  test("opens the profile of that exact name, with its dependents, and is in the URL", async () => {
    const name = "a sign-in (ä)";
    const bff = bffWith([])
      .one(profileOperations.retrieveProfile, { id: "id-1", name })
      .one(
        inventoryOperations.readProfileUses,
        dependentsOf({
          pools: { reach: "all", items: [{ id: "p", name: "night", available: 1, acquired: 0, size: 1 }] },
          sessions: { reach: "remembered", items: [] },
        }),
      );
    const screen = await draw(bff);
    await screen.getByRole("searchbox", { name: "Search profiles" }).fill(name);
    await screen.getByRole("button", { name: `Look up “${name}”` }).click();
    const sheet = screen.getByRole("dialog", { name });
    await expect.element(sheet).toMatchTextContent("id-1");
    await expect
      .element(sheet.getByRole("region", { name: "Used by" }))
      .toMatchTextContent("1 pool, 0 active browsers, 0 running invocations");
    // How many there are stands in the summary alone.
    await expect.element(sheet.getByText(/^Active browsers as last seen/)).toBeVisible();
    await expect
      .element(sheet.getByRole("heading", { name: "Pools that use it", exact: true }))
      .toBeVisible();
    expect(sheet.getByRole("heading", { name: /that use it|in these browsers/ }).elements()).toHaveLength(1);
    expect(new URLSearchParams(window.location.search).get("find")).toBe(name);
    expect(bff.calls(profileOperations.retrieveProfile).at(0)?.params.id_or_name).toBe(name);
    expect(await axeViolationsIn(sheet.element())).toEqual([]);
  });

  test("by name reads the profile and what uses it once", async () => {
    // In a page without the focus nothing is read again after a while.
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    const bff = bffWith([]).one(profileOperations.retrieveProfile, { id: "id-1", name: "lamp" });
    const screen = await draw(bff, "?find=lamp");
    await expect.element(screen.getByRole("dialog", { name: "lamp" })).toMatchTextContent("id-1");
    await expect
      .element(screen.getByRole("region", { name: "Used by" }))
      .toMatchTextContent("0 pools, 0 active browsers");
    const uses = bff.calls(inventoryOperations.readProfileUses);
    expect(uses.map(({ params }) => params.id_or_name)).toEqual(["id-1"]);
    const calls = bff.calls(profileOperations.retrieveProfile);
    expect(calls.map(({ params }) => params.id_or_name)).toEqual(["lamp"]);
  });

  test("of an unknown name reports exactly that; an invalid name is not requested", async () => {
    const bff = bffWith([])
      .fail(profileOperations.listProfiles, 501, "operation_absent", "The API has no such operation.")
      .fail(profileOperations.retrieveProfile, 404, "not_found", "No such profile.");
    const screen = await draw(bff, "?find=no%20such%20profile");
    await expect.element(screen.getByText("Not found")).toBeVisible();
    await screen.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await screen.getByRole("textbox", { name: "Profile id or name" }).fill("a/b");
    await screen.getByRole("button", { name: "Look up" }).click();
    await expect.element(screen.getByText(/must not contain/)).toBeVisible();
    expect(screen.address()).toBe("/profiles");
  });
});

test("a profile that the page does not list is read again, and stays beside a failure of that", async () => {
  let usedAt = "2026-01-02T03:04:05.000Z";
  const bff = bffWith(["oak"]).one(profileOperations.retrieveProfile, () => ({
    id: "id-lamp",
    name: "lamp",
    last_used_at: usedAt,
  }));
  const screen = await draw(bff, "?find=id-lamp&query=oak");
  const sheet = screen.getByRole("dialog", { name: "lamp" });
  const time = () => sheet.element().querySelector("time")?.dateTime;
  await expect.poll(time).toBe("2026-01-02T03:04:05.000Z");
  usedAt = "2026-01-03T03:04:05.000Z";
  await expect.poll(time).toBe("2026-01-03T03:04:05.000Z");
  bff.fail(profileOperations.retrieveProfile, 503, "upstream_unreachable", "The API cannot be reached.");
  await expect.element(sheet.getByText("The API cannot be reached.")).toBeVisible();
  expect(time()).toBe("2026-01-03T03:04:05.000Z");
  bff.fail(profileOperations.retrieveProfile, 404, "not_found", "No such profile.");
  await expect.element(sheet.getByText("This profile no longer exists")).toBeVisible();
  expect(time()).toBe("2026-01-03T03:04:05.000Z");
  for (const name of ["Retry", "Download lamp", "Actions for lamp"])
    await expect.element(sheet.getByRole("button", { name })).not.toBeInTheDocument();
});

test("what was typed about a profile that is deleted meanwhile stays until its form is closed", async () => {
  const bff = bffWith(["oak"]).one(profileOperations.retrieveProfile, { id: "id-lamp", name: "lamp" });
  const screen = await draw(bff, "?find=id-lamp");
  await screen.getByRole("button", { name: "Actions for lamp" }).click();
  await screen.getByRole("menuitem", { name: "Rename…" }).click();
  const form = screen.getByRole("dialog", { name: "Rename profile lamp" });
  await form.getByLabelText("Name").fill("floor light");
  for (const operation of [profileOperations.retrieveProfile, profileOperations.updateProfile])
    bff.fail(operation, 404, "not_found", "No such profile.");
  await expect.poll(() => document.body.textContent).toContain("This profile no longer exists");
  await form.getByRole("button", { name: "Rename profile" }).click();
  await expect.element(form.getByRole("alert")).toMatchTextContent("Not renamed");
  await expect.element(form.getByLabelText("Name")).toHaveValue("floor light");
  await form.getByRole("button", { name: "Cancel" }).click();
  await form.getByRole("button", { name: "Discard" }).click();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Actions for lamp" })).not.toBeInTheDocument();
});

test.each(["", "&query=oak"])(
  "a profile found by its name stays open when another operator renames it, with the filters “%s”",
  async (filters) => {
    let name = "lamp";
    const bff = bffWith(["oak"])
      .list(profileOperations.listProfiles, ({ query }) =>
        [{ id: "id-lamp", name }].filter((each) => each.name.includes(query.get("query") ?? "")),
      )
      .on(profileOperations.retrieveProfile, ({ params: { id_or_name: wanted } }) =>
        wanted === "id-lamp" || wanted === name
          ? Response.json({ id: "id-lamp", name })
          : problem(404, "not_found", "No such profile."),
      );
    const screen = await draw(bff, `?find=lamp${filters}`);
    await expect.element(screen.getByRole("dialog", { name: "lamp" })).toMatchTextContent("id-lamp");
    name = "floor light";
    const sheet = screen.getByRole("dialog", { name });
    await expect.element(sheet.getByRole("button", { name: `Download ${name}` })).toBeVisible();
    await expect.element(sheet).not.toMatchTextContent("no longer exists");
  },
);

describe("a download", () => {
  const state = JSON.stringify({ cookies: [] });
  const answer = () =>
    new Response(state, {
      headers: {
        "content-disposition": `attachment; filename="profile-oak _ä_.json"; filename*=UTF-8''profile-oak%20_%C3%A4_.json`,
      },
    });

  test("lists its content and requires a reason; the bytes are saved under the response's file name", async () => {
    const files = captureDownloads();
    const bff = bffWith(["oak"]).on(profileOperations.downloadProfile, answer);
    const screen = await draw(bff);
    await screen.getByRole("button", { name: "Download oak" }).click();
    const dialog = screen.getByRole("alertdialog");
    await expect.element(dialog).toMatchTextContent("including live sign-ins");
    expect(await axeViolationsIn(dialog.element())).toEqual([]);
    const confirm = dialog.getByRole("button", { name: "Download" });
    await confirm.click();
    await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveFocus();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("a restore");
    await confirm.dblClick();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(files.names()).toEqual(["profile-oak _ä_.json"]);
    expect(await files.texts()).toEqual([state]);
    const [call, ...more] = bff.calls(profileOperations.downloadProfile);
    expect(more).toEqual([]);
    expect(call?.params.id_or_name).toBe("id-oak");
    expect(call?.headers.get(bffHeaders.reason)).toBe(encodeURIComponent("a restore"));
  });

  test("that is interrupted saves nothing and reports it in the dialog", async () => {
    const files = captureDownloads();
    const bff = bffWith(["oak"]).on(profileOperations.downloadProfile, () => {
      const broken = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("{"));
          setTimeout(() => controller.error(new TypeError("network")), 0);
        },
      });
      return new Response(broken);
    });
    const screen = await draw(bff);
    await screen.getByRole("button", { name: "Download oak" }).click();
    const dialog = screen.getByRole("alertdialog");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("a restore");
    await dialog.getByRole("button", { name: "Download" }).click();
    await expect
      .element(dialog.getByRole("alert"))
      .toMatchTextContent("The download broke off; nothing was saved.");
    await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("a restore");
    expect(files.names()).toEqual([]);
  });
});
