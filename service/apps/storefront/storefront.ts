import { defineApp } from "../app.ts";
import { checkout, checkoutInStock } from "./checkout.ts";
import { search, searchSorted } from "./search.ts";

export const storefrontV1 = defineApp({ name: "storefront", version: "v1", actions: { search, checkout } });

export const storefrontV2 = defineApp({
  name: "storefront",
  version: "v2",
  actions: { search: searchSorted, checkout: checkoutInStock },
});
