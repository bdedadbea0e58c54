// What a browser is, by the fields of the API.
import type { Browser } from "@/lib/contract/browsers";

/** A session has ended if it has `deleted_at`: the API has no other state. */
export const sessionState = (browser: Browser): "active" | "ended" =>
  browser.deleted_at ? "ended" : "active";

/** The options of its creation, by the API's names. */
export function modes(browser: Browser): string[] {
  return [
    browser.headless ? "headless" : undefined,
    browser.stealth ? "stealth" : undefined,
    browser.kiosk_mode ? "kiosk_mode" : undefined,
  ].filter((mode) => mode !== undefined);
}
