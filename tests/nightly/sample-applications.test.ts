// Every action of the sample applications that no test of the gate runs: what it returns, and how those fail that are to.
import { expect, test } from "vitest";
import { z } from "zod";
import { createdInvocation } from "../../lib/contract/invocations.ts";
import { poolFillRate } from "../../lib/contract/pools.ts";
import { poolNames } from "../../service/samples/shop/shop-steps.ts";
import { reviewsPerProduct } from "../../service/samples/shop/stock.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests({ maxBrowsers: 6, maxRunning: 3 });

async function invoke(place: string, payload: unknown) {
  const [app_name, version, action_name] = place.split("/");
  const body = { app_name, version, action_name, payload: JSON.stringify(payload) };
  return createdInvocation.parse((await service.ask("POST", "/invocations", body)).json());
}

const exported = z.object({
  products: z.number(),
  categories: z.record(z.string(), z.array(z.object({ reviews: z.array(z.unknown()) }))),
});

test("a full export opens every product of its category and includes the reviews", async () => {
  const done = await invoke("catalogue/v2/export", { detail: "full", category: "lamps" });
  expect(done.status).toBe("succeeded");
  const { products: count, categories } = exported.parse(JSON.parse(String(done.output)));
  expect([count, Object.keys(categories)]).toEqual([10, ["lamps"]]);
  expect(categories.lamps?.map(({ reviews }) => reviews.length)).toEqual(Array(10).fill(reviewsPerProduct));
});

test("checkout places an order through a slow payment", async () => {
  service.pools.create({ name: poolNames.buying, size: 1, fill_rate_per_minute: poolFillRate.max });
  const order = { account: "ada", product: "cameras-02", quantity: 2 };
  const done = await invoke("storefront/v2/checkout", order);
  expect(done.status_reason).toBe("the action returned a value");
  expect(JSON.parse(String(done.output))).toMatchObject({
    order: expect.stringMatching(/^MG-/),
    total: "€1,172.00",
  });
});

test.each([
  [
    "an address service that takes too long",
    "storefront/v1/checkout",
    { account: "grace", product: "lamps-01" },
    "locator.click: Timeout 7000ms exceeded while waiting for locator('#place-order')",
  ],
  [
    "a wrong password",
    "accounts/v2/login",
    { account: "ada", password: "guessed" },
    "sign-in refused: The password is not right.",
  ],
  [
    "the regression of the second version",
    "storefront/v2/search",
    { query: "fjell camera" },
    'the price "€1,134.00" of cameras-06 is not a number',
  ],
])("%s fails with its reason", async (_what, place, payload, reason) => {
  const done = await invoke(place, payload);
  expect(done.status).toBe("failed");
  expect(done.status_reason).toContain(reason);
  for (const never of ["\n", "\u001b", "Call log"]) expect(done.status_reason).not.toContain(never);
});
