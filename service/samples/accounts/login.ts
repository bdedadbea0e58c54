import { z } from "zod";
import { defineAction } from "../../app-kit/app.ts";
import { passwordOnFile, poolNames, sendSignIn, textOf } from "../shop/shop-steps.ts";

const payload = z.strictObject({
  account: z.string().min(1),
  /** Absent: the account's own password. */
  password: z.string().min(1).optional(),
});

export const login = defineAction({
  description: "Signs in and reads the account page.",
  payload,
  examples: [{ account: "ada" }, { account: "linus" }, { account: "emil", password: "guessed" }],
  timeoutMs: 5_000,
  async run(context, { account, password }) {
    const page = await context.browser({ pool: poolNames.browsing });
    context.log(`signing in as ${account}`);
    await sendSignIn(page, context.shopUrl, account, password ?? passwordOnFile(account));
    await page.locator("#account").waitFor();
    const orders = Number(await textOf(page, "#orders"));
    context.log(`account page shows ${orders} orders`);
    return { account: await textOf(page, "#account-name"), orders };
  },
});

export const loginReportingErrors = defineAction({
  description: "Signs in and reads the account page; a refusal is reported in the shop's own words.",
  payload,
  examples: [{ account: "emil" }, { account: "margaret" }, { account: "linus" }],
  timeoutMs: 5_000,
  async run(context, { account, password }) {
    const page = await context.browser({ pool: poolNames.browsing });
    context.log(`signing in as ${account}`);
    await sendSignIn(page, context.shopUrl, account, password ?? passwordOnFile(account));
    await page.locator("#account, .form-error").first().waitFor();
    if ((await page.locator(".form-error").count()) > 0)
      throw new Error(`sign-in refused: ${await textOf(page, ".form-error")}`);
    return {
      account: await textOf(page, "#account-name"),
      name: (await textOf(page, "h1")).replace(/^Hello /, ""),
      orders: Number(await textOf(page, "#orders")),
    };
  },
});
