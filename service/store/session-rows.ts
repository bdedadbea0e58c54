// Browser sessions as they are remembered: living and ended. The only writer of its table.
import { z } from "zod";
import type { Store } from "./store.ts";

export const endReasons = [
  "deleted",
  "timeout",
  "crashed",
  "invocation_ended",
  "pool_discarded",
  "shutdown",
] as const;
export type EndReason = (typeof endReasons)[number];

const flag = z.int().transform((value) => value === 1);
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

const row = z.object({
  id: z.string(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
  end_reason: z.enum(endReasons).nullable(),
  headless: flag,
  stealth: flag,
  timeout_seconds: z.int(),
  kiosk_mode: flag,
  viewport: json(z.object({ width: z.int(), height: z.int(), refresh_rate: z.int().optional() })),
  persistence_id: z.string().nullable(),
  invocation_id: z.string().nullable(),
  pool_id: z.string().nullable(),
  /** Pre-warmed and never handed out, as far as it goes: such a session is in no list. */
  idle: flag,
  proxy_id: z.string().nullable(),
  profile: json(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      created_at: z.string().optional(),
      updated_at: z.string().optional(),
      last_used_at: z.string().optional(),
    }),
  ).nullable(),
});
export type SessionRecord = z.output<typeof row>;

export type SessionListStatus = "active" | "deleted" | "all";

export class SessionRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(record: SessionRecord): void {
    this.#store
      .prepare(
        `INSERT INTO sessions VALUES (@id, @created_at, @deleted_at, @end_reason, @headless, @stealth,
         @timeout_seconds, @kiosk_mode, @viewport, @persistence_id, @invocation_id, @pool_id, @idle, @proxy_id,
         @profile)`,
      )
      .run({
        ...record,
        headless: Number(record.headless),
        stealth: Number(record.stealth),
        kiosk_mode: Number(record.kiosk_mode),
        idle: Number(record.idle),
        viewport: JSON.stringify(record.viewport),
        profile: record.profile ? JSON.stringify(record.profile) : null,
      });
  }

  assign(id: string, to: { idle: boolean; invocationId: string | null; poolId: string | null }): void {
    this.#store
      .prepare("UPDATE sessions SET idle = ?, invocation_id = ?, pool_id = ? WHERE id = ?")
      .run(Number(to.idle), to.invocationId, to.poolId, id);
  }

  /** Notes what a session was changed to. */
  change(id: string, to: Pick<SessionRecord, "viewport" | "proxy_id" | "profile">): void {
    this.#store
      .prepare("UPDATE sessions SET viewport = ?, proxy_id = ?, profile = ? WHERE id = ?")
      .run(JSON.stringify(to.viewport), to.proxy_id, to.profile ? JSON.stringify(to.profile) : null, id);
  }

  /** Notes the end; a session that nobody ever had leaves no record. */
  end(id: string, deletedAt: string, reason: EndReason): void {
    this.#store.prepare("DELETE FROM sessions WHERE id = ? AND idle = 1").run(id);
    this.#store
      .prepare("UPDATE sessions SET deleted_at = ?, end_reason = ? WHERE id = ? AND deleted_at IS NULL")
      .run(deletedAt, reason, id);
  }

  /** Ends what was living when the service last stopped. */
  endAll(deletedAt: string, reason: EndReason): void {
    this.#store.prepare("DELETE FROM sessions WHERE idle = 1").run();
    this.#store
      .prepare("UPDATE sessions SET deleted_at = ?, end_reason = ? WHERE deleted_at IS NULL")
      .run(deletedAt, reason);
  }

  find(id: string): SessionRecord | undefined {
    const found = this.#store.prepare("SELECT * FROM sessions WHERE id = ?").get(id);
    return found === undefined ? undefined : row.parse(found);
  }

  /**
   * Newest first; `limit` may be one more than a page to see whether there is another. `query`: a part, in any
   * case, of the id or of what names the session's profile, proxy, pool or persistence.
   */
  list(filter: {
    status: SessionListStatus;
    query?: string | undefined;
    limit: number;
    offset: number;
  }): SessionRecord[] {
    const { status, query = "", limit, offset } = filter;
    const which = {
      active: "AND deleted_at IS NULL",
      deleted: "AND deleted_at IS NOT NULL",
      all: "",
    }[status];
    return this.#store
      .prepare(
        `SELECT * FROM sessions WHERE idle = 0 ${which}
         AND (@query = '' OR instr(lower(concat_ws(char(10), id, persistence_id, proxy_id, pool_id,
              profile ->> 'id', profile ->> 'name')), lower(@query)) > 0)
         ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ query, limit, offset })
      .map((found) => row.parse(found));
  }
}
