// What axe finds wrong with a page, in text that names the place.
import type { Page } from "@playwright/test";
import axe, { type AxeResults, type RunOptions } from "axe-core";

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

/** What the colours of a theme decide: on the same page in another theme the other rules find the same. */
export const rulesOfColors: readonly string[] = ["color-contrast", "link-in-text-block"];

/** Faults of the page as it is now, once it is still, by the rules in `only` or by all but those in `without`. */
export async function faultsOf(
  page: Page,
  { without = [], only = [] }: { without?: readonly string[]; only?: readonly string[] } = {},
): Promise<string[]> {
  await settled(page);
  // A page gets the script once: that takes as long as a search.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    // What passed costs as much again.
    resultTypes: ["violations"],
    ...(only.length > 0 ? { runOnly: [...only] } : {}),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  const { violations }: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`);
  const faults: string[] = [];
  for (const { id, nodes } of violations)
    for (const { target, html, failureSummary } of nodes) {
      const [place] = target;
      if (typeof place === "string" && (await acceptedViolations[id]?.(page, place))) continue;
      faults.push(`${id}: ${html.slice(0, 200)} ${failureSummary?.split("\n")[1] ?? ""}`);
    }
  return faults;
}
