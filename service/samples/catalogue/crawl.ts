import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type ActionContext, defineAction } from "../../app-kit/app.ts";
import { poolNames, readCards, readLinks } from "../shop/shop-steps.ts";

const payload = z.strictObject({
  maxPages: z.int().min(1).max(200).default(60),
  /** Pause between two pages, to limit the load on the shop. */
  pauseMs: z.int().min(0).max(5_000).default(350),
});
type Payload = z.output<typeof payload>;

interface Crawled {
  pages: number;
  broken: { path: string; status: number }[];
  prices: Map<string, string>;
}

/** Follows links breadth first from the home page, except to pages that change state. */
async function crawlShop(context: ActionContext, input: Payload): Promise<Crawled> {
  const page = await context.browser({ pool: poolNames.browsing });
  const queue = ["/"];
  const known = new Set(queue);
  const crawled: Crawled = { pages: 0, broken: [], prices: new Map() };
  for (const path of queue) {
    if (crawled.pages === input.maxPages) break;
    context.signal.throwIfAborted();
    const answer = await page.goto(context.shopUrl + path, { waitUntil: "domcontentloaded" });
    crawled.pages++;
    const status = answer?.status() ?? 0;
    if (status >= 400) {
      crawled.broken.push({ path, status });
      context.log(`${path} answered ${status}`);
    }
    for (const card of await readCards(page)) crawled.prices.set(card.id, card.price);
    for (const link of await readLinks(page)) {
      if (known.has(link) || link === "/logout" || link === "/checkout") continue;
      known.add(link);
      queue.push(link);
    }
    if (crawled.pages % 5 === 0) {
      context.log(`${crawled.pages} pages, ${known.size - crawled.pages} to go, now at ${path}`);
    }
    await sleep(input.pauseMs, undefined, { signal: context.signal });
  }
  context.log(`done: ${crawled.pages} pages, ${crawled.prices.size} prices`);
  return crawled;
}

export const crawl = defineAction({
  description: "Follows every link of the shop and counts pages and products.",
  payload,
  examples: [{ maxPages: 45 }, { maxPages: 80, pauseMs: 200 }],
  timeoutMs: 10_000,
  async run(context, input) {
    const { pages, prices } = await crawlShop(context, input);
    return { pages, products: prices.size };
  },
});

export const crawlWithReport = defineAction({
  description: "Follows every link of the shop; reports broken links and the prices seen.",
  payload,
  examples: [{ maxPages: 50 }, { maxPages: 30, pauseMs: 600 }],
  timeoutMs: 10_000,
  async run(context, input) {
    const { pages, broken, prices } = await crawlShop(context, input);
    return { pages, products: prices.size, broken, prices: Object.fromEntries([...prices].sort()) };
  },
});
