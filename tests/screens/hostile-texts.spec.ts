// What a hostile page, application or colleague writes is text on every page: it runs nothing, draws nothing, leads nowhere
// and breaks no policy.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { attack, type HostileFleet, seedAttacks, shortAttack } from "./hostile-texts-seed.ts";

test.use({ stackName: "hostile", speedup: 2 });

const pagesOf = ({ invocations: { failed, done }, session, pool }: HostileFleet): readonly string[] => [
  "/",
  "/invocations",
  `/invocations?open=${done}`,
  `/invocations?open=${failed}`,
  `/invocations/new?from=${done}`,
  "/invocations/insight",
  `/invocations/${failed}`,
  `/invocations/${done}`,
  "/browsers",
  `/browsers/${session}?panes=s.chromium*g*p./tmp/a.log`,
  ...["details", "processes", "files", "replays", "extensions"].map(
    (tab) => `/browsers/${session}?tab=${tab}`,
  ),
  "/pools",
  `/pools/${pool}`,
  "/proxies",
  "/profiles",
  "/alerts",
  "/timeline",
  "/search?q=onerror",
  "/audit",
  "/settings",
  `/search?q=${encodeURIComponent(attack)}`,
  `/invocations?app_name=${encodeURIComponent(attack)}`,
  `/browsers/${encodeURIComponent(shortAttack)}`,
  `/sign-in?callbackUrl=${encodeURIComponent(`/${attack}`)}&error=${encodeURIComponent(attack)}`,
  `/${encodeURIComponent(shortAttack)}`,
];

/** What there is on a page of the attack's elements, attributes and addresses, and elements whose text could turn the
 *  direction of what stands beside them. */
const harmOf = (page: Page) =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll("img[src='x'], svg[onload], iframe, [onerror], [srcdoc]")];
    const links = [...document.querySelectorAll("a[href], area[href], form[action]")].filter((link) =>
      /^\s*(javascript|data|vbscript):/i.test(link.getAttribute("href") ?? link.getAttribute("action") ?? ""),
    );
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const turning: Element[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || parent.closest("svg, script, [hidden]") !== null) continue;
      if (!/[\u202a-\u202e\u2066-\u2069]/.test(text.nodeValue ?? "")) continue;
      if (getComputedStyle(parent).unicodeBidi === "normal") turning.push(parent);
    }
    return [...made, ...links, ...turning].map((element) => element.outerHTML.slice(0, 200));
  });

const showsAttack = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll("input, textarea")].map((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : "",
    );
    return [document.body.textContent, document.title, ...fields].some((text) => text.includes("<img src=x"));
  });

test("texts that attack are only shown on every page: no script, no element, no address, no report (T24)", async ({
  page,
  upstream: _,
  stack,
}) => {
  test.slow();
  const dialogs: string[] = [];
  page.on("dialog", async (dialog) => {
    dialogs.push(`${dialog.message()} on ${page.url()}`);
    await dialog.dismiss();
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  const fleet = await seedAttacks(stack);
  const harm: Record<string, readonly string[]> = {};
  const shown: string[] = [];
  for (const path of pagesOf(fleet)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const found = await harmOf(page);
    if (found.length > 0) harm[path] = found;
    if (await showsAttack(page)) shown.push(path);
  }
  expect(harm).toEqual({});
  expect(dialogs).toEqual([]);
  // Else the attack was not there to be seen.
  expect(shown.length, `the attack was seen on ${shown.join(", ")}`).toBeGreaterThan(15);
  const admin = await stack.dashboard.admin();
  await admin.send("DELETE", `/api/alerts/rules/${fleet.rule}`);
});
