// Moments of a page that the test's own process may come too late, or too early, for.
import { expect, type Locator, type Page } from "@playwright/test";

const longestMs = 30_000;

/**
 * Resolves once an element that fits the selector is on the page with the text, however briefly: the page watches it by
 * itself. Called before what makes it appear.
 */
export const brieflyShown = (page: Page, selector: string, text = ""): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          const found = [...document.querySelectorAll(wanted.selector)];
          if (!found.some(({ textContent }) => textContent.includes(wanted.text))) return;
          clearTimeout(late);
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        const late = setTimeout(() => {
          observer.disconnect();
          reject(new Error(`${wanted.selector} "${wanted.text}" was never shown`));
        }, wanted.longestMs);
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      }),
    { selector, text, longestMs },
  );

/** Waits until React has taken over the server's element: what is typed or pressed before may be lost. */
export const takenOver = (element: Locator): Promise<void> =>
  expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);

/** Clicks what the page's code has taken over: a click before that does nothing. */
export async function clickWhenTakenOver(element: Locator): Promise<void> {
  await takenOver(element);
  await element.click();
}
