// Deployments in the database.
import { z } from "zod";
import {
  type Deployment,
  type DeploymentFilters,
  type DeploymentStatus,
  deploymentStatuses,
} from "../../lib/contract/deployments.ts";
import { type Paging, pageLimit, pagingOf } from "../../lib/contract/paging.ts";
import type { Store } from "../store/store.ts";
import { type LoggedLine, linesFromText, linesToText } from "./line-ring.ts";

/** Where the code comes from: the service itself, a client, or the applications folder. */
const origins = ["sample", "upload", "folder"] as const;

const row = z.object({
  id: z.string(),
  origin: z.enum(origins),
  status: z.enum(deploymentStatuses),
  status_reason: z.string(),
  entrypoint: z.string().nullable(),
  version: z.string(),
  region: z.string(),
  env_vars: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.record(z.string(), z.string())),
  created_at: z.string(),
  updated_at: z.string(),
});
export type StoredDeployment = z.output<typeof row>;
export type NewDeployment = Omit<StoredDeployment, "created_at" | "updated_at">;

const columns =
  "id, origin, status, status_reason, entrypoint, version, region, env_vars, created_at, updated_at";

export class DeploymentStore {
  readonly #store: Store;
  readonly #timestamp: () => string;

  constructor(store: Store, timestamp: () => string) {
    this.#store = store;
    this.#timestamp = timestamp;
  }

  /** Runs `act` as one change. */
  change<T>(act: () => T): T {
    return this.#store.transaction(act).immediate();
  }

  insert(deployment: NewDeployment): void {
    const now = this.#timestamp();
    const names = columns.split(", ");
    this.#store
      .prepare(`INSERT INTO deployments (${columns}) VALUES (${names.map((name) => `@${name}`).join(", ")})`)
      .run({
        ...deployment,
        env_vars: JSON.stringify(deployment.env_vars),
        created_at: now,
        updated_at: now,
      });
  }

  find(id: string): StoredDeployment | undefined {
    return this.#read("WHERE id = ?", id)[0];
  }

  /** Moves a deployment on, when it is in one of the states `from`; false when it is in none of them. */
  move(id: string, from: readonly DeploymentStatus[], to: DeploymentStatus, reason: string): boolean {
    const places = from.map(() => "?").join(", ");
    return (
      this.#store
        .prepare(
          `UPDATE deployments SET status = ?, status_reason = ?, updated_at = ? WHERE id = ? AND status IN (${places})`,
        )
        .run(to, reason, this.#timestamp(), id, ...from).changes > 0
    );
  }

  remove(id: string): void {
    this.#store.prepare("DELETE FROM deployments WHERE id = ?").run(id);
  }

  ofOrigin(origin: (typeof origins)[number]): StoredDeployment[] {
    return this.#read("WHERE origin = ?", origin);
  }

  ofStatus(...statuses: DeploymentStatus[]): StoredDeployment[] {
    return this.#read(`WHERE status IN (${statuses.map(() => "?").join(", ")})`, ...statuses);
  }

  /** Newest first. */
  list(filters: DeploymentFilters): { rows: StoredDeployment[]; paging: Paging } {
    const limit = filters.limit ?? pageLimit.standard;
    const offset = filters.offset ?? 0;
    const conditions: string[] = [];
    const values: (string | number)[] = [];
    const brought = (condition: string) =>
      `EXISTS (SELECT 1 FROM app_versions v WHERE v.deployment_id = deployments.id AND ${condition})`;
    if (filters.app_name !== undefined) {
      conditions.push(brought("v.app_name = ?"));
      values.push(filters.app_name);
    }
    if (filters.app_version !== undefined) {
      conditions.push("version = ?");
      values.push(filters.app_version);
    }
    if (filters.query) {
      conditions.push(`(instr(id, ?) > 0 OR ${brought("instr(lower(v.app_name), ?) > 0")})`);
      values.push(filters.query.toLowerCase(), filters.query.toLowerCase());
    }
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const found = this.#read(
      `${where} ORDER BY sequence DESC LIMIT ? OFFSET ?`,
      ...values,
      limit + 1,
      offset,
    );
    const rows = found.slice(0, limit);
    return { rows, paging: pagingOf({ limit, offset, count: rows.length, hasMore: found.length > limit }) };
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

  #read(rest: string, ...values: (string | number)[]): StoredDeployment[] {
    return row
      .array()
      .parse(this.#store.prepare(`SELECT ${columns} FROM deployments ${rest}`).all(...values));
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
