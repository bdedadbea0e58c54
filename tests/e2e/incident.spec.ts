// An incident, walked by keyboard alone from the overview to its causes, as a screen reader is told it.
import type { Page } from "@playwright/test";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { breakFleet, failures, floodPath, type Incident, lastRow } from "./incident-fleet.ts";
import { focused, goBy, tabTo } from "./keyboard.ts";
import { deleteBrowser } from "./making.ts";

test.use({ fleetName: "incident" });

let incident: Incident;
test.beforeAll(async ({ fleet: { api } }) => {
  incident = await breakFleet(api);
});
test.afterAll(async ({ fleet: { api } }) => {
  if (incident !== undefined) await deleteBrowser(api, incident.session);
});

const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const faultless = async (page: Page) => expect(await faultsOf(page)).toEqual([]);

test("an operator without a mouse goes from the overview to every cause, with eight tabs open", async ({
  page,
  context,
}) => {
  test.setTimeout(600_000);
  const { keyboard } = page;

  await test.step("the overview says what is wrong and leads there", async () => {
    await page.goto("/");
    const attention = page.getByRole("region", { name: "Needs attention" });
    await expect(attention).toMatchAriaSnapshot(`
      - region "Needs attention":
        - heading "Needs attention" [level=2]
        - list:
          - listitem:
            - text: /Failing storefront \\/ search fails 100 % on v2 \\(${failures} of ${failures}\\).*/
            - link "Open ${failures} runs"
    `);
    await faultless(page);
    await tabTo(page, attention.getByRole("link", { name: `Open ${failures} runs` }));
    await keyboard.press("Enter");
    await expect(title(page, "Invocations")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("the failing runs are read one after another, and many are taken at once", async () => {
    const rows = page.getByRole("table", { name: "Invocations" }).getByRole("row");
    await expect(rows).toHaveCount(failures + 1);
    await expect(page.getByRole("columnheader", { name: "Status", exact: true })).toBeVisible();
    await keyboard.press("j");
    await keyboard.press("j");
    await expect(rows.nth(2)).toBeFocused();
    await expect(page.getByRole("dialog")).toContainText("bad input: payload.query");
    await faultless(page);
    await keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rows.nth(2)).toBeFocused();
    await keyboard.press("x");
    await keyboard.press("Shift+ArrowDown");
    const bar = page.getByRole("region", { name: "Selected runs" });
    await expect(bar.getByRole("status")).toHaveText("2 runs selected: 2 failed");
    const again = bar.getByRole("button", { name: /^Run again/ });
    await tabTo(page, again, 8);
    await keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
    await keyboard.press("Escape");
    await expect(again).toBeFocused();
    await keyboard.press("Escape");
    await expect(bar).toHaveCount(0);
    await expect(rows.nth(2)).toBeFocused();
  });

  await test.step("two outputs too large for one answer darken no list", async () => {
    await goBy(page, "Invocations");
    await expect(page).toHaveURL(/\/invocations$/);
    await expect(page.getByRole("row", { name: new RegExp(incident.hanging) })).toBeVisible();
    for (const id of incident.huge)
      await expect(page.getByRole("row", { name: new RegExp(id) })).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });

  await test.step("the run that hangs is found, watched and cancelled", async () => {
    const stuck = page.getByRole("button", { name: "1 run looks stuck" });
    await expect(stuck).toHaveAttribute("aria-expanded", "false", { timeout: 60_000 });
    await tabTo(page, stuck);
    await keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Stuck runs" })).toMatchAriaSnapshot(`
      - button "1 run looks stuck" [expanded]
      - list "Runs that look stuck":
        - listitem:
          - link /^sync/
          - text: /orders v7 running .*, p99 of \\d+ runs is/
          - button "Cancel run…"
    `);
    await faultless(page);
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await expect(title(page, "sync")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await tabTo(page, page.getByRole("button", { name: "Watch", exact: true }));
    await keyboard.press("Enter");
    const tray = page.getByRole("region", { name: "Watched runs" });
    await expect(tray.getByRole("listitem")).toContainText("running");

    const cancel = page.getByRole("button", { name: /^Cancel run/ });
    await tabTo(page, cancel);
    await keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("button", { name: "Keep running" })).toBeFocused();
    await faultless(page);
    await keyboard.press("Escape");
    await expect(cancel).toBeFocused();
    await keyboard.press("Enter");
    await tabTo(page, dialog.getByRole("textbox", { name: /Reason/ }), 4);
    await keyboard.insertText("its upstream is dead");
    await tabTo(page, dialog.getByRole("button", { name: "Cancel run" }), 4);
    await keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("main").getByText("failed", { exact: true }).first()).toBeVisible();
    await expect(tray.getByRole("listitem")).toContainText("failed");
    await expect.poll(() => focused(page)).not.toBe("nothing");
  });

  await test.step("a value is found in an output of megabytes", async () => {
    await goBy(page, incident.huge[0] ?? "");
    await expect(page).toHaveTitle(/^(\(.*\) )?Invocation \w{6}…\w{5}/);
    const tree = page.getByRole("tree", { name: "Output" });
    await expect(tree).toMatchAriaSnapshot(`
      - tree "Output":
        - treeitem "{} 1 key" [expanded] [level=1]
        - 'treeitem "rows: [] 60,000 items" [level=2]'
    `);
    await tabTo(page, tree, 60);
    await keyboard.press("Control+f");
    await expect(page.getByRole("searchbox", { name: "Search output" })).toBeFocused();
    await keyboard.insertText(`number ${lastRow}`);
    await expect(page.getByRole("search").getByRole("status")).toHaveText("1 of 1");
    await keyboard.press("Escape");
    await expect(tree).toBeFocused();
    await expect(tree.getByRole("treeitem", { selected: true })).toHaveAccessibleName(
      `word: "word number ${lastRow}"`,
    );
    await faultless(page);
  });

  await test.step("a log of 5,000 lines a second is paused and read", async () => {
    await goBy(
      page,
      `https://api.example.com/browsers/${incident.session}/logs/stream?source=path&path=${encodeURIComponent(floodPath)}`,
      incident.session,
    );
    await expect(title(page, incident.session)).toBeVisible();
    const log = page.getByRole("log", { name: `Lines of ${floodPath}` });
    await expect(log).toContainText("of a worker that cannot stop");
    await expect(log).toHaveAttribute("aria-live", "off");
    await tabTo(page, log, 60);
    await keyboard.press("Space");
    await expect(page.getByRole("button", { name: /^Paused · [\d,]+ new/ })).toBeVisible();
    await keyboard.press("ArrowUp");
    const said = page.getByRole("region", { name: `Log ${floodPath}` }).locator("[aria-live=polite]");
    await expect(said.last()).toContainText(/line \d+ of a worker that cannot stop/);
    await faultless(page);
    await keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await keyboard.press("Escape");
    await expect(log).toBeFocused();
  });

  await test.step("eight tabs stay live, and each says which it is", async () => {
    const addresses = [
      "/",
      "/invocations",
      "/browsers",
      "/pools",
      "/proxies",
      "/audit",
      `/invocations/${incident.hanging}`,
    ];
    const others: Page[] = [];
    for (const address of addresses) {
      const other = await context.newPage();
      await other.goto(address);
      others.push(other);
    }
    for (const each of [page, ...others])
      await expect(each.getByRole("banner").getByRole("status")).toHaveText("Live");
    const titles = async () => new Set(await Promise.all([page, ...others].map((each) => each.title())));
    await expect.poll(async () => (await titles()).size).toBe(8);
    for (const each of others) await each.close();
    await page.bringToFront();
    await keyboard.press("Space");
    await expect(page.getByRole("status").filter({ hasText: "following" })).toBeVisible();
  });

  await test.step("closing the pane and keeping the session leave the keyboard where it was", async () => {
    await tabTo(page, page.getByRole("button", { name: `Close ${floodPath}` }), 80);
    await keyboard.press("Enter");
    await expect(page.getByText("No log pane is open")).toBeVisible();
    await expect.poll(() => focused(page)).not.toBe("nothing");
    const end = page.getByRole("button", { name: /^End session/ });
    await tabTo(page, end, 60);
    await keyboard.press("Enter");
    await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
    await keyboard.press("Escape");
    await expect(end).toBeFocused();
  });
});
