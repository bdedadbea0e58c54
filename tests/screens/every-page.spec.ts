// What holds for all pages alike, seen in one visit of each page: nothing jumps while it loads, scripts stay small, the
// console and the policy are clean, axe finds no fault in either theme, and nothing sticks out on a phone.
import { mkdirSync } from "node:fs";
import type { Page, Response } from "@playwright/test";
import { faultsOf, rulesOfColors } from "../support/dashboard/axe-violations.ts";
import { pagesToVisit, type SeededRecords, seedEverything } from "./every-page-seed.ts";
import { test as base, expect } from "./fixtures.ts";

const test = base.extend<{ everything: SeededRecords }>({
  everything: async ({ stack, upstream: _ }, use) => {
    const { rule, ...made } = await seedEverything(stack);
    await use(made);
    await (await stack.dashboard.admin()).send("DELETE", `/api/alerts/rules/${rule}`);
  },
});
// Workers share the pages; each test makes its own fleet.
test.describe.configure({ mode: "parallel" });
// Pages that read everything many times as often would cost a third of the time.
test.use({ speedup: 2 });

/** No page may grow beyond this; the goal is 190. Browsers get them by Brotli, as they do on this machine. */
const maxScriptsKib = 200;
const maxLayoutShift = 0.02;
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** What a desk shows at 200 %. */
const zoomed = { width: 720, height: 450 };
/** Pages that are a list. */
const lists = ["/invocations", "/browsers", "/pools", "/proxies", "/profiles", "/alerts", "/audit"];
const maxPhoneHeaderPx = 110;
const fewestRows = { phone: 6, zoomed: 3, wide: 20 } as const;
/** A screen on a wall. */
const wide = { width: 2560, height: 1440 };
/** Set to keep a picture of each page at both widths beside the test's results. */
const savesScreenshots = process.env.SCREENSHOTS === "1";

/** Tells violations of the policy in the console, where a test sees them, and adds up unexpected shifts. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
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

const layoutShiftOf = (page: Page) =>
  page.evaluate(async () => {
    // Shifts are reported after the frame in which they happen.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { shifted, shiftedNodes } = document.documentElement.dataset;
    return { share: Number(shifted ?? 0), nodes: shiftedNodes };
  });

/** Compressed KiB of the scripts that the page's HTML names. */
async function scriptsKib(page: Page, document: Response | null): Promise<number> {
  const html = (await document?.text()) ?? "";
  const tags = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  const sources = tags.flatMap((tag) =>
    /nomodule/i.test(tag) ? [] : (/\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []),
  );
  const bytes = await page.evaluate((wanted) => {
    const entries = performance.getEntriesByType("resource");
    const names = new Set(wanted.map((source) => new URL(source, location.href).href));
    return entries
      .filter((entry) => names.has(entry.name) && "encodedBodySize" in entry)
      .reduce((sum, entry) => sum + ("encodedBodySize" in entry ? Number(entry.encodedBodySize) : 0), 0);
  }, sources);
  return bytes / 1024;
}

/** What sticks out to the right, where the page can be scrolled sideways. */
const findOverflowingElements = (page: Page, viewportPx: number) =>
  page.evaluate(async (viewportWidthPx) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const widthPx = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= widthPx && window.innerWidth <= viewportWidthPx) return [];
    const overflowing = [...document.querySelectorAll("body *")].filter(
      (each) => each.getBoundingClientRect().right > widthPx + 1,
    );
    return [
      `${document.documentElement.scrollWidth} px wide`,
      ...overflowing.slice(0, 3).map((each) => each.outerHTML.slice(0, 200)),
    ];
  }, viewportPx);

/** The height of the page's header, and the rows of its list: all, and those in view before anything is scrolled. */
const measureList = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector("[data-page-acts]");
    const isFixed = bar !== null && getComputedStyle(bar).position === "fixed";
    const endPx = isFixed ? bar.getBoundingClientRect().top : window.innerHeight;
    const rows = [...(document.querySelector("main table")?.querySelectorAll("tr[data-key]") ?? [])];
    return {
      headerPx: document.querySelector("main header")?.getBoundingClientRect().height ?? 0,
      rows: rows.length,
      visible: rows.filter((row) => row.getBoundingClientRect().bottom <= endPx).length,
    };
  });

async function picture(page: Page, path: string, width: string): Promise<void> {
  if (!savesScreenshots) return;
  const name = path.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "overview";
  mkdirSync(test.info().outputDir, { recursive: true });
  await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) });
}

type Theme = "light" | "dark";

const prefer = (page: Page, theme: Theme) =>
  page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
const hasTheme = (page: Page, theme: Theme) =>
  expect(page.locator("html")).toHaveAttribute("data-theme", theme);

/** What axe finds in the theme that the page has, and then by its colours in the other one, which the page has afterwards. */
async function faultsInBoth(page: Page, [current, other]: readonly [Theme, Theme]): Promise<string[]> {
  const first = await faultsOf(page);
  await prefer(page, other);
  await hasTheme(page, other);
  const second = await faultsOf(page, { only: rulesOfColors });
  return [...first.map((fault) => `${current}: ${fault}`), ...second.map((fault) => `${other}: ${fault}`)];
}

/** Visits a page once, opened in `theme`, and answers what is wrong with it. */
async function visit(page: Page, path: string, heading: RegExp, theme: Theme): Promise<string[]> {
  const other = theme === "light" ? "dark" : "light";
  const wrong: string[] = [];
  await page.setViewportSize(desk);
  await prefer(page, theme);
  const document = await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await hasTheme(page, theme);
  const { share, nodes } = await layoutShiftOf(page);
  if (share > maxLayoutShift) wrong.push(`jumped by ${share}: ${nodes}`);
  const kib = await scriptsKib(page, document);
  expect(kib, `the scripts of ${path} were counted`).toBeGreaterThan(50);
  if (kib > maxScriptsKib) wrong.push(`loads ${kib} KiB of scripts`);
  wrong.push(...(await faultsInBoth(page, [theme, other])));
  await picture(page, path, "desk");
  for (const [name, size] of [
    ["phone", phone],
    ["zoomed", zoomed],
    ["wide", wide],
  ] as const) {
    await page.setViewportSize(size);
    // Drawings that measure themselves follow some frames after the page.
    await expect
      .poll(() => findOverflowingElements(page, size.width), `${path}, ${size.width} px wide`)
      .toEqual([]);
    await picture(page, path, name);
    if (name === "phone") {
      const faults = await faultsInBoth(page, [other, theme]);
      wrong.push(...faults.map((fault) => `on a phone, ${fault}`));
    }
    const { headerPx, rows, visible } = await measureList(page);
    if (name === "phone" && headerPx > maxPhoneHeaderPx) wrong.push(`header of ${headerPx} px on a phone`);
    if (lists.includes(path) && visible < Math.min(rows, fewestRows[name]))
      wrong.push(`${name}: ${visible} of ${rows} rows in view`);
  }
  return wrong;
}

const parts = 4;
for (let part = 0; part < parts; part += 1) {
  test(`every page is still, small, clean, accessible and no wider than a phone: part ${part + 1} of ${parts} (T25)`, async ({
    page,
    everything,
  }) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      errors.push(`${message.text()} ${message.location().url} on ${page.url()}`);
    });
    await watch(page);
    const faults: Record<string, string[]> = {};
    const pages = pagesToVisit(everything).filter((_, at) => at % parts === part);
    for (const [at, [path, heading]] of pages.entries()) {
      // One page is opened in the dark, the next by light; each is checked in both.
      const wrong = await visit(page, path, heading, at % 2 === 0 ? "light" : "dark");
      if (wrong.length > 0) faults[path] = wrong;
    }
    expect(faults).toEqual({});
    expect(errors).toEqual([]);
  });
}

test("an unknown page shows an error and a link to the overview", async ({ page }) => {
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expect(page).toHaveTitle("Page not found · Fleetdeck");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: /overview/i }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});
