// What the polite live regions of the page announce from now on, in order.
import { onTestFinished } from "vitest";

const politeRegions = "[role=status]:not([aria-live=off]), [aria-live=polite]";
const withText = () =>
  [...document.querySelectorAll(politeRegions)]
    .filter((region) => region.closest("[aria-hidden=true]") === null)
    .map((region) => [region, region.textContent.trim()] as const);

export function recordAnnouncements(): readonly string[] {
  const announced: string[] = [];
  const last = new WeakMap<Element, string>(withText());
  const observer = new MutationObserver(() => {
    for (const [region, text] of withText()) {
      if (text !== "" && last.get(region) !== text) announced.push(text);
      last.set(region, text);
    }
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return announced;
}
