// The products of the shop, generated from the lists below and so the same on every start.

export interface Category {
  slug: string;
  title: string;
}

export interface Product {
  id: string;
  name: string;
  category: Category;
  priceCents: number;
  inStock: boolean;
  summary: string;
  details: readonly { label: string; value: string }[];
}

export interface Review {
  author: string;
  stars: number;
  text: string;
}

const makers = ["Alder", "Birk", "Corvo", "Dune", "Ember", "Fjell", "Gable", "Hollis", "Iskra", "Juno"];
const lines = ["One", "Duo", "Trail", "Studio", "Field", "Mini", "Prime", "Nord", "Classic", "Max"];

// Per category: the kind of product, its lowest price and the price step from one product to the next.
const ranges = [
  { slug: "kettles", title: "Kettles", thing: "kettle", fromCents: 2_490, stepCents: 850 },
  { slug: "lamps", title: "Lamps", thing: "lamp", fromCents: 1_990, stepCents: 1_240 },
  { slug: "backpacks", title: "Backpacks", thing: "backpack", fromCents: 4_900, stepCents: 1_575 },
  { slug: "headphones", title: "Headphones", thing: "headphones", fromCents: 3_900, stepCents: 3_310 },
  { slug: "cameras", title: "Cameras", thing: "camera", fromCents: 44_900, stepCents: 13_700 },
  { slug: "chairs", title: "Chairs", thing: "chair", fromCents: 7_900, stepCents: 4_450 },
] as const;

const materials = ["steel", "oak", "canvas", "aluminium", "wool", "glass", "cork"];
const colours = ["graphite", "sand", "moss", "ink", "brick", "chalk", "amber"];

export const categories: readonly Category[] = ranges.map(({ slug, title }) => ({ slug, title }));

const at = (list: readonly string[], index: number) => list[index % list.length] ?? "";

export const products: readonly Product[] = ranges.flatMap((range, row) =>
  makers.map((maker, column): Product => {
    const number = row * makers.length + column;
    const material = at(materials, number * 3 + row);
    const colour = at(colours, number * 5 + column);
    return {
      id: `${range.slug}-${String(column + 1).padStart(2, "0")}`,
      name: `${maker} ${at(lines, column + row)} ${range.thing}`,
      category: { slug: range.slug, title: range.title },
      priceCents: range.fromCents + column * range.stepCents,
      inStock: column !== 8,
      summary: `A ${range.thing} of ${material} in ${colour}, made to be mended.`,
      details: [
        { label: "Material", value: material },
        { label: "Colour", value: colour },
        { label: "Weight", value: `${280 + number * 37} g` },
        { label: "Guarantee", value: `${2 + (number % 4)} years` },
        { label: "Item number", value: String(40_100 + number * 7) },
      ],
    };
  }),
);

const byId = new Map(products.map((product) => [product.id, product]));

export const productById = (id: string): Product | undefined => byId.get(id);

export const productsIn = (slug: string): Product[] =>
  products.filter((product) => product.category.slug === slug);

/** The products that contain every word of the query in name, category or summary. */
export function searchProducts(query: string): Product[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  return products.filter((product) => {
    const text = `${product.name} ${product.category.title} ${product.summary}`.toLowerCase();
    return terms.every((word) => text.includes(word));
  });
}

/** Formats cents as `€1,249.00`. */
export function formatPrice(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `€${whole}.${String(cents % 100).padStart(2, "0")}`;
}

const authors = [
  "Mara",
  "Tobias",
  "Ines",
  "Callum",
  "Yuki",
  "Renske",
  "Pavel",
  "Noor",
  "Signe",
  "Hugo",
  "Lea",
];
const openings = [
  "Bought it for the office and took it home the same week.",
  "Arrived two days early and well packed.",
  "My second one; the first went to my sister, who will not give it back.",
  "I compared five of them before I chose this one.",
  "It replaced one that had served for eleven years.",
];
const middles = [
  "The finish is even and nothing rattles, which at this price I did not expect.",
  "After a month of daily use there is one small scratch and that was my own doing.",
  "The manual is short and says what it should; the spare parts have numbers you can order.",
  "It is a little heavier than the page says, but it stands firmly because of it.",
  "Cleaning takes a minute, and every screw is one you have a driver for.",
];
const endings = [
  "I would buy it again.",
  "Four stars only because the colour is darker than on the picture.",
  "If it lasts as long as the old one, this was cheap.",
  "The shop answered my question within the hour.",
  "Recommended to anyone who cooks, reads or travels more than they clean.",
];

export const reviewsPerProduct = 60;

/** The reviews on a product's page: about 20 kB of text for each product. */
export function reviewsOf(product: Product): Review[] {
  const seed = products.indexOf(product);
  return Array.from({ length: reviewsPerProduct }, (_, index) => {
    const turn = seed * 7 + index * 3;
    return {
      author: at(authors, turn),
      stars: 3 + ((seed + index * 2) % 3),
      text: [
        at(openings, turn),
        at(middles, turn + index),
        `I have had the ${product.name} for ${1 + ((seed + index) % 23)} months.`,
        at(middles, turn + index + 2),
        at(endings, seed + index),
      ].join(" "),
    };
  });
}
