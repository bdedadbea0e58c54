// The applications that come with the service.
import { accountsV1, accountsV2 } from "./accounts/accounts.ts";
import type { App } from "./app.ts";
import { catalogueV1, catalogueV2 } from "./catalogue/catalogue.ts";
import { storefrontV1, storefrontV2 } from "./storefront/storefront.ts";

/** Oldest version first within an application. */
export const sampleApps: readonly App[] = [
  storefrontV1,
  storefrontV2,
  accountsV1,
  accountsV2,
  catalogueV1,
  catalogueV2,
];
