// The table of application versions that can be invoked, and the lookup of the version that a request names.
import { z } from "zod";
import type { App, AppFilters } from "../../lib/contract/apps.ts";
import type { Paging } from "../../lib/contract/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { jsonColumn, readPage, type Store, tableOf } from "../kernel/store.ts";

const ownRow = z.object({
  id: z.string(),
  deployment_id: z.string(),
  app_name: z.string(),
  version: z.string(),
  actions: jsonColumn(z.array(z.string()).readonly()),
});
const table = tableOf("app_versions", ownRow.extend({ active: z.int() }));

const row = ownRow.extend({ region: z.string(), env_vars: jsonColumn(z.record(z.string(), z.string())) });
export type AppVersion = z.output<typeof row>;

const columns = "v.id, v.deployment_id, v.app_name, v.version, v.actions, d.region, d.env_vars";
const joined = "app_versions v JOIN deployments d ON d.id = v.deployment_id";

/** The only reader and writer of the table. */
export class AppVersions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The application version that a request names. `latest` is the version with that label or, without one, the
   * newest. Throws 404 with a list of the existing names.
   */
  find(wanted: { app_name: string; version: string; action_name: string }): AppVersion {
    const versions = this.#read("WHERE v.active = 1 AND v.app_name = ? ORDER BY v.sequence", wanted.app_name);
    if (versions.length === 0) {
      throw missing(`application "${wanted.app_name}"`, "applications", this.#names());
    }
    const found =
      versions.find((version) => version.version === wanted.version) ??
      (wanted.version === "latest" ? versions.at(-1) : undefined);
    if (!found) {
      throw missing(`version "${wanted.version}" of ${wanted.app_name}`, "versions", [
        ...versions.map((version) => version.version),
        "latest",
      ]);
    }
    if (!found.actions.includes(wanted.action_name)) {
      const missingAction = `action "${wanted.action_name}" in ${found.app_name} ${found.version}`;
      throw missing(missingAction, "actions", found.actions);
    }
    return found;
  }

  /** Newest first. */
  list(filters: AppFilters): { items: App[]; paging: Paging } {
    const conditions = ["v.active = 1"];
    const values: (string | number)[] = [];
    for (const name of ["app_name", "version"] as const) {
      const value = filters[name];
      if (value === undefined) continue;
      conditions.push(`v.${name} = ?`);
      values.push(value);
    }
    if (filters.query) {
      conditions.push("instr(lower(v.app_name), lower(?)) > 0");
      values.push(filters.query);
    }
    const where = `WHERE ${conditions.join(" AND ")} ORDER BY v.sequence DESC LIMIT ? OFFSET ?`;
    const { rows, paging } = readPage(filters, (limit, offset) =>
      this.#read(where, ...values, limit, offset),
    );
    return { items: rows.map(toApp), paging };
  }

  /** All versions of a deployment, also those that can no longer be invoked. */
  ofDeployment(deploymentId: string): AppVersion[] {
    return this.#read("WHERE v.deployment_id = ? ORDER BY v.sequence", deploymentId);
  }

  /** The id of the deployment that provides the active version. */
  holder(appName: string, version: string): string | undefined {
    return this.#read("WHERE v.active = 1 AND v.app_name = ? AND v.version = ?", appName, version)[0]
      ?.deployment_id;
  }

  /** Stores a version that can be invoked from now on. */
  activate(version: z.output<typeof ownRow>): void {
    table.insert(this.#store, { ...version, active: 1 });
  }

  /** Deactivates all versions of a deployment, or only those of one application. */
  deactivate(deploymentId: string, appName: string | null = null): void {
    this.#store
      .prepare(
        "UPDATE app_versions SET active = 0 WHERE deployment_id = ? AND app_name = ifnull(?, app_name)",
      )
      .run(deploymentId, appName);
  }

  /** Whether a deployment has an active version. */
  isActive(deploymentId: string): boolean {
    return (
      this.#store
        .prepare("SELECT 1 FROM app_versions WHERE deployment_id = ? AND active = 1")
        .get(deploymentId) !== undefined
    );
  }

  #names(): string[] {
    return this.#store
      .prepare<[], { app_name: string }>(
        "SELECT app_name FROM app_versions WHERE active = 1 GROUP BY app_name ORDER BY min(sequence) LIMIT 50",
      )
      .all()
      .map((found) => found.app_name);
  }

  #read(rest: string, ...values: (string | number)[]): AppVersion[] {
    return row.array().parse(this.#store.prepare(`SELECT ${columns} FROM ${joined} ${rest}`).all(...values));
  }
}

const toApp = (version: AppVersion): App => ({
  id: version.id,
  app_name: version.app_name,
  version: version.version,
  region: version.region,
  deployment: version.deployment_id,
  actions: version.actions.map((name) => ({ name })),
  env_vars: version.env_vars,
});

const missing = (what: string, kind: string, existing: Iterable<string>) => {
  const names = [...new Set(existing)];
  const known = names.length === 0 ? `there are no ${kind}` : `the ${kind} here are: ${names.join(", ")}`;
  return new Problem(404, "not_found", `there is no ${what}; ${known}`);
};
