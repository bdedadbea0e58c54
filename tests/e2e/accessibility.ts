// What axe finds wrong with a page, in words that name the place.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What fades has, for a moment, the contrast of what fades: waits until nothing moves that comes to an end. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
  });
}

/**
 * Faults of the page as it is now, once it is still; rules in `without` are left out. A tooltip lies outside all
 * landmarks, as tooltips do, and is announced by what has it.
 */
export async function faultsOf(page: Page, without: readonly string[] = []): Promise<string[]> {
  await settled(page);
  const beside = (await page.getByRole("tooltip").count()) > 0 ? ["region"] : [];
  const { violations } = await new AxeBuilder({ page }).disableRules([...without, ...beside]).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary?.split("\n")[1] ?? ""}`),
  );
}

/** The same, where a menu may be open: it lies outside all landmarks, as menus do, and is announced by its button. */
export async function faultsBesideMenus(page: Page): Promise<string[]> {
  return await faultsOf(page, (await page.getByRole("menu").count()) > 0 ? ["region"] : []);
}
