import { defineApp } from "../app.ts";
import { crawl, crawlWithReport } from "./crawl.ts";
import { exportGrouped, exportList } from "./export.ts";

export const catalogueV1 = defineApp({
  name: "catalogue",
  version: "v1",
  actions: { crawl, export: exportList },
});

export const catalogueV2 = defineApp({
  name: "catalogue",
  version: "v2",
  actions: { crawl: crawlWithReport, export: exportGrouped },
});
