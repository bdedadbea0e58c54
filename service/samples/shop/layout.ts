// The layout of every shop page, and the style sheet.
import { html, Markup, scriptValue } from "./html.ts";
import { categories, formatPrice, type Product } from "./stock.ts";

/** The state of a visitor, from the cookies. */
export interface Visit {
  /** Name of the signed-in account. */
  account: string | undefined;
  cart: ReadonlyMap<string, number>;
}

/** A line that the page writes to the browser's console. */
export interface ConsoleLine {
  level: "log" | "warn" | "error";
  text: string;
}

export function page(visit: Visit, title: string, body: Markup, lines: readonly ConsoleLine[] = []): string {
  const count = [...visit.cart.values()].reduce((sum, quantity) => sum + quantity, 0);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Mended Goods</title>
<link rel="stylesheet" href="/shop.css">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<a class="brand" href="/">Mended Goods</a>
<nav>${categories.map((category) => html`<a href="/c/${category.slug}">${category.title}</a>`)}</nav>
<form action="/search"><input id="q" name="q" placeholder="Search" aria-label="Search"><button id="go">Find</button></form>
<a id="cart-link" href="/cart">Cart (${count})</a>
${
  visit.account === undefined
    ? html`<a id="sign-in" href="/login">Sign in</a>`
    : html`<a id="account" href="/account">${visit.account}</a>`
}
</header>
<main>${body}</main>
<footer><a href="/about">About us</a> <a href="/delivery">Delivery</a> <a href="/repairs">Repairs</a></footer>
<script>
for (const line of ${scriptValue(lines)}) console[line.level](line.text);
console.log("page shown: " + location.pathname + " after " + Math.round(performance.now()) + " ms");
try {
  const seen = JSON.parse(localStorage.getItem("seen") || "[]").filter((path) => path !== location.pathname);
  localStorage.setItem("seen", JSON.stringify([location.pathname, ...seen].slice(0, 12)));
} catch (error) { console.error("the list of seen pages could not be kept: " + error.message); }
</script>
</body>
</html>`.text;
}

/** An inline SVG picture in two tones derived from the product's id. */
function picture(product: Product): Markup {
  const sum = [...product.id].reduce((total, character) => total + character.charCodeAt(0), 0);
  const hue = (sum * 47) % 360;
  return new Markup(
    `<svg viewBox="0 0 120 80" role="img" aria-label="">` +
      `<rect width="120" height="80" fill="hsl(${hue} 28% 88%)"/>` +
      `<circle cx="60" cy="46" r="22" fill="hsl(${hue} 34% 58%)"/>` +
      `<rect x="34" y="66" width="52" height="4" rx="2" fill="hsl(${hue} 30% 40%)"/></svg>`,
  );
}

export const productCard = (
  product: Product,
): Markup => html`<article class="product" data-id="${product.id}">
<a href="/p/${product.id}">${picture(product)}<h3>${product.name}</h3></a>
<span class="price">${formatPrice(product.priceCents)}</span>
${product.inStock ? undefined : html`<span class="sold-out">sold out</span>`}
</article>`;

export const productPicture = picture;

export const styleSheet = `
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #23211d; background: #faf8f4 }
a { color: inherit }
header { display: flex; gap: 18px; align-items: center; padding: 12px 28px; background: #fff; border-bottom: 1px solid #e6e1d8 }
header nav { display: flex; gap: 14px; flex: 1 }
header nav a, footer a { text-decoration: none; color: #6a6459 }
.brand { font-weight: 650; font-size: 18px; text-decoration: none; color: #8a3f1d }
main { max-width: 1080px; margin: 0 auto; padding: 24px 28px 60px }
footer { padding: 20px 28px; border-top: 1px solid #e6e1d8; display: flex; gap: 16px }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); gap: 18px }
.product { background: #fff; border: 1px solid #e6e1d8; border-radius: 8px; padding: 10px }
.product a { text-decoration: none }
.product h3 { font-size: 14px; margin: 8px 0 2px }
.price { font-variant-numeric: tabular-nums; font-weight: 600 }
.sold-out { float: right; color: #9b2c1c; font-size: 13px }
.notice { padding: 10px 14px; border-radius: 6px; background: #fdf1d8; margin: 12px 0 }
.form-error { padding: 10px 14px; border-radius: 6px; background: #fbe3df; color: #8c2314; margin: 12px 0 }
.two { display: grid; grid-template-columns: 360px 1fr; gap: 32px }
form.card { display: grid; gap: 10px; max-width: 340px; background: #fff; padding: 20px; border: 1px solid #e6e1d8; border-radius: 8px }
input, select, button { font: inherit; padding: 7px 10px; border-radius: 6px; border: 1px solid #c9c2b5 }
button { background: #8a3f1d; border-color: #8a3f1d; color: #fff; cursor: pointer }
table { border-collapse: collapse; width: 100% }
td, th { padding: 8px 6px; border-bottom: 1px solid #e6e1d8; text-align: left }
.review { border-top: 1px solid #e6e1d8; padding: 10px 0 }
`;
