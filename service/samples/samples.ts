import { type App, defineApp } from "../app-kit/app.ts";
import { login, loginReportingErrors } from "./accounts/login.ts";
import { saveSession, saveSessionWithCart } from "./accounts/save-session.ts";
import { crawl, crawlWithReport } from "./catalogue/crawl.ts";
import { exportGrouped, exportList } from "./catalogue/export.ts";
import { checkout, checkoutInStock } from "./storefront/checkout.ts";
import { search, searchSorted } from "./storefront/search.ts";

/** The sample applications of the service; oldest version first within an application. */
export const sampleApps: readonly App[] = [
  defineApp({ name: "storefront", version: "v1", actions: { search, checkout } }),
  defineApp({
    name: "storefront",
    version: "v2",
    actions: { search: searchSorted, checkout: checkoutInStock },
  }),
  defineApp({ name: "accounts", version: "v1", actions: { login, "save-session": saveSession } }),
  defineApp({
    name: "accounts",
    version: "v2",
    actions: { login: loginReportingErrors, "save-session": saveSessionWithCart },
  }),
  defineApp({ name: "catalogue", version: "v1", actions: { crawl, export: exportList } }),
  defineApp({ name: "catalogue", version: "v2", actions: { crawl: crawlWithReport, export: exportGrouped } }),
];
