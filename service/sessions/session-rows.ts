// Records of browser sessions, living and ended. The only reader and writer of the table `sessions`.
import { z } from "zod";
import { telemetryCategories } from "../../lib/contract/telemetry.ts";
import { jsonColumn, type Store, tableOf } from "../kernel/store.ts";

export const sessionsTables = `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    deleted_at TEXT,
    end_reason TEXT,
    headless INTEGER NOT NULL,
    stealth INTEGER NOT NULL,
    timeout_seconds INTEGER NOT NULL,
    kiosk_mode INTEGER NOT NULL,
    viewport TEXT NOT NULL,
    persistence_id TEXT,
    invocation_id TEXT,
    pool_id TEXT,
    idle INTEGER NOT NULL,
    proxy_id TEXT,
    profile TEXT
  ) STRICT;
  CREATE INDEX sessions_by_time ON sessions (created_at DESC, id DESC);
  CREATE INDEX sessions_by_invocation ON sessions (invocation_id) WHERE invocation_id IS NOT NULL;
`;

/** `telemetry`: the captured categories as JSON; null where none is. */
export const sessionsTelemetry = "ALTER TABLE sessions ADD COLUMN telemetry TEXT;";

/** What its client called it: `tags` as JSON, `start_url` as requested. */
export const sessionsLabels = `
  ALTER TABLE sessions ADD COLUMN name TEXT;
  ALTER TABLE sessions ADD COLUMN tags TEXT;
  ALTER TABLE sessions ADD COLUMN start_url TEXT;
  CREATE INDEX sessions_by_name ON sessions (name) WHERE name IS NOT NULL;
`;

/** The node that has or had it; null for a session of the service itself. */
export const sessionsNode = `
  ALTER TABLE sessions ADD COLUMN node TEXT;
  CREATE INDEX sessions_living_by_node ON sessions (node) WHERE node IS NOT NULL AND deleted_at IS NULL;
`;

/** Ended sessions stay in the table; a list of active ones does not read past them. */
export const sessionsLiving = `
  CREATE INDEX sessions_living ON sessions (created_at DESC, id DESC) WHERE deleted_at IS NULL;
`;

export const endReasons = [
  "deleted",
  "timeout",
  "crashed",
  "invocation_ended",
  "pool_discarded",
  "shutdown",
  "node_lost",
] as const;
export type EndReason = (typeof endReasons)[number];

const flag = z.int().transform((value) => value === 1);
const viewport = z.object({ width: z.int(), height: z.int(), refresh_rate: z.int().optional() });
const profile = z.object({
  id: z.string(),
  name: z.string().nullish(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  last_used_at: z.string().optional(),
});
const telemetry = z.array(z.enum(telemetryCategories));
const tags = z.record(z.string(), z.string());
const row = z.object({
  id: z.string(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
  end_reason: z.enum(endReasons).nullable(),
  headless: flag,
  stealth: flag,
  timeout_seconds: z.int(),
  kiosk_mode: flag,
  viewport: jsonColumn(viewport),
  persistence_id: z.string().nullable(),
  invocation_id: z.string().nullable(),
  pool_id: z.string().nullable(),
  /** Waiting in its pool; excluded from lists. */
  idle: flag,
  proxy_id: z.string().nullable(),
  profile: jsonColumn(profile).nullable(),
  telemetry: jsonColumn(telemetry).nullable(),
  name: z.string().nullable(),
  tags: jsonColumn(tags).nullable(),
  start_url: z.string().nullable(),
  /** See `sessionsNode`. */
  node: z.string().nullable(),
});
export type SessionRecord = z.output<typeof row>;
/** A record as services send it to each other. */
export const sessionRecord = row.extend({
  headless: z.boolean(),
  stealth: z.boolean(),
  kiosk_mode: z.boolean(),
  idle: z.boolean(),
  viewport,
  profile: profile.nullable(),
  telemetry: telemetry.nullable(),
  tags: tags.nullable(),
});
const table = tableOf("sessions", row);
const presentProfileName = `coalesce(
  (SELECT profiles.name FROM profiles WHERE profiles.id = sessions.profile ->> 'id'), profile ->> 'name')`;
const mirrored = Object.keys(row.shape).filter((name) => name !== "id");

/** What a session's client calls it. */
export type SessionLabels = Pick<SessionRecord, "name" | "tags" | "start_url">;
export const noLabels: SessionLabels = { name: null, tags: null, start_url: null };

/** What sessions in use are found by; only one has an id, a name or a persistence id. */
export type SessionKey = "id" | "name" | "persistence_id" | "invocation_id" | "pool_id";

type SessionListStatus = "active" | "deleted" | "all";

export interface SessionListFilter {
  status: SessionListStatus;
  /** Substring, in any case; see `SessionRows.list`. */
  query?: string | undefined;
  /** All of these pairs. */
  tags?: Readonly<Record<string, string>> | undefined;
  limit: number;
  offset: number;
}

const jsonOrNull = (value: object | null) => (value === null ? null : JSON.stringify(value));

/** What is stored of a session's profile: everything but its state. */
export const profileRecord = (
  profile: NonNullable<SessionRecord["profile"]>,
): NonNullable<SessionRecord["profile"]> => {
  const { id, name, created_at, updated_at, last_used_at } = profile;
  return {
    id,
    ...(name ? { name } : {}),
    ...(created_at ? { created_at } : {}),
    ...(updated_at ? { updated_at } : {}),
    ...(last_used_at ? { last_used_at } : {}),
  };
};

/** Queries of the table `sessions`, all synchronous. */
export class SessionRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(record: SessionRecord): void {
    table.insert(this.#store, record);
  }

  assign(
    id: string,
    to: Pick<SessionRecord, "idle" | "invocation_id" | "pool_id" | "telemetry" | keyof SessionLabels>,
  ): void {
    this.#store
      .prepare(
        `UPDATE sessions SET idle = ?, invocation_id = ?, pool_id = ?, telemetry = ?, name = ?, tags = ?,
         start_url = ? WHERE id = ?`,
      )
      .run(
        ...[Number(to.idle), to.invocation_id, to.pool_id, jsonOrNull(to.telemetry)],
        ...[to.name, jsonOrNull(to.tags), to.start_url, id],
      );
  }

  change(id: string, to: Pick<SessionRecord, "viewport" | "proxy_id" | "profile" | "telemetry">): void {
    this.#store
      .prepare("UPDATE sessions SET viewport = ?, proxy_id = ?, profile = ?, telemetry = ? WHERE id = ?")
      .run(JSON.stringify(to.viewport), to.proxy_id, jsonOrNull(to.profile), jsonOrNull(to.telemetry), id);
  }

  label(id: string, { name, tags, start_url }: SessionLabels): void {
    this.#store
      .prepare("UPDATE sessions SET name = ?, tags = ?, start_url = ? WHERE id = ?")
      .run(name, jsonOrNull(tags), start_url, id);
  }

  /**
   * Records the end. Deletes the record of an idle session, which was in no list, but for one of a node: by that the
   * recordings of those who held it before are found.
   */
  end(id: string, deletedAt: string, reason: EndReason): void {
    this.#store.prepare("DELETE FROM sessions WHERE id = ? AND idle = 1 AND node IS NULL").run(id);
    this.#store
      .prepare("UPDATE sessions SET deleted_at = ?, end_reason = ? WHERE id = ? AND deleted_at IS NULL")
      .run(deletedAt, reason, id);
  }

  /** Deletes up to `limit` that began and ended before a time, RFC 3339 in UTC, without those with a `kept` id. Returns how many. */
  deleteEndedBefore(at: string, limit: number, kept: readonly string[] = []): number {
    // There is an index of when they began.
    return this.#store
      .prepare(
        `DELETE FROM sessions WHERE id IN (
           SELECT id FROM sessions WHERE created_at < @at AND deleted_at < @at
           AND id NOT IN (SELECT value FROM json_each(@kept)) LIMIT @limit)`,
      )
      .run({ at, limit, kept: JSON.stringify(kept) }).changes;
  }

  /** Records the end of every session still living on record, those of nodes as well or not; for the start of the service. */
  endAll(deletedAt: string, reason: EndReason, { onNodes }: { onNodes: boolean }): void {
    const which = onNodes ? "" : "AND node IS NULL";
    this.#store.prepare("DELETE FROM sessions WHERE idle = 1 AND node IS NULL").run();
    this.#store
      .prepare(`UPDATE sessions SET deleted_at = ?, end_reason = ? WHERE deleted_at IS NULL ${which}`)
      .run(deletedAt, reason);
  }

  /** Stores the present state of a node's session, new or known. */
  mirror(record: SessionRecord): void {
    table.insert(
      this.#store,
      record,
      `ON CONFLICT (id) DO UPDATE SET ${mirrored.map((name) => `${name} = excluded.${name}`).join(", ")}`,
    );
  }

  /** The nodes that have sessions on record which are living, idle ones included. */
  nodesWithLiving(): string[] {
    return this.#store
      .prepare<[], string>("SELECT DISTINCT node FROM sessions WHERE deleted_at IS NULL AND node IS NOT NULL")
      .pluck()
      .all();
  }

  /** Ids of a node's sessions that are living on record, idle ones included. */
  livingOn(node: string): string[] {
    return this.#store
      .prepare<[string], string>("SELECT id FROM sessions WHERE deleted_at IS NULL AND node = ?")
      .pluck()
      .all(node);
  }

  /** The sessions of nodes in use on record with this value in the column. */
  listOnNodes(column: SessionKey, value: string): SessionRecord[] {
    return table.select(
      this.#store,
      `WHERE ${column} = ? AND deleted_at IS NULL AND node IS NOT NULL AND idle = 0`,
      value,
    );
  }

  /** Runs `work`, which changes many rows, in one transaction. */
  together(work: () => void): void {
    this.#store.transaction(work)();
  }

  find(id: string): SessionRecord | undefined {
    return table.select(this.#store, "WHERE id = ?", id)[0];
  }

  /** The newest with this name, ended ones included. */
  findNamed(name: string): SessionRecord | undefined {
    const order = "ORDER BY created_at DESC, id DESC LIMIT 1";
    return table.select(this.#store, `WHERE name = ? AND idle = 0 ${order}`, name)[0];
  }

  /**
   * Newest first. `query` matches its name, the ids of session, persistence, proxy, pool and profile and the profile's
   * present name, of a deleted one its last known.
   */
  list(filter: SessionListFilter): SessionRecord[] {
    const { status, query = "", tags = {}, limit, offset } = filter;
    const condition = {
      active: "AND deleted_at IS NULL",
      deleted: "AND deleted_at IS NOT NULL",
      all: "",
    }[status];
    return table.select(
      this.#store,
      `WHERE idle = 0 ${condition}
       AND (@query = '' OR instr(lower(concat_ws(char(10), id, name, persistence_id, proxy_id, pool_id,
            profile ->> 'id', ${presentProfileName})), lower(@query)) > 0)
       AND NOT EXISTS (SELECT 1 FROM json_each(@tags) AS wanted WHERE NOT EXISTS (
         SELECT 1 FROM json_each(sessions.tags) AS own WHERE own.key = wanted.key AND own.value = wanted.value))
       ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
      { query, tags: JSON.stringify(tags), limit, offset },
    );
  }
}
