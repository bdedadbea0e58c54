// What holds for all pages alike: clean consoles, accessible in both themes, usable by keyboard alone.
import type { Page } from "@playwright/test";
import { faultsBesideMenus as faultsOf } from "./accessibility.ts";
import { expect, nobody, signIn, test } from "./fixtures.ts";
import { goBy, openPalette, tabTo } from "./keyboard.ts";
import { bringToLife, everyPage, type Life } from "./life.ts";
import { deleteBrowser } from "./making.ts";

let life: Life;
test.beforeAll(async ({ fleet: { api } }) => {
  life = await bringToLife(api);
});
test.afterAll(async ({ fleet: { api } }) => {
  if (life !== undefined) await deleteBrowser(api, life.session);
});

/** Opens a page and waits until nothing on it is still loading. */
async function open(page: Page, path: string, heading: RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Policy violations are told to the page alone; an error in the console makes the test see them. */
async function reportViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

/** Adds up how much of the page jumped without having been asked to, as the browser counts it. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!("value" in entry) || !("hadRecentInput" in entry) || entry.hadRecentInput) continue;
        const { dataset } = document.documentElement;
        const what = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
        dataset.shiftedNodes = `${dataset.shiftedNodes ?? ""} ${what
          .map(({ node }) =>
            node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.nodeValue),
          )
          .join(" | ")}`;
        dataset.shifted = String(Number(dataset.shifted ?? 0) + Number(entry.value));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shiftedBy = (page: Page) =>
  page.evaluate(async () => {
    // Shifts are told after the frame in which they happen.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { shifted, shiftedNodes } = document.documentElement.dataset;
    return { share: Number(shifted ?? 0), nodes: shiftedNodes };
  });

/** No page may grow beyond this; the goal is 190. */
const mostScriptsKib = 228;

/** Bytes, compressed, of the scripts that the page's HTML names. */
async function firstScripts(page: Page): Promise<number> {
  const html = await (await page.request.get(page.url())).text();
  const tags = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  const sources = tags.flatMap((tag) =>
    /nomodule/i.test(tag) ? [] : (/\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []),
  );
  return await page.evaluate((wanted) => {
    const entries = performance.getEntriesByType("resource");
    const names = new Set(wanted.map((source) => new URL(source, location.href).href));
    return entries
      .filter((entry) => names.has(entry.name) && "encodedBodySize" in entry)
      .reduce((sum, entry) => sum + ("encodedBodySize" in entry ? Number(entry.encodedBodySize) : 0), 0);
  }, sources);
}

const fileName = (path: string) => path.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "overview";

for (const theme of ["light", "dark"] as const) {
  test(`no page jumps while it loads, or loads too much; what it looks like is kept, ${theme}`, async ({
    page,
  }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await countShifts(page);
    const shifts: Record<string, object> = {};
    const scripts: Record<string, number> = {};
    for (const [path, heading] of everyPage(life)) {
      await open(page, path, heading);
      await page.screenshot({ path: info.outputPath(`${fileName(path)}.png`) });
      const shifted = await shiftedBy(page);
      if (shifted.share > 0.02) shifts[path] = shifted;
      const kib = (await firstScripts(page)) / 1024;
      expect(kib, `the scripts of ${path} were counted`).toBeGreaterThan(50);
      if (kib > mostScriptsKib) scripts[path] = kib;
    }
    expect(shifts).toEqual({});
    expect(scripts).toEqual({});
  });

  test(`no page complains in its console, breaks its policy or has an accessibility fault, ${theme} (T25)`, async ({
    page,
  }) => {
    const failedAnswers: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") failedAnswers.push(`${message.text()} on ${page.url()}`);
    });
    await reportViolations(page);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const faults: Record<string, string[]> = {};
    for (const [path, heading] of everyPage(life)) {
      await open(page, path, heading);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      const found = await faultsOf(page);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
    expect(failedAnswers).toEqual([]);
  });

  test(`sign-in, dialogs and menus have no accessibility fault, ${theme}`, async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const faults: Record<string, string[]> = {};
    const check = async (what: string) => {
      const found = await faultsOf(page);
      if (found.length > 0) faults[what] = found;
    };
    await open(page, "/invocations", /^Invocations$/);
    const palette = await openPalette(page);
    await check("palette");
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(shortcuts).toBeVisible();
    await check("shortcuts");
    await page.keyboard.press("Escape");
    await expect(shortcuts).toBeHidden();
    await page.getByRole("button", { name: /^Filter/ }).click();
    await expect(page.getByRole("dialog", { name: "Add a filter" })).toBeVisible();
    await check("filter");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Account/ }).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    await check("account menu");
    await page.keyboard.press("Escape");
    await open(page, `/browsers/${life.session}`, new RegExp(life.session));
    await page.getByRole("button", { name: /^End session/ }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await check("confirmation");
    await context.clearCookies();
    await open(page, "/sign-in", /^Sign in$/);
    await check("sign-in");
    expect(faults).toEqual({});
  });
}

test("a page that does not exist says so inside the dashboard", async ({ page }) => {
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /overview/i }).first()).toBeVisible();
});

test.describe("by keyboard alone", () => {
  test.use({ storageState: nobody });

  test("sign in, skip to the content, go to a page, to a pasted id, and sign out", async ({
    page,
    fleet,
  }) => {
    await page.goto("/sign-in");
    await expect(page.getByLabel("User name")).toBeFocused();
    await page.keyboard.type(fleet.operator.username);
    await page.keyboard.press("Tab");
    await page.keyboard.type(fleet.operator.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();

    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await tabTo(page, page.getByRole("link", { name: /^Proxies/ }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Proxies" })).toBeVisible();

    await goBy(page, life.doneRun, "invocation");
    await expect(page).toHaveURL(new RegExp(`/invocations/${life.doneRun}$`));
    await expect(page.getByRole("heading", { level: 1, name: /search/ })).toBeVisible();

    await goBy(page, "sett", "Settings");
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();

    await tabTo(page, page.getByRole("button", { name: /^Account/ }));
    await page.keyboard.press("Enter");
    const signOut = page.getByRole("menuitem", { name: "Sign out" });
    await expect(signOut).toBeVisible();
    for (let presses = 0; presses < 5; presses += 1) {
      if (await signOut.evaluate((item) => item === document.activeElement)) break;
      await page.keyboard.press("ArrowDown");
    }
    await expect(signOut).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  });

  test("a pasted address with a signed token leads to the session, and the token goes nowhere", async ({
    page,
    context,
    fleet,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/sign-in");
    await signIn(page, fleet.operator.username, fleet.operator.password);
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ";
    const address = `https://api.example.com/browsers/${life.session}/logs/stream?jwt=${token}`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), address);
    const palette = await openPalette(page);
    await page.keyboard.press("Control+v");
    await expect(palette.getByRole("option").first()).toContainText(life.session);
    expect(await palette.getByRole("combobox").inputValue()).not.toContain("eyJ");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/browsers/${life.session}$`));
    expect(await page.content()).not.toContain(token);
  });
});
