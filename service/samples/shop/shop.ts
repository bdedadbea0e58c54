// A small web shop on a loopback port, for the sample applications. It is stateless: sign-in and cart are in cookies,
// and every response depends on the request alone.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";
import { accountByName, type ShopAccount } from "./accounts.ts";
import { categoryPage, homePage, missingPage, plainPage, productPage, searchPage } from "./browse-pages.ts";
import {
  accountPage,
  cartLines,
  cartPage,
  cartTotalCents,
  checkoutPage,
  loginPage,
  orderPage,
  secondFactorPage,
} from "./buying-pages.ts";
import { styleSheet, type Visit } from "./layout.ts";
import { categories, productById } from "./stock.ts";

const paymentMs = 350;
/** The delay of the payment for cameras, as of a second check at the bank. */
const slowPaymentMs = 2_200;

const text = z.string().default("");
const loginForm = z.object({ name: text, password: text });
const cartForm = z.object({ product: text, quantity: z.coerce.number().int().min(1).max(20).catch(1) });
const searchQuery = z.object({ q: z.string().max(200).catch("") });
const oneParam = z.object({ id: z.string() });

/** Builds the shop without listening. */
export function createShop(): FastifyInstance {
  const shop = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 64 * 1024 });
  shop.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const show = (reply: FastifyReply, page: string, status = 200) =>
    reply.code(status).header("content-type", "text/html; charset=utf-8").send(page);
  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    show(reply, missingPage(visitOf(request), request.url.split("?")[0] ?? "/"), 404);

  shop.setNotFoundHandler(missing);
  shop.get("/", (request, reply) => show(reply, homePage(visitOf(request))));
  shop.get("/shop.css", (_request, reply) => reply.header("content-type", "text/css").send(styleSheet));
  shop.get("/search", (request, reply) =>
    show(reply, searchPage(visitOf(request), searchQuery.parse(request.query).q)),
  );
  shop.get("/c/:id", (request, reply) => {
    const { id } = oneParam.parse(request.params);
    const category = categories.find((one) => one.slug === id);
    return category ? show(reply, categoryPage(visitOf(request), category)) : missing(request, reply);
  });
  shop.get("/p/:id", (request, reply) => {
    const product = productById(oneParam.parse(request.params).id);
    return product ? show(reply, productPage(visitOf(request), product)) : missing(request, reply);
  });
  shop.get("/:id", (request, reply) => {
    const page = plainPage(visitOf(request), oneParam.parse(request.params).id);
    return page === undefined ? missing(request, reply) : show(reply, page);
  });

  shop.get("/login", (request, reply) => show(reply, loginPage(visitOf(request))));
  shop.post("/login", (request, reply) => {
    const form = loginForm.parse(request.body ?? {});
    const account = accountByName(form.name);
    const visit = visitOf(request);
    if (!account) return show(reply, loginPage(visit, `There is no account called ${form.name}.`), 403);
    if (account.password !== form.password) {
      return show(reply, loginPage(visit, "The password is not right."), 403);
    }
    if (account.locked) {
      return show(reply, loginPage(visit, "This account is locked. Please call us."), 403);
    }
    if (account.secondFactor) return show(reply, secondFactorPage(visit, account));
    return reply
      .header("set-cookie", `account=${account.name}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`)
      .redirect("/account", 303);
  });
  shop.post("/login/code", (request, reply) =>
    show(reply, loginPage(visitOf(request), "That code has expired."), 403),
  );
  shop.get("/logout", (_request, reply) =>
    reply.header("set-cookie", "account=; Path=/; Max-Age=0").redirect("/", 303),
  );
  shop.get("/account", (request, reply) => {
    const visit = visitOf(request);
    const account = signedIn(visit);
    return account ? show(reply, accountPage(visit, account)) : reply.redirect("/login", 303);
  });

  shop.get("/cart", (request, reply) => show(reply, cartPage(visitOf(request))));
  shop.post("/cart", (request, reply) => {
    const form = cartForm.parse(request.body ?? {});
    if (!productById(form.product)?.inStock) return missing(request, reply);
    const cart = new Map(visitOf(request).cart);
    cart.set(form.product, Math.min(20, (cart.get(form.product) ?? 0) + form.quantity));
    const cookie = [...cart].map(([id, quantity]) => `${id}:${quantity}`).join("|");
    return reply.header("set-cookie", `cart=${cookie}; Path=/; SameSite=Lax`).redirect("/cart", 303);
  });
  shop.get("/checkout", (request, reply) => {
    const visit = visitOf(request);
    const account = signedIn(visit);
    return account ? show(reply, checkoutPage(visit, account)) : reply.redirect("/login", 303);
  });
  shop.get("/orders/:id", (request, reply) =>
    show(reply, orderPage(visitOf(request), oneParam.parse(request.params).id)),
  );

  shop.get("/api/addresses", async (request, reply) => {
    const account = signedIn(visitOf(request));
    if (!account) return reply.code(401).send({ error: "sign in first" });
    await pause(account.addressDelayMs);
    return { address: account.address };
  });
  shop.post("/api/payments", async (request, reply) => {
    const visit = visitOf(request);
    const account = signedIn(visit);
    const lines = cartLines(visit);
    if (!account || lines.length === 0) return reply.code(400).send({ error: "nothing to pay" });
    const slow = lines.some((line) => line.product.category.slug === "cameras");
    await pause(slow ? slowPaymentMs : paymentMs);
    const bought = lines.map((line) => `${line.product.id}:${line.quantity}`).join("|");
    const digest = createHash("sha256").update(`${account.name} ${bought}`).digest("hex");
    reply.header("set-cookie", "cart=; Path=/; Max-Age=0");
    return { order: `MG-${digest.slice(0, 8).toUpperCase()}`, totalCents: cartTotalCents(lines) };
  });
  return shop;
}

/** Starts the shop on a free loopback port. */
export async function startShop(): Promise<{ url: string; close(): Promise<void> }> {
  const shop = createShop();
  const url = await shop.listen({ host: "127.0.0.1", port: 0 });
  return { url, close: () => shop.close() };
}

// A delayed response must not keep the process alive.
const pause = (ms: number) => sleep(ms, undefined, { ref: false });

const signedIn = (visit: Visit): ShopAccount | undefined =>
  visit.account === undefined ? undefined : accountByName(visit.account);

function visitOf(request: FastifyRequest): Visit {
  const cookies = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=");
    cookies.set(name, value);
  }
  const cart = new Map<string, number>();
  for (const entry of (cookies.get("cart") ?? "").split("|")) {
    const [id = "", quantity = ""] = entry.split(":");
    if (productById(id) && /^\d{1,2}$/.test(quantity)) cart.set(id, Number(quantity));
  }
  const account = accountByName(cookies.get("account") ?? "");
  return { account: account?.name, cart };
}
