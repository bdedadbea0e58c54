import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { expect, test } from "./fixtures.ts";

const pages = [
  { path: "/", title: "Overview" },
  { path: "/invocations", title: "Invocations" },
  { path: "/browsers?status=all", title: "Browsers" },
  { path: "/pools", title: "Pools" },
  { path: "/proxies", title: "Proxies" },
  { path: "/profiles", title: "Profiles" },
  { path: "/audit", title: "Audit" },
  { path: "/settings", title: "Settings" },
] as const;

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Policy violations are told to the page alone; an uncaught error makes the test see them. */
async function reportViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

for (const { path, title } of pages) {
  test(`${title}: accessible in both themes, no scrolling sideways on a phone, nothing in the console (T25)`, async ({
    page,
  }) => {
    await reportViolations(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page, path, title);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
        ),
        colorScheme,
      ).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, path, title);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, "wider than the screen").toBeLessThanOrEqual(0);
  });
}

test("a pasted address leads to its invocation, by the keyboard alone, and its token goes nowhere", async ({
  page,
  fleet,
}) => {
  const run = await fleet.api.call(operations.createInvocation, {
    body: {
      app_name: "storefront",
      version: "v1",
      action_name: "search",
      payload: '{"query":"oak"}',
      async: true,
    },
  });
  await open(page, "/", "Overview");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await expect(palette).toBeVisible();
  await page.keyboard.insertText(`https://example.test/invocations/${run?.id}?jwt=aaaa.bbbb.cccc`);
  await expect(palette.getByText(/open invocation/i)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/invocations/${run?.id}$`));
});

test("the first Tab skips to the content, ? lists the keys", async ({ page }) => {
  await open(page, "/invocations", "Invocations");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: /shortcuts|keyboard/i })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
