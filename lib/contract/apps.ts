import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { optional, resource } from "./schema.ts";

export const appAction = resource({ name: z.string() });

/** Environment of an application version, as it was given. */
export const appEnvVars = z.record(z.string(), z.string());

/** One deployed version of an application: wire.md §5.1. */
export const app = resource({
  id: z.string().check(z.minLength(1)),
  app_name: optional(z.string()),
  version: optional(z.string()),
  region: optional(z.string()),
  deployment: optional(z.string()),
  actions: optional(z.array(appAction)),
  env_vars: optional(appEnvVars),
});

export const appFilters = z.object({
  app_name: z.optional(z.string().check(z.minLength(1))),
  version: z.optional(z.string().check(z.minLength(1))),
  query: z.optional(z.string()),
  ...pageQuery,
});
export type App = z.infer<typeof app>;
export type AppFilters = z.infer<typeof appFilters>;
