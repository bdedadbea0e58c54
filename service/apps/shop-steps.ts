// Steps in the sample shop that several applications take.
import type { Page } from "../chromium/driver.ts";
import { accountByName } from "./shop/accounts.ts";

/** The password an application has on file for an account; a made-up one for accounts it does not know. */
export const passwordOnFile = (account: string): string => accountByName(account)?.password ?? "not-on-file";

/** Fills in the sign-in form and sends it; what comes after is for the caller to look at. */
export async function sendSignIn(page: Page, shopUrl: string, name: string, password: string): Promise<void> {
  await page.goto(`${shopUrl}/login`);
  await page.locator("#name").fill(name);
  await page.locator("#password").fill(password);
  await page.locator("#submit").click();
}

/** The text of the first element that matches, waiting for it. */
export const textOf = async (page: Page, selector: string): Promise<string> =>
  ((await page.locator(selector).first().textContent()) ?? "").trim();

export interface Card {
  id: string;
  name: string;
  /** As shown, with the currency. */
  price: string;
  soldOut: boolean;
}

/** The product cards of the page that is open. */
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

/** Paths on the shop that the open page links to, each once, in order. */
export async function readLinks(page: Page): Promise<string[]> {
  const paths = await page
    .locator("a[href^='/']")
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute("href") ?? "/", location.href).pathname),
    );
  return [...new Set(paths)];
}
