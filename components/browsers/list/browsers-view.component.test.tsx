// The list of sessions, and ending one.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { pictureOperations } from "@/lib/bff/operations/pictures";
import { sessionOriginOperations } from "@/lib/bff/operations/session-origin";
import { operations } from "@/lib/contract/operations/operations";
import { recordAnnouncements } from "@/tests/support/component/announcements";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { expectOneBatch } from "@/tests/support/component/expect-one-batch";
import { inventoryItemOf, scriptInventory } from "@/tests/support/component/inventory-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { openSession, sessionOf } from "@/tests/support/component/session-page";
import { BrowsersView } from "./browsers-view.tsx";

test("active sessions are listed, ended ones by filter, and a row opens its session", async () => {
  const live = sessionOf({ session_id: "live-one", viewport: { width: 1280, height: 800 } });
  const ended = sessionOf({ session_id: "ended-one", deleted_at: new Date().toISOString() });
  const bff = emptyBff().list(operations.listBrowsers, ({ query }) =>
    query.get("status") === "deleted" ? [ended] : [live],
  );
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  const row = (text: string) =>
    screen.getByRole("table", { name: "Browsers" }).getByRole("row").filter({ hasText: text });
  await expect.element(row("live-one")).toMatchTextContent(/active.*10 min/);
  await expect.element(row("ended-one")).not.toBeInTheDocument();
  await screen.getByRole("combobox", { name: "State" }).click();
  await screen.getByRole("option", { name: "Ended" }).click();
  await expect.element(row("ended-one")).toMatchTextContent("ended");
  await expect.element(row("live-one")).not.toBeInTheDocument();
  expect(screen.address()).toBe("/browsers?status=deleted");
  await row("ended-one").click();
  await expect.poll(screen.address).toBe("/browsers/ended-one");
});

test("the state that shows all browsers hides none, and stays when the filters are cleared", async () => {
  const bff = emptyBff().list(operations.listBrowsers, []);
  const screen = await renderView(<BrowsersView />, { at: "/browsers?status=all&query=foo", bff });
  await expect.element(screen.getByText("Hidden by: search “foo”.")).toBeVisible();
  await screen.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(screen.address).toBe("/browsers?status=all");
  await expect.element(screen.getByText(/Nothing matches/)).not.toBeInTheDocument();
});

test("keys go from row to row, and Enter opens the browser", async () => {
  const sessions = ["first", "second", "third"].map((id) => sessionOf({ session_id: id }));
  const screen = await renderView(<BrowsersView />, {
    at: "/browsers",
    bff: emptyBff().list(operations.listBrowsers, sessions),
  });
  const row = (text: string) =>
    screen.getByRole("table", { name: "Browsers" }).getByRole("row").filter({ hasText: text });
  await expect.element(row("first")).toBeVisible();
  for (const [key, text] of [
    ["j", "first"],
    ["j", "second"],
    ["{ArrowDown}", "third"],
    ["k", "second"],
    ["{Escape}", "second"],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(row(text)).toHaveFocus();
  }
  await userEvent.keyboard("{Enter}");
  await expect.poll(screen.address).toBe("/browsers/second");
});

test("beside a narrow page's ids there is room for the invocation", async () => {
  await page.viewport(700, 900);
  onTestFinished(() => page.viewport(1440, 900));
  const bff = emptyBff().list(operations.listBrowsers, [sessionOf({ session_id: "live-one" })]);
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  const widthOf = (name: string) =>
    screen.getByRole("columnheader", { name, exact: true }).element().getBoundingClientRect().width;
  await expect.element(screen.getByText("live-one")).toBeVisible();
  expect(widthOf("Invocation")).toBeGreaterThan(140);
  await page.viewport(1440, 900);
  await expect.poll(() => widthOf("Browser")).toBe(248);
});

test("each browser says what it belongs to and uses, by name, and a value filters all of them", async () => {
  const invocation = { id: "r1", app_name: "shop", version: "v1", status: "running", seen_ms: 1 };
  const origins = new Map([
    ["one", { pool: { id: "p1", name: "eu", seen_ms: 1 }, action: "pay" }],
    ["two", { pool: { id: "p2", name: "us", seen_ms: 1 }, action: "login" }],
    ["three", { pool: null, action: undefined }],
  ]);
  const sessions = [...origins.keys()].map((id) =>
    sessionOf({ session_id: id, ...(id === "three" ? { proxy_id: "x1", name: "night run" } : {}) }),
  );
  const proxy = {
    kind: "proxy" as const,
    id: "x1",
    name: "tokyo",
    source: "listProxies",
    details: {},
    first_seen_ms: 1,
    last_seen_ms: 1,
    ended_at_ms: null,
    label: null,
    pinned_by: null,
  };
  const bff = emptyBff()
    // The API's pages are shorter than the list.
    .list(operations.listBrowsers, ({ query }) => {
      const offset = Number(query.get("offset") ?? 0);
      return offset === 0 ? sessions : [];
    })
    .list(inventoryOperations.listInventory, ({ query }) => (query.get("kind") === "proxy" ? [proxy] : []))
    .list(sessionOriginOperations.listSessionOrigins, ({ query }) =>
      (query.get("session_id") ?? "").split(",").map((id) => {
        const { pool = null, action = undefined } = origins.get(id) ?? {};
        return {
          session_id: id,
          pool,
          activity: null,
          invocation: action === undefined ? null : { ...invocation, action_name: action },
        };
      }),
    );
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  const row = (text: string) =>
    screen.getByRole("table", { name: "Browsers" }).getByRole("row").filter({ hasText: text });
  await expect.element(row("one")).toMatchTextContent(/pay running.*eu/);
  await expect.element(row("three")).toMatchTextContent(/night run.*tokyo/);
  await row("one").getByText("eu", { exact: true }).click();
  await expect.poll(screen.address).toBe("/browsers?pool=eu");
  await expect.element(row("two")).not.toBeInTheDocument();
  await expect.element(row("one")).toBeVisible();
  await screen.getByRole("button", { name: "Remove filter Pool eu" }).click();
  await expect.element(row("two")).toBeVisible();
  await row("three")
    .getByText("tokyo")
    .click({ modifiers: ["Alt"] });
  await expect.poll(screen.address).toBe("/browsers?not_proxy=tokyo");
  await expect.element(row("three")).not.toBeInTheDocument();
  await expect.element(row("two")).toBeVisible();
  expect(await axeViolationsIn(screen.container)).toEqual([]);
});

test("a browser says that its proxy is down, on a phone too", async () => {
  onTestFinished(() => page.viewport(1440, 900));
  const proxies = [
    inventoryItemOf("proxy", "x1", { name: "tokyo", details: { status: "available" } }),
    inventoryItemOf("proxy", "x2", { name: "osaka", details: { status: "unavailable" } }),
  ];
  const bff = scriptInventory(
    emptyBff().list(
      operations.listBrowsers,
      ["x1", "x2"].map((id) => sessionOf({ session_id: `with-${id}`, proxy_id: id })),
    ),
    proxies,
  );
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  const cell = (name: string) => screen.getByRole("cell").filter({ hasText: name });
  await expect.element(cell("osaka")).toMatchTextContent(/^osaka\s*down$/);
  await expect.element(cell("tokyo")).toMatchTextContent(/^tokyo$/);
  await page.viewport(390, 800);
  await expect.element(cell("osaka")).toBeVisible();
  await expect.element(cell("tokyo")).not.toBeInTheDocument();
});

test("a browser whose clients are counted shows the time left, others their timeout", async () => {
  const telemetry = { browser: { connection: { enabled: true } } };
  const activities = new Map([
    ["idle", { clients: 0, last_active_ms: Date.now() - 125_000 }],
    ["used", { clients: 1, last_active_ms: null }],
    ["uncounted", { clients: 0, last_active_ms: null }],
  ]);
  const bff = emptyBff()
    .list(
      operations.listBrowsers,
      [...activities.keys()].map((id) =>
        sessionOf({ session_id: id, ...(id === "uncounted" ? {} : { telemetry }) }),
      ),
    )
    .list(sessionOriginOperations.listSessionOrigins, ({ query }) =>
      (query.get("session_id") ?? "").split(",").map((id) => ({
        session_id: id,
        pool: null,
        invocation: null,
        activity: activities.get(id) ?? null,
      })),
    );
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  const row = (text: string) =>
    screen.getByRole("table", { name: "Browsers" }).getByRole("row").filter({ hasText: text });
  await expect.element(row("idle")).toMatchTextContent(/[78] min left/);
  await expect.element(row("used")).toMatchTextContent(/10 min$/);
  await expect.element(row("uncounted")).toMatchTextContent(/10 min$/);
});

test("a filter by what could not be read is reported, instead of a list without matches", async () => {
  const bff = emptyBff()
    .list(operations.listBrowsers, [sessionOf({ session_id: "one" })])
    .on(sessionOriginOperations.listSessionOrigins, () =>
      problem(503, "store_unavailable", "The database does not answer."),
    );
  const screen = await renderView(<BrowsersView />, { at: "/browsers?pool=eu", bff });
  await expect
    .element(screen.getByRole("alert"))
    .toMatchTextContent(/Not filtered.*database does not answer/);
  expect(screen.container.textContent).not.toContain("match");
  await screen.getByRole("button", { name: "Remove filter Pool eu" }).click();
  await expect.element(screen.getByRole("row").filter({ hasText: "one" })).toBeVisible();
});

test("the filter bar filters by what browsers use, and what matches is paged", async () => {
  const sessions = Array.from({ length: 61 }, (_, at) =>
    sessionOf({
      session_id: `session-${at}`,
      pool: at === 0 ? { id: "p2", name: "us" } : { id: "p1", name: "eu" },
    }),
  );
  const bff = emptyBff().list(operations.listBrowsers, sessions);
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  const table = screen.getByRole("table", { name: "Browsers" });
  await expect.element(table.getByText("session-0", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Filter", exact: true }).click();
  const form = screen.getByRole("dialog", { name: "Add filter" });
  await form.getByRole("button", { name: "Add filter" }).click();
  await expect.element(form.getByText("Enter a value.")).toBeVisible();
  expect(await axeViolationsIn(form.element())).toEqual([]);
  await form.getByRole("combobox", { name: "Value" }).fill("x".repeat(256));
  await form.getByRole("button", { name: "Add filter" }).click();
  await expect.element(form.getByText("Use up to 255 characters.")).toBeVisible();
  await expect.element(form.getByRole("combobox", { name: "Value" })).toHaveValue("x".repeat(256));
  await form.getByRole("combobox", { name: "Value" }).fill("");
  await form.getByRole("combobox", { name: "Value" }).click();
  await screen.getByRole("option", { name: "eu" }).click();
  await form.getByRole("button", { name: "Add filter" }).click();
  await expect.poll(screen.address).toBe("/browsers?pool=eu");
  await expect.element(table.getByText("session-0", { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByText("1–50, more")).toBeVisible();
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByText("51–60 of 60")).toBeVisible();
  await expect.element(table.getByText("session-60", { exact: true })).toBeVisible();
});

test("a search that the API ignores is applied here, page by page, also while nothing recorded can be read", async () => {
  const sessions = Array.from({ length: 240 }, (_, at) =>
    sessionOf({ session_id: `${at % 4 === 3 ? "night" : "day"}-${at}` }),
  );
  const labelled = ["day-0", "day-1"];
  const pins = labelled.map((id) => inventoryItemOf("session", id, { label: "night", pinned_by: "ada" }));
  const bff = scriptInventory(emptyBff(), pins)
    .list(operations.listBrowsers, sessions)
    .on(operations.retrieveBrowser, ({ params: { id = "" } }) => Response.json(sessionOf({ session_id: id })))
    .on(sessionOriginOperations.listSessionOrigins, () =>
      problem(503, "store_unavailable", "The database does not answer."),
    );
  const screen = await renderView(<BrowsersView />, { at: "/browsers?query=night", bff });
  const table = screen.getByRole("table", { name: "Browsers" });
  const ids = table.getByText(/^(?:night|day)-\d+$/);
  const shown = () => ids.elements().map(({ textContent }) => textContent);
  await expect.element(screen.getByText("1–50, more")).toBeVisible();
  // A table draws its first rows before the others.
  await expect.poll(shown).toHaveLength(50);
  const first = shown();
  expect(first).toEqual(expect.arrayContaining(labelled));
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.element(screen.getByText("51–62 of 62")).toBeVisible();
  await expect.poll(shown).toHaveLength(12);
  const both = [...first, ...shown()];
  expect([new Set(both).size, both.at(-1)]).toEqual([62, "night-239"]);
  await screen.getByRole("searchbox", { name: "Search browsers" }).fill("");
  await expect.element(table.getByText("day-0", { exact: true })).toBeVisible();
});

test("the last picture of a session is shown on demand", async () => {
  const ended = sessionOf({ session_id: "ended-one", deleted_at: new Date().toISOString() });
  const picture = {
    id: "p1",
    session_id: "ended-one",
    at_ms: Date.UTC(2026, 10, 22, 3, 9, 42),
    reason: "change" as const,
    url: "https://shop.example/checkout",
    width: 320,
    height: 200,
    bytes: 900,
  };
  const bff = emptyBff()
    .list(operations.listBrowsers, [ended])
    .list(pictureOperations.lastPictures, ({ query }) =>
      query.get("session_id") === "ended-one" ? [picture] : [],
    );
  const screen = await renderView(<BrowsersView />, { at: "/browsers?status=deleted", bff });
  const button = screen.getByRole("button", { name: "Last picture of ended-one" });
  await expect.element(button).toBeVisible();
  expect(bff.calls(pictureOperations.lastPictures)).toEqual([]);
  await button.click();
  const panel = screen.getByRole("dialog", { name: "Last picture" });
  await expect.element(panel).toMatchTextContent(/Last picture, 03:09:42\.000.*shop\.example\/checkout/);
  expect(screen.address()).toBe("/browsers?status=deleted");
});

test("an empty list explains how sessions start, and a missing list operation is reported", async () => {
  const bff = emptyBff();
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  await expect.element(screen.getByText("No active browsers")).toBeVisible();
  bff.fail(operations.listBrowsers, 501, "not_supported", "no");
  await screen.reload();
  await expect.element(screen.getByText("This API does not list browsers")).toBeVisible();
});

test("a session ends after a confirmation, once, and its page shows it", async () => {
  const screen = await openSession({
    prepare: (bff, live) => {
      live.write("session-one", "chromium", ["the last words"]);
      bff.on(operations.deleteBrowser, () => {
        screen.end();
        return new Response(null, { status: 204 });
      });
    },
  });
  const end = screen.getByRole("button", { name: /^End browser/ });
  const dialog = screen.getByRole("alertdialog");
  await expect.element(screen.getByText("active", { exact: true })).toBeVisible();
  await end.click();
  await expect.element(dialog).toMatchTextContent("Every connected client is disconnected");
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(end).toHaveFocus();
  expect(screen.bff.calls(operations.deleteBrowser)).toEqual([]);
  await end.click();
  await dialog.getByRole("button", { name: "End browser" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText("ended", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("status").filter({ hasText: "log ended" })).toBeVisible();
  await expect.element(screen.log("chromium")).toMatchTextContent("the last words");
  await expect.element(end).toHaveAttribute("aria-disabled", "true");
  expect(screen.bff.calls(operations.deleteBrowser)).toHaveLength(1);
});

test("on a phone a missing session is reported before its logs; those of one that has ended come first", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  const unknown = await openSession({ session: undefined });
  const why = unknown.getByText("The API does not know this browser");
  await expect.element(why).toBeVisible();
  await expect.element(unknown.log("chromium")).toBeVisible();
  expect(topOf(why.element())).toBeLessThan(topOf(unknown.log("chromium").element()));
  await unknown.unmount();

  const ended = await openSession({ session: sessionOf({ deleted_at: new Date().toISOString() }) });
  const details = ended.getByRole("tab", { name: "Details" });
  await expect.element(details).toBeVisible();
  await expect.element(ended.log("chromium")).toBeVisible();
  expect(topOf(ended.log("chromium").element())).toBeLessThan(topOf(details.element()));
});

test("a missing session is reported, and a failed read is retried", async () => {
  const unknown = await openSession({ session: undefined });
  await expect.element(unknown.getByText("The API does not know this browser")).toBeVisible();
  unknown.bff.on(operations.retrieveBrowser, () => problem(502, "upstream_bad_answer", "It cannot be read."));
  await unknown.reload();
  await expect.element(unknown.getByRole("alert")).toMatchTextContent("It cannot be read.");
  unknown.bff.one(operations.retrieveBrowser, sessionOf());
  await expect.element(unknown.getByText("active", { exact: true })).toBeVisible();
});

test("a browser is started from what is picked, and its page opens", async () => {
  sessionStorage.clear();
  const bff = emptyBff()
    .list(operations.listProfiles, [{ id: "profile-1", name: "shop" }])
    .one(operations.createBrowser, sessionOf({ session_id: "made-here" }));
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  await screen.getByRole("button", { name: "Start browser…" }).first().click();
  const dialog = screen.getByRole("dialog", { name: "Start browser" });
  await expect
    .element(dialog.getByText(/^Runs until you end it, or until no client was connected/))
    .toBeVisible();
  await dialog.getByLabelText(/^Profile/).fill("shop");
  await dialog.getByLabelText(/^Save changes/).click();
  await dialog.getByRole("button", { name: "More settings" }).click();
  const cost = dialog.getByText(/^Runs until you end it/);
  for (const none of ["0", "soon", "5"]) {
    await dialog.getByLabelText(/^Timeout/).fill(none);
    await expect.element(cost).not.toBeInTheDocument();
  }
  await dialog.getByRole("button", { name: "Start browser" }).click();
  await expect.element(dialog.getByText("Enter a whole number from 10 to 259200.")).toBeVisible();
  await dialog.getByLabelText(/^Timeout/).fill("600");
  await expect.element(cost).toMatchTextContent(/no client was connected for 10 min/);
  await dialog.getByLabelText(/^Name/).fill("night/run");
  await dialog.getByLabelText(/^Start address/).fill("shop.example");
  await dialog.getByLabelText(/^Tags/).fill("team");
  await dialog.getByRole("button", { name: "Start browser" }).click();
  await expect.element(dialog.getByText(/^Must not contain control characters/)).toBeVisible();
  await expect.element(dialog.getByText(/^Expected an address such as/)).toBeVisible();
  await expect.element(dialog.getByLabelText(/^Tags/)).toHaveAttribute("aria-invalid", "true");
  expect(bff.calls(operations.createBrowser)).toEqual([]);
  await dialog.getByLabelText(/^Name/).fill("night run");
  await dialog.getByLabelText(/^Start address/).fill("https://shop.example/");
  await dialog.getByLabelText(/^Tags/).fill("team=checkout");
  for (const name of ["API calls", "Connections of clients", "Crashes", "Captchas", "Console messages"])
    await dialog.getByLabelText(name).click();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Start browser" }).click();
  await expect.poll(screen.address).toBe("/browsers/made-here");
  expect(bff.calls(operations.createBrowser).map(({ body }) => body)).toEqual([
    {
      profile: { name: "shop", save_changes: true },
      timeout_seconds: 600,
      name: "night run",
      start_url: "https://shop.example/",
      tags: { team: "checkout" },
      telemetry: { browser: { console: { enabled: true } } },
    },
  ]);
});

test("an extension that is typed and not entered is loaded, and a refused one is no fault once it is removed", async () => {
  const bff = emptyBff()
    .list(operations.listBrowsers, [])
    .on(operations.createBrowser, ({ body }) =>
      JSON.stringify(body).includes("none")
        ? problem(404, "not_found", "extensions: the extension none was not found")
        : Response.json(sessionOf({ session_id: "made-here" })),
    );
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  await screen.getByRole("button", { name: "Start browser…" }).first().click();
  const dialog = screen.getByRole("dialog", { name: "Start browser" });
  const box = dialog.getByRole("combobox", { name: /^Extensions/ });
  const fault = dialog.getByText("The extension none was not found.");
  await box.fill("none");
  await dialog.getByRole("button", { name: "Start browser" }).click();
  await expect.element(fault).toBeVisible();
  await dialog.getByRole("button", { name: "Remove none" }).click();
  await expect.element(fault).not.toBeInTheDocument();
  await box.fill("marker");
  await dialog.getByRole("button", { name: "Start browser" }).click();
  await expect.poll(screen.address).toBe("/browsers/made-here");
  expect(bff.calls(operations.createBrowser).map(({ body }) => body)).toEqual([
    { extensions: [{ name: "none" }] },
    { extensions: [{ name: "marker" }] },
  ]);
});

test.each(["name: another active browser session is called night run", "there is a browser of this name"])(
  "a name that is taken is a fault of its field: %s",
  async (message) => {
    sessionStorage.clear();
    const bff = emptyBff().fail(operations.createBrowser, 409, "conflict", message);
    const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
    await screen.getByRole("button", { name: "Start browser…" }).first().click();
    const dialog = screen.getByRole("dialog", { name: "Start browser" });
    await dialog.getByRole("button", { name: "More settings" }).click();
    await dialog.getByLabelText(/^Name/).fill("night run");
    await dialog.getByRole("button", { name: "Start browser" }).click();
    await expect.element(dialog.getByLabelText(/^Name/)).toHaveAttribute("aria-invalid", "true");
    await expect.element(dialog.getByLabelText(/^Name/)).toHaveFocus();
    await expect.element(dialog.getByText("Not started")).not.toBeInTheDocument();
  },
);

/** Selects so many browsers and gives a reason to end them. */
async function openEnding(count: number) {
  const bff = emptyBff()
    .list(operations.listBrowsers, () =>
      Array.from({ length: count }, (_, at) => sessionOf({ session_id: `s-${at}` })),
    )
    .on(operations.deleteBrowser, () => new Response(null, { status: 204 }));
  const screen = await renderView(<BrowsersView />, { at: "/browsers", bff });
  await screen.getByRole("checkbox", { name: /all/i }).first().click();
  await screen
    .getByRole("region", { name: "Selected browsers" })
    .getByRole("button", { name: "End…" })
    .click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("left over");
  return dialog;
}

test("of more than five browsers their number is typed before they end", async () => {
  const dialog = await openEnding(6);
  const end = dialog.getByRole("button", { name: "End 6 browsers" });
  await expect.element(end).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabelText("Type 6 to confirm").fill("6");
  await expect.element(end).not.toHaveAttribute("aria-disabled");
  await end.click();
  await expect.element(dialog.getByText("6 browsers ended.")).toBeVisible();
});

test("the end of many browsers is announced at its start, at each quarter and with its result", async () => {
  const dialog = await openEnding(40);
  await dialog.getByLabelText("Type 40 to confirm").fill("40");
  const announced = recordAnnouncements();
  await dialog.getByRole("button", { name: "End 40 browsers" }).click();
  await expect.element(dialog.getByText("40 browsers ended.")).toBeVisible();
  const quarter = (from: number) => expect.stringMatching(new RegExp(`^${from}\\d? of 40 answered\\.$`));
  expect(announced).toEqual([...[0, 1, 2, 3].map(quarter), "40 browsers ended."]);
});

test("selected browsers are ended at once after one confirmation; what failed is listed", async () => {
  const sessions = ["one", "two", "three"].map((id) => sessionOf({ session_id: `session-${id}` }));
  const ended = sessionOf({ session_id: "session-gone", deleted_at: new Date().toISOString() });
  const bff = emptyBff()
    .list(operations.listBrowsers, () => [...sessions, ended])
    .on(operations.deleteBrowser, ({ params }) => {
      if (params.id === "session-two") return problem(500, "failed", "the session does not end");
      if (params.id === "session-three") return problem(404, "not_found", "the session was not found");
      return new Response(null, { status: 204 });
    });
  const screen = await renderView(<BrowsersView />, { at: "/browsers?status=all", bff });
  await screen.getByRole("checkbox", { name: /all/i }).first().click();
  const bar = screen.getByRole("region", { name: "Selected browsers" });
  await expect.element(bar).toMatchTextContent("4 browsers selected");
  await bar.getByRole("button", { name: "End…" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent(/End 3 browsers\?.*1 already ended and is skipped/);
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("left over from the load test");
  await dialog.getByRole("button", { name: "End 3 browsers" }).dblClick();
  await expect
    .element(dialog.getByText("1 browser ended, 1 had already ended, 1 failed, 1 skipped."))
    .toBeVisible();
  await expect
    .element(dialog.getByRole("region", { name: "Failures" }))
    .toMatchTextContent(/session-two.*the session does not end/);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(bar).toMatchTextContent("1 browser selected");
  await expect.element(screen.getByRole("checkbox", { checked: true })).toHaveAccessibleName(/session-two/);
  expect(bff.calls(operations.deleteBrowser).map(({ params }) => params.id)).toHaveLength(3);
  expectOneBatch(bff.calls(operations.deleteBrowser));
});
