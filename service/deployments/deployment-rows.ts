// The table of deployments.
import { z } from "zod";
import {
  type Deployment,
  type DeploymentFilters,
  type DeploymentStatus,
  deploymentStatuses,
} from "../../lib/contract/deployments.ts";
import type { Paging } from "../../lib/contract/paging.ts";
import { type LoggedLine, linesFromText, linesToText } from "../kernel/log-lines.ts";
import { jsonColumn, readPage, type Store, tableOf } from "../kernel/store.ts";

// Deployments and their application versions. At most one deployment is active for a version of an application;
// `sequence` is the order of creation, by which `latest` is the newest.
export const deploymentsTables = `
CREATE TABLE deployments (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL CHECK (origin IN ('sample', 'upload', 'folder')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'in_progress', 'running', 'failed', 'stopped')),
  status_reason TEXT NOT NULL,
  entrypoint TEXT,
  version TEXT NOT NULL,
  region TEXT NOT NULL,
  env_vars TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  log TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE app_versions (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  deployment_id TEXT NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
  app_name TEXT NOT NULL,
  version TEXT NOT NULL,
  actions TEXT NOT NULL,
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX app_versions_active ON app_versions (app_name, version) WHERE active = 1;
CREATE INDEX app_versions_of_deployment ON app_versions (deployment_id);
CREATE INDEX invocations_by_deployment ON invocations (deployment_id, started_at DESC, id DESC);
`;

/** The source of the code: the service itself, a client's upload, or the applications folder. */
const origins = ["sample", "upload", "folder"] as const;

const row = z.object({
  id: z.string(),
  origin: z.enum(origins),
  status: z.enum(deploymentStatuses),
  status_reason: z.string(),
  entrypoint: z.string().nullable(),
  version: z.string(),
  region: z.string(),
  env_vars: jsonColumn(z.record(z.string(), z.string())),
  created_at: z.string(),
  updated_at: z.string(),
});
export type StoredDeployment = z.output<typeof row>;
export type NewDeployment = Omit<StoredDeployment, "created_at" | "updated_at">;
const table = tableOf("deployments", row);

/** The only reader and writer of the table. */
export class DeploymentRows {
  readonly #store: Store;
  readonly #timestamp: () => string;

  constructor(store: Store, timestamp: () => string) {
    this.#store = store;
    this.#timestamp = timestamp;
  }

  /** Runs `act` in one transaction. */
  change<T>(act: () => T): T {
    return this.#store.transaction(act).immediate();
  }

  insert(deployment: NewDeployment): void {
    const now = this.#timestamp();
    table.insert(this.#store, { ...deployment, created_at: now, updated_at: now });
  }

  find(id: string): StoredDeployment | undefined {
    return table.select(this.#store, "WHERE id = ?", id)[0];
  }

  /** Changes the status if it is one of `from`; false otherwise. */
  move(id: string, from: readonly DeploymentStatus[], to: DeploymentStatus, reason: string): boolean {
    const placeholders = from.map(() => "?").join(", ");
    return (
      this.#store
        .prepare(
          `UPDATE deployments SET status = ?, status_reason = ?, updated_at = ? WHERE id = ? AND status IN (${placeholders})`,
        )
        .run(to, reason, this.#timestamp(), id, ...from).changes > 0
    );
  }

  remove(id: string): void {
    this.#store.prepare("DELETE FROM deployments WHERE id = ?").run(id);
  }

  ofOrigin(origin: (typeof origins)[number]): StoredDeployment[] {
    return table.select(this.#store, "WHERE origin = ?", origin);
  }

  ofStatus(...statuses: DeploymentStatus[]): StoredDeployment[] {
    const placeholders = statuses.map(() => "?").join(", ");
    return table.select(this.#store, `WHERE status IN (${placeholders})`, ...statuses);
  }

  /** Newest first. */
  list(filters: DeploymentFilters): { rows: StoredDeployment[]; paging: Paging } {
    const conditions: string[] = [];
    const values: (string | number)[] = [];
    const hasVersion = (condition: string) =>
      `EXISTS (SELECT 1 FROM app_versions v WHERE v.deployment_id = deployments.id AND ${condition})`;
    if (filters.app_name !== undefined) {
      conditions.push(hasVersion("v.app_name = ?"));
      values.push(filters.app_name);
    }
    if (filters.app_version !== undefined) {
      conditions.push("version = ?");
      values.push(filters.app_version);
    }
    if (filters.query) {
      conditions.push(`(instr(id, lower(?)) > 0 OR ${hasVersion("instr(lower(v.app_name), lower(?)) > 0")})`);
      values.push(filters.query, filters.query);
    }
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const rest = `${where} ORDER BY sequence DESC LIMIT ? OFFSET ?`;
    return readPage(filters, (limit, offset) => table.select(this.#store, rest, ...values, limit, offset));
  }

  saveLines(id: string, lines: readonly LoggedLine[]): void {
    this.#store.prepare("UPDATE deployments SET log = ? WHERE id = ?").run(linesToText(lines), id);
  }

  savedLines(id: string): LoggedLine[] {
    const found = this.#store
      .prepare<[string], { log: string }>("SELECT log FROM deployments WHERE id = ?")
      .get(id);
    return linesFromText(found?.log ?? "");
  }
}

/** The API's shape of a deployment. */
export const toDeployment = (stored: StoredDeployment): Deployment => ({
  id: stored.id,
  created_at: stored.created_at,
  updated_at: stored.updated_at,
  region: stored.region,
  status: stored.status,
  status_reason: stored.status_reason,
  ...(stored.entrypoint === null ? {} : { entrypoint_rel_path: stored.entrypoint }),
  env_vars: stored.env_vars,
});
