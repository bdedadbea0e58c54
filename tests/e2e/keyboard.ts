// What an operator without a mouse does, and where that leaves them.
import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until the control has the focus; fails when so many presses do not reach it. */
export async function tabTo(page: Page, wanted: Locator, most = 40): Promise<void> {
  await expect(wanted.first()).toBeVisible();
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluateAll((found) => found.some((each) => each === document.activeElement))) return;
  }
  throw new Error(`${most} presses of Tab did not reach ${wanted}`);
}

/** Goes to what is pasted or named, by the palette, which offers it as `offered`. */
export async function goBy(page: Page, text: string, offered = text): Promise<void> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.insertText(text);
  await expect(palette.getByRole("option", { selected: true })).toContainText(offered);
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
}

/** What has the focus, in words; `nothing` where the keyboard would begin at the top of the page again. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const now = document.activeElement;
    return now === null || now === document.body
      ? "nothing"
      : (now.getAttribute("aria-label") ?? now.textContent?.trim() ?? now.tagName);
  });
