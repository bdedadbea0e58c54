import { afterAll, expect, test } from "vitest";
import { createShop } from "./shop.ts";
import { formatPrice, products, reviewsOf, searchProducts } from "./stock.ts";

const shop = createShop();
afterAll(() => shop.close());

const form = (body: Record<string, string>) => ({
  payload: new URLSearchParams(body).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

test("every product is reachable by links from the home page, and one link is dead", async () => {
  const queue = ["/"];
  const known = new Set(queue);
  const dead: string[] = [];
  for (const path of queue) {
    const answer = await shop.inject(path);
    if (answer.statusCode === 404) dead.push(path);
    for (const [, link = ""] of answer.body.matchAll(/href="(\/[^"]*)"/g)) {
      if (known.has(link) || link === "/shop.css") continue;
      known.add(link);
      queue.push(link);
    }
  }
  expect(products.filter((product) => !known.has(`/p/${product.id}`))).toEqual([]);
  expect(dead).toEqual(["/p/typewriters-01"]);
});

test("a purchase goes from sign-in to an order number, the same each time", async () => {
  const buy = async () => {
    const signedIn = await shop.inject({
      method: "POST",
      url: "/login",
      ...form({ name: "ada", password: "difference-engine" }),
    });
    expect(signedIn.statusCode).toBe(303);
    const filled = await shop.inject({
      method: "POST",
      url: "/cart",
      ...form({ product: "lamps-03", quantity: "2" }),
    });
    const cookies = { account: "ada", cart: String(filled.cookies[0]?.value) };
    const cart = await shop.inject({ url: "/cart", cookies });
    expect(cart.body).toContain("€89.40");
    const paid = await shop.inject({ method: "POST", url: "/api/payments", cookies });
    return paid.json();
  };
  const first = await buy();
  expect(first).toMatchObject({ order: expect.stringMatching(/^MG-[0-9A-F]{8}$/), totalCents: 8_940 });
  expect(await buy()).toEqual(first);
});

test.each([
  ["ada", "wrong", "The password is not right."],
  ["nobody", "x", "There is no account called nobody."],
  ["margaret", "guidance-computer", "This account is locked."],
])("sign-in of %s with %s is refused with a message", async (name, password, message) => {
  const answer = await shop.inject({ method: "POST", url: "/login", ...form({ name, password }) });
  expect(answer.statusCode).toBe(403);
  expect(answer.body).toContain(message);
});

test("a second factor stops the sign-in without an account", async () => {
  const answer = await shop.inject({
    method: "POST",
    url: "/login",
    ...form({ name: "linus", password: "penguin-parade" }),
  });
  expect(answer.body).toContain('id="second-factor"');
  expect(answer.body).not.toContain('id="account"');
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test("a sold-out product cannot be bought", async () => {
  expect((await shop.inject("/p/chairs-09")).body).not.toContain("add-to-cart");
  const pushed = await shop.inject({ method: "POST", url: "/cart", ...form({ product: "chairs-09" }) });
  expect(pushed.statusCode).toBe(404);
});

test("T24 input of a visitor is escaped in the page", async () => {
  const answer = await shop.inject(`/search?q=${encodeURIComponent('<script>alert(1)</script>"')}`);
  expect(answer.body).not.toContain("<script>alert");
  expect(answer.body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;");
});

test("prices have a comma from a thousand on; search matches every word", () => {
  expect([999, 99_999, 124_900, 123_456_700].map(formatPrice)).toEqual([
    "€9.99",
    "€999.99",
    "€1,249.00",
    "€1,234,567.00",
  ]);
  expect(searchProducts("fjell camera").map((product) => product.id)).toEqual(["cameras-06"]);
  expect(searchProducts("  ")).toEqual([]);
});

test("the text of all product pages, as in a full export, is more than a megabyte", () => {
  const carried = products.map((product) => ({ ...product, reviews: reviewsOf(product) }));
  expect(carried).toHaveLength(60);
  expect(JSON.stringify(carried).length).toBeGreaterThan(1_000_000);
});
