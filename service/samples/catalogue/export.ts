import { z } from "zod";
import { type ActionContext, defineAction } from "../../app-kit/app.ts";
import type { Page } from "../../chromium/driver.ts";
import { poolNames, readCards } from "../shop/shop-steps.ts";

const payload = z.strictObject({
  /** `full` opens every product and includes its reviews: more than a megabyte. */
  detail: z.enum(["brief", "full"]).default("full"),
  category: z
    .string()
    .regex(/^[a-z]+$/, "expected a category such as lamps")
    .optional(),
});
type Payload = z.output<typeof payload>;

async function readProduct(page: Page, url: string) {
  await page.goto(url, { waitUntil: "domcontentloaded" });
  return await page.locator("main").evaluate((main) => ({
    summary: main.querySelector("#summary")?.textContent ?? "",
    details: Object.fromEntries(
      [...main.querySelectorAll("#details tr")].map((row) => [
        row.querySelector("th")?.textContent ?? "",
        row.querySelector("td")?.textContent ?? "",
      ]),
    ),
    reviews: [...main.querySelectorAll(".review")].map((review) => ({
      author: review.querySelector("b")?.textContent ?? "",
      stars: Number(review.getAttribute("data-stars")),
      text: review.querySelector("p")?.textContent ?? "",
    })),
  }));
}

async function collect(context: ActionContext, input: Payload) {
  const page = await context.browser({ pool: poolNames.browsing });
  await page.goto(context.shopUrl);
  const all = await page
    .locator("nav a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const paths = input.category === undefined ? all : all.filter((path) => path === `/c/${input.category}`);
  if (paths.length === 0) {
    throw new Error(`the shop has no category ${input.category}; it has ${all.join(", ")}`);
  }
  const products: Record<string, unknown>[] = [];
  for (const path of paths) {
    await page.goto(context.shopUrl + path, { waitUntil: "domcontentloaded" });
    for (const card of await readCards(page)) {
      context.signal.throwIfAborted();
      if (input.detail === "brief") products.push({ ...card });
      else products.push({ ...card, ...(await readProduct(page, `${context.shopUrl}/p/${card.id}`)) });
    }
    context.log(`${path}: ${products.length} products so far`);
  }
  return products;
}

const examples = [{ detail: "brief" }, { detail: "full", category: "lamps" }, { detail: "full" }] as const;

export const exportList = defineAction({
  description: "Returns all products of the shop as one array.",
  payload,
  examples,
  timeoutMs: 8_000,
  run: collect,
});

export const exportGrouped = defineAction({
  description: "Returns all products of the shop by category, with counts.",
  payload,
  examples,
  timeoutMs: 8_000,
  async run(context, input) {
    const products = await collect(context, input);
    const categories = Object.groupBy(products, (product) => String(product.id).replace(/-\d+$/, ""));
    return { products: products.length, categories };
  },
});
