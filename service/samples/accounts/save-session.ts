import { z } from "zod";
import { type ActionContext, defineAction } from "../../app-kit/app.ts";
import type { Page } from "../../chromium/driver.ts";
import { passwordOnFile, sendSignIn, textOf } from "../shop/shop-steps.ts";

const payload = z.strictObject({
  account: z.string().min(1),
  /** Name of the profile in which the browser's state is saved. */
  profile: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{1,80}$/, "1 to 80 characters of a-z A-Z 0-9 . _ -")
    .default("shop-session"),
});
type Payload = z.output<typeof payload>;

async function signInAndKeep(
  context: ActionContext,
  input: Payload,
  browsePages: (page: Page) => Promise<void>,
) {
  const page = await context.browser({ profile: { name: input.profile, saveChanges: true } });
  await page.goto(`${context.shopUrl}/account`);
  const known = (await page.locator("#account").count()) > 0;
  context.log(known ? `profile ${input.profile} is still signed in` : `signing in as ${input.account}`);
  if (!known) {
    await sendSignIn(page, context.shopUrl, input.account, passwordOnFile(input.account));
    await page.locator("#account").waitFor();
  }
  await browsePages(page);
  const cookies = await page.context().cookies();
  const seen = await page.evaluate(() => localStorage.getItem("seen"));
  context.log(`to be saved in ${input.profile}: ${cookies.length} cookies`);
  return {
    profile: input.profile,
    alreadySignedIn: known,
    cookies: cookies.length,
    pagesVisited: z.array(z.string()).parse(JSON.parse(seen ?? "[]")).length,
  };
}

export const saveSession = defineAction({
  description: "Signs in and keeps cookies and local storage in a profile.",
  payload,
  examples: [{ account: "ada", profile: "shop-ada" }],
  run: async (context, input) =>
    await signInAndKeep(context, input, async (page) => {
      await page.goto(context.shopUrl);
      await page.goto(`${context.shopUrl}/c/lamps`);
    }),
});

export const saveSessionWithCart = defineAction({
  description: "Signs in, puts a kettle into the cart and keeps all of it in a profile.",
  payload,
  examples: [{ account: "emil", profile: "shop-emil" }],
  run: async (context, input) =>
    await signInAndKeep(context, input, async (page) => {
      await page.goto(`${context.shopUrl}/p/kettles-02`);
      await page.locator("#add-to-cart").click();
      context.log(`cart holds ${await textOf(page, "#total")}`);
    }),
});
