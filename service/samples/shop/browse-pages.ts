// The public pages: home, a category, search results, a product, and the pages of plain text.
import { html } from "./html.ts";
import { page, productCard, productPicture, type Visit } from "./layout.ts";
import {
  type Category,
  categories,
  formatPrice,
  type Product,
  products,
  productsIn,
  reviewsOf,
  searchProducts,
} from "./stock.ts";

export function homePage(visit: Visit): string {
  const featured = products.filter((_, index) => index % 7 === 0);
  return page(
    visit,
    "Home",
    html`<h1>Things worth mending</h1>
<div class="grid">${featured.map(productCard)}</div>
<h2>Everything by kind</h2>
<ul>${categories.map(
      (category) =>
        html`<li><a href="/c/${category.slug}">${category.title}</a> (${productsIn(category.slug).length})</li>`,
    )}</ul>
<p>Looking for last year's <a href="/p/typewriters-01">typewriter</a>?</p>`,
    [{ level: "log", text: `home loaded: ${featured.length} featured products` }],
  );
}

export function categoryPage(visit: Visit, category: Category): string {
  const inCategory = productsIn(category.slug);
  return page(
    visit,
    category.title,
    html`<h1>${category.title}</h1><div class="grid">${inCategory.map(productCard)}</div>`,
    [
      { level: "log", text: `category ${category.slug} loaded: ${inCategory.length} products` },
      ...inCategory
        .filter((product) => !product.inStock)
        .map((product) => ({ level: "warn" as const, text: `stock service: ${product.id} is sold out` })),
    ],
  );
}

export function searchPage(visit: Visit, query: string): string {
  const found = searchProducts(query);
  return page(
    visit,
    `Search: ${query}`,
    html`<h1>${found.length} results for “${query}”</h1>
<div class="grid" id="results">${found.map(productCard)}</div>
${found.length === 0 && html`<p class="notice" id="no-results">Nothing found. Try one word less.</p>`}`,
    [
      { level: "log", text: `search "${query}": ${found.length} results` },
      ...(found.length === 0 ? [{ level: "warn" as const, text: `search "${query}" found nothing` }] : []),
    ],
  );
}

export function productPage(visit: Visit, product: Product): string {
  const reviews = reviewsOf(product);
  return page(
    visit,
    product.name,
    html`<div class="two"><div>${productPicture(product)}</div><div>
<h1 id="name">${product.name}</h1>
<p id="summary">${product.summary}</p>
<p class="price" id="price">${formatPrice(product.priceCents)}</p>
${
  product.inStock
    ? html`<form method="post" action="/cart"><input type="hidden" name="product" value="${product.id}">
<input name="quantity" value="1" size="2" aria-label="Quantity"> <button id="add-to-cart">Add to cart</button></form>`
    : html`<p class="notice" id="sold-out">Sold out. The next batch is being made.</p>`
}
<table id="details">${product.details.map((detail) => html`<tr><th>${detail.label}</th><td>${detail.value}</td></tr>`)}</table>
<p>More <a href="/c/${product.category.slug}">${product.category.title}</a></p></div></div>
<h2>${reviews.length} reviews</h2>
${reviews.map(
  (review) =>
    html`<div class="review" data-stars="${review.stars}"><b>${review.author}</b> ${"★".repeat(review.stars)}<p>${review.text}</p></div>`,
)}`,
    [
      { level: "log", text: `product ${product.id} loaded, ${reviews.length} reviews` },
      ...(product.inStock ? [] : [{ level: "warn" as const, text: `product ${product.id} is sold out` }]),
    ],
  );
}

const plainTexts: Record<string, { title: string; text: string }> = {
  about: { title: "About us", text: "We sell what can be repaired, and repair what we sold." },
  delivery: { title: "Delivery", text: "Two to four days. Heavy things come with two people." },
  repairs: { title: "Repairs", text: "Send it back at any age. Parts are listed by item number." },
};

/** A page of plain text; undefined when there is none of that name. */
export function plainPage(visit: Visit, name: string): string | undefined {
  const found = Object.hasOwn(plainTexts, name) ? plainTexts[name] : undefined;
  if (!found) return undefined;
  return page(visit, found.title, html`<h1>${found.title}</h1><p>${found.text}</p>`);
}

export function missingPage(visit: Visit, path: string): string {
  return page(visit, "Not here", html`<h1 id="missing">This page is gone</h1><p>${path}</p>`, [
    { level: "error", text: `404: nothing at ${path}` },
  ]);
}
