// The pages of a customer: sign-in, account, cart, checkout, order.
import type { ShopAccount } from "./accounts.ts";
import { html } from "./html.ts";
import { type ConsoleLine, page, type Visit } from "./layout.ts";
import { formatPrice, type Product, productById } from "./stock.ts";

export function loginPage(visit: Visit, fault?: string): string {
  return page(
    visit,
    "Sign in",
    html`<h1>Sign in</h1>
${fault !== undefined && html`<p class="form-error" role="alert">${fault}</p>`}
<form class="card" method="post" action="/login">
<label>Account <input id="name" name="name" autocomplete="username"></label>
<label>Password <input id="password" name="password" type="password" autocomplete="current-password"></label>
<button id="submit">Sign in</button></form>`,
    fault === undefined ? [] : [{ level: "error", text: `sign-in refused: ${fault}` }],
  );
}

export function secondFactorPage(visit: Visit, account: ShopAccount): string {
  return page(
    visit,
    "One more step",
    html`<h1>One more step</h1><p id="second-factor">We sent a code to ${account.fullName}'s phone.</p>
<form class="card" method="post" action="/login/code"><label>Code <input id="code" name="code"></label>
<button id="submit">Continue</button></form>`,
    [{ level: "warn", text: `second factor requested for account ${account.name}` }],
  );
}

export function accountPage(visit: Visit, account: ShopAccount): string {
  return page(
    visit,
    "Your account",
    html`<h1>Hello ${account.fullName}</h1>
<table id="details"><tr><th>Account</th><td id="account-name">${account.name}</td></tr>
<tr><th>Orders</th><td id="orders">${(account.fullName.length % 5) + 1}</td></tr></table>
<p><a href="/cart">Your cart</a> · <a id="sign-out" href="/logout">Sign out</a></p>`,
    [{ level: "log", text: `account ${account.name} loaded` }],
  );
}

export interface CartLine {
  product: Product;
  quantity: number;
}

export function cartLines(visit: Visit): CartLine[] {
  return [...visit.cart].flatMap(([id, quantity]) => {
    const product = productById(id);
    return product ? [{ product, quantity }] : [];
  });
}

export const cartTotalCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.product.priceCents * line.quantity, 0);

export function cartPage(visit: Visit): string {
  const lines = cartLines(visit);
  const consoleLines: ConsoleLine[] = [{ level: "log", text: `cart loaded: ${lines.length} lines` }];
  if (lines.length === 0) consoleLines.push({ level: "warn", text: "cart is empty" });
  return page(
    visit,
    "Cart",
    html`<h1>Cart</h1>
<table id="lines">${lines.map(
      ({ product, quantity }) =>
        html`<tr><td><a href="/p/${product.id}">${product.name}</a></td><td>${quantity}</td>
<td class="price">${formatPrice(product.priceCents * quantity)}</td></tr>`,
    )}</table>
<p>Total <b id="total">${formatPrice(cartTotalCents(lines))}</b></p>
${lines.length > 0 && html`<p><a id="checkout" href="/checkout">Go to checkout</a></p>`}`,
    consoleLines,
  );
}

export function checkoutPage(visit: Visit, account: ShopAccount): string {
  const lines = cartLines(visit);
  return page(
    visit,
    "Checkout",
    html`<h1>Checkout</h1><p>Deliver to</p>
<p id="addresses" class="notice">Asking the address service…</p>
<p>To pay <b id="total">${formatPrice(cartTotalCents(lines))}</b></p>
<div id="place"></div><p id="payment"></p>
<script>
(async () => {
  const startedMs = performance.now();
  const answer = await fetch("/api/addresses");
  const { address } = await answer.json();
  console.log("address service answered in " + Math.round(performance.now() - startedMs) + " ms");
  document.getElementById("addresses").textContent = address;
  const button = document.createElement("button");
  button.id = "place-order";
  button.textContent = "Place order";
  document.getElementById("place").append(button);
  button.addEventListener("click", async () => {
    button.remove();
    document.getElementById("payment").textContent = "Talking to the bank…";
    const began = performance.now();
    const paid = await fetch("/api/payments", { method: "POST" });
    const tookMs = Math.round(performance.now() - began);
    if (tookMs > 1000) console.warn("slow payment api: " + tookMs + " ms");
    if (!paid.ok) { console.error("payment api answered " + paid.status); return; }
    location.href = "/orders/" + (await paid.json()).order;
  });
})().catch((error) => console.error("checkout: " + error.message));
</script>`,
    [
      { level: "log", text: `checkout started for ${account.name}, ${lines.length} lines` },
      ...(account.addressDelayMs > 1000
        ? [{ level: "warn" as const, text: "address service is slow to answer" }]
        : []),
    ],
  );
}

export function orderPage(visit: Visit, order: string): string {
  return page(
    visit,
    `Order ${order}`,
    html`<h1>Thank you</h1><p>Your order has the number <b id="order">${order}</b>.</p>`,
    [{ level: "log", text: `order ${order} placed` }],
  );
}
