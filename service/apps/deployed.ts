// The application versions this service has: which one a request means, and what to say when there is none.
import { Problem } from "../domain/problem.ts";
import { accountsV1, accountsV2 } from "./accounts/accounts.ts";
import type { Action, App } from "./app.ts";
import { catalogueV1, catalogueV2 } from "./catalogue/catalogue.ts";
import { storefrontV1, storefrontV2 } from "./storefront/storefront.ts";

/** Oldest version first within an application. */
export const deployedApps: readonly App[] = [
  storefrontV1,
  storefrontV2,
  accountsV1,
  accountsV2,
  catalogueV1,
  catalogueV2,
];

const missing = (what: string, kind: string, there: Iterable<string>) =>
  new Problem(
    404,
    "not_found",
    `there is no ${what}; the ${kind} here are: ${[...new Set(there)].join(", ")}`,
  );

/**
 * The application version and action a request names; `latest` is the newest version.
 * Throws 404 that says what exists instead.
 */
export function findAction(
  apps: readonly App[],
  wanted: { app_name: string; version: string; action_name: string },
): { app: App; action: Action } {
  const versions = apps.filter((app) => app.name === wanted.app_name);
  if (versions.length === 0) {
    throw missing(
      `application "${wanted.app_name}"`,
      "applications",
      apps.map((app) => app.name),
    );
  }
  const app =
    wanted.version === "latest"
      ? versions.at(-1)
      : versions.find((version) => version.version === wanted.version);
  if (!app) {
    throw missing(`version "${wanted.version}" of ${wanted.app_name}`, "versions", [
      ...versions.map((version) => version.version),
      "latest",
    ]);
  }
  const action = app.actions.get(wanted.action_name);
  if (!action) {
    throw missing(
      `action "${wanted.action_name}" in ${app.name} ${app.version}`,
      "actions",
      app.actions.keys(),
    );
  }
  return { app, action };
}
