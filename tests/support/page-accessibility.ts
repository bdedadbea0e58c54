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

/** Whether it has gone or is going by now: what it looked like on its way is no fault of it. */
const isGoing = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((place) => {
    const element = document.querySelector(place);
    return element === null || element.closest("[data-sonner-toast][data-removed=true]") !== null;
  }, selector);

/** Whether it is a tooltip: that lies outside all landmarks, as tooltips do, and is announced by what has it. */
const isTooltip = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((place) => document.querySelector(place)?.querySelector("[role=tooltip]") != null, selector);

/** What is no fault where it was found, by the rule. */
const excuses: Readonly<Record<string, typeof isGoing | undefined>> = {
  "color-contrast": isGoing,
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
      if (typeof place === "string" && (await excuses[id]?.(page, place))) continue;
      faults.push(`${id}: ${html.slice(0, 200)} ${failureSummary?.split("\n")[1] ?? ""}`);
    }
  return faults;
}
