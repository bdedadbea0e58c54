import { operations } from "../../lib/contract/operations.ts";
import type { App } from "../apps/app.ts";
import { type Implementation, implement, page } from "./route.ts";

/** Everything runs on this machine. */
const region = "local";

export const appRoutes = (apps: readonly App[]): Implementation[] => [
  implement(operations.listApps, async ({ query }) => {
    const { app_name, version, query: text } = query;
    const found = apps
      .filter((app) => app_name === undefined || app.name === app_name)
      .filter((app) => version === undefined || app.version === version)
      .filter((app) => text === undefined || app.name.includes(text.toLowerCase()))
      .toReversed()
      .map((app) => ({
        id: app.id,
        app_name: app.name,
        version: app.version,
        region,
        deployment: app.deploymentId,
        actions: [...app.actions.keys()].map((name) => ({ name })),
        env_vars: {},
      }));
    return { status: 200, ...page(found, query) };
  }),
];
