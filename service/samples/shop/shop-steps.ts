// Browser steps in the shop that several applications share.
import type { Page } from "../../chromium/driver.ts";
import { accountByName } from "./accounts.ts";

/** The pools of the sample applications, which create sessions instead when a pool is missing. */
export const poolNames = { browsing: "storefront", buying: "checkout" } as const;

/** The stored password of an account; a wrong one for an unknown account. */
export const passwordOnFile = (account: string): string => accountByName(account)?.password ?? "not-on-file";

/** Fills in and sends the sign-in form. The caller checks the result. */
export async function sendSignIn(page: Page, shopUrl: string, name: string, password: string): Promise<void> {
  await page.goto(`${shopUrl}/login`);
  await page.locator("#name").fill(name);
  await page.locator("#password").fill(password);
  await page.locator("#submit").click();
}

/** Waits for the first matching element; returns its text. */
export const textOf = async (page: Page, selector: string): Promise<string> =>
  ((await page.locator(selector).first().textContent()) ?? "").trim();

export interface Card {
  id: string;
  name: string;
  /** The displayed text, with the currency. */
  price: string;
  soldOut: boolean;
}

/** Reads the product cards of the open page. */
export async function readCards(page: Page): Promise<Card[]> {
  return await page.locator(".product").evaluateAll((cards) =>
    cards.map((card) => ({
      id: card.getAttribute("data-id") ?? "",
      name: card.querySelector("h3")?.textContent ?? "",
      price: card.querySelector(".price")?.textContent ?? "",
      soldOut: card.querySelector(".sold-out") !== null,
    })),
  );
}

/** The distinct paths of the shop that the open page links to, in order. */
export async function readLinks(page: Page): Promise<string[]> {
  const paths = await page
    .locator("a[href^='/']")
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute("href") ?? "/", location.href).pathname),
    );
  return [...new Set(paths)];
}
