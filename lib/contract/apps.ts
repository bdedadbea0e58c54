import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { optional, resource } from "./schema.ts";

/** An action that an application version offers. */
export const appAction = resource({ name: z.string() });

/** Environment variables of an application version, as given at its deployment. */
export const appEnvVars = z.record(z.string(), z.string());

/** One deployed version of an application; fields as in the types of @onkernel/sdk. */
export const app = resource({
  id: z.string().check(z.minLength(1)),
  app_name: optional(z.string()),
  version: optional(z.string()),
  region: optional(z.string()),
  deployment: optional(z.string()),
  actions: optional(z.array(appAction)),
  env_vars: optional(appEnvVars),
});

/** Query of GET /apps. `query` is a substring search; only newer clients send it. */
export const appFilters = z.object({
  app_name: z.optional(z.string().check(z.minLength(1))),
  version: z.optional(z.string().check(z.minLength(1))),
  query: z.optional(z.string()),
  ...pageQuery,
});
export type App = z.infer<typeof app>;
export type AppFilters = z.infer<typeof appFilters>;
