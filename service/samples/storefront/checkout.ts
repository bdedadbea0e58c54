import { z } from "zod";
import { type ActionContext, defineAction } from "../../app-kit/app.ts";
import type { Page } from "../../chromium/driver.ts";
import { passwordOnFile, poolNames, sendSignIn, textOf } from "../shop/shop-steps.ts";

const payload = z.strictObject({
  account: z.string().min(1),
  product: z.string().regex(/^[a-z]+-\d{2}$/, "expected a product id such as lamps-03"),
  quantity: z.int().min(1).max(20).default(1),
});
type Order = z.output<typeof payload>;

async function toProduct(context: ActionContext, order: Order): Promise<Page> {
  const page = await context.browser({ pool: poolNames.buying });
  await sendSignIn(page, context.shopUrl, order.account, passwordOnFile(order.account));
  await page.locator("#account").waitFor();
  context.log(`signed in as ${order.account}`);
  await page.goto(`${context.shopUrl}/p/${order.product}`);
  return page;
}

async function buy(context: ActionContext, page: Page, order: Order) {
  await page.locator("input[name=quantity]").fill(String(order.quantity));
  await page.locator("#add-to-cart").click();
  const total = await textOf(page, "#total");
  context.log(`cart holds ${order.quantity} × ${order.product}, ${total}`);
  await page.locator("#checkout").click();
  context.log("waiting for the address service");
  await page.locator("#place-order").click();
  await page.waitForURL("**/orders/*");
  const number = await textOf(page, "#order");
  context.log(`order ${number} placed`);
  return { order: number, product: order.product, quantity: order.quantity, total };
}

const description = "Signs in, puts a product into the cart and places the order.";
const examples = [
  { account: "ada", product: "lamps-03" },
  { account: "emil", product: "cameras-02", quantity: 2 },
  { account: "grace", product: "kettles-01" },
];

export const checkout = defineAction({
  description,
  payload,
  examples,
  timeoutMs: 7_000,
  run: async (context, order) => await buy(context, await toProduct(context, order), order),
});

export const checkoutInStock = defineAction({
  description: `${description} Says so at once when the product is sold out.`,
  payload,
  examples: [...examples, { account: "ada", product: "chairs-09" }],
  timeoutMs: 7_000,
  async run(context, order) {
    const page = await toProduct(context, order);
    if ((await page.locator("#sold-out").count()) > 0) throw new Error(`${order.product} is sold out`);
    return await buy(context, page, order);
  },
});
