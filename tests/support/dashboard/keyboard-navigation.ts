// What an operator without a mouse does, and where that leaves them.
import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until the control has the focus; fails when so many presses do not reach it. */
export async function tabUntilFocused(page: Page, wanted: Locator, most = 40): Promise<void> {
  await expect(wanted.first()).toBeVisible();
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluateAll((found) => found.some((each) => each === document.activeElement))) return;
  }
  throw new Error(`${most} presses of Tab did not reach ${wanted}`);
}

/** The palette, open and ready to be typed into. */
export async function openPalette(page: Page): Promise<Locator> {
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect(async () => {
    // Before the page is taken over its keys do nothing.
    if (!(await palette.isVisible())) await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  return palette;
}

/** Navigates by the palette to a pasted or typed target, offered as `offered`. */
export async function navigateByPalette(
  page: Page,
  text: string,
  offered: string | RegExp = text,
): Promise<void> {
  const palette = await openPalette(page);
  await page.keyboard.insertText(text);
  await expect(palette.getByRole("option", { selected: true })).toContainText(offered);
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
}

/** What has the focus, as text; `nothing` where the keyboard would begin at the top of the page again. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const now = document.activeElement;
    return now === null || now === document.body
      ? "nothing"
      : (now.getAttribute("aria-label") ?? now.textContent?.trim() ?? now.tagName);
  });
