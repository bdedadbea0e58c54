import { z } from "zod";
import type { Page } from "../../chromium/driver.ts";
import { type ActionContext, defineAction } from "../app.ts";
import { passwordOnFile, sendSignIn, textOf } from "../shop-steps.ts";

const payload = z.strictObject({
  account: z.string().min(1),
  /** Name of the profile that keeps the sign-in. */
  profile: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{1,80}$/, "1 to 80 characters of a-z A-Z 0-9 . _ -")
    .default("shop-session"),
});
type Wish = z.output<typeof payload>;

async function signInAndKeep(context: ActionContext, wish: Wish, lookAround: (page: Page) => Promise<void>) {
  const page = await context.browser({ profile: { name: wish.profile, saveChanges: true } });
  await page.goto(`${context.shopUrl}/account`);
  const known = (await page.locator("#account").count()) > 0;
  context.log(known ? `profile ${wish.profile} is still signed in` : `signing in as ${wish.account}`);
  if (!known) {
    await sendSignIn(page, context.shopUrl, wish.account, passwordOnFile(wish.account));
    await page.locator("#account").waitFor();
  }
  await lookAround(page);
  const cookies = await page.context().cookies();
  const seen = await page.evaluate(() => localStorage.getItem("seen"));
  context.log(`to be saved in ${wish.profile}: ${cookies.length} cookies`);
  return {
    profile: wish.profile,
    alreadySignedIn: known,
    cookies: cookies.length,
    pagesSeen: z.array(z.string()).parse(JSON.parse(seen ?? "[]")).length,
  };
}

export const saveSession = defineAction({
  description: "Signs in and keeps cookies and local storage in a profile.",
  payload,
  examples: [{ account: "ada", profile: "shop-ada" }],
  run: async (context, wish) =>
    await signInAndKeep(context, wish, async (page) => {
      await page.goto(context.shopUrl);
      await page.goto(`${context.shopUrl}/c/lamps`);
    }),
});

export const saveSessionWithCart = defineAction({
  description: "Signs in, puts a kettle into the cart and keeps all of it in a profile.",
  payload,
  examples: [{ account: "emil", profile: "shop-emil" }],
  run: async (context, wish) =>
    await signInAndKeep(context, wish, async (page) => {
      await page.goto(`${context.shopUrl}/p/kettles-02`);
      await page.locator("#add-to-cart").click();
      context.log(`cart holds ${await textOf(page, "#total")}`);
    }),
});
