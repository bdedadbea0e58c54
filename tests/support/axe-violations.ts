// What axe finds wrong with a page, in text that names the place.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Waits for finite animations, because fading elements temporarily have low contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
  });
}

/** Whether an element is gone or disappearing, so that its violations do not count. */
const isBeingRemoved = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((place) => {
    const element = document.querySelector(place);
    return element === null || element.closest("[data-sonner-toast][data-removed=true]") !== null;
  }, selector);

/** Whether an element is a tooltip, which is outside all landmarks and announced by its trigger. */
const isTooltip = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((place) => document.querySelector(place)?.querySelector("[role=tooltip]") != null, selector);

/** What is no fault where it was found, by the rule. */
const acceptedViolations: Readonly<Record<string, typeof isBeingRemoved | undefined>> = {
  "color-contrast": isBeingRemoved,
  region: isTooltip,
};

/** Faults of the page as it is now, once it is still; rules in `without` are left out. */
export async function faultsOf(page: Page, without: readonly string[] = []): Promise<string[]> {
  await settled(page);
  // In the page itself and for its faults alone: a blank page to gather in, and what passed, cost twice as much.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .disableRules([...without])
    .analyze();
  const faults: string[] = [];
  for (const { id, nodes } of violations)
    for (const { target, html, failureSummary } of nodes) {
      const [place] = target;
      if (typeof place === "string" && (await acceptedViolations[id]?.(page, place))) continue;
      faults.push(`${id}: ${html.slice(0, 200)} ${failureSummary?.split("\n")[1] ?? ""}`);
    }
  return faults;
}
