// Invocations in the database. Every change of state is one transaction through the state machine, so an invocation
// cannot end twice.
import type { Invocation, InvocationFilters, InvocationStatus } from "../../lib/contract/invocations.ts";
import type { Paging } from "../../lib/contract/paging.ts";
import { sinceTimestamp } from "../kernel/clock.ts";
import { type LoggedLine, linesFromText } from "../kernel/log-lines.ts";
import { readPage, type Store } from "../kernel/store.ts";
import { afterEvent, type InvocationEvent, queuedReason, serviceStoppedReason } from "./invocation-state.ts";

// `sequence` is the order of creation and of the queue. Timestamps are RFC 3339 in UTC with nine fraction digits, so
// that text order is time order. `started_at` is the queued time until the invocation starts. `invocation_logs` has the
// last lines of invocations that an earlier version ran; logs are files now.
export const invocationsTables = `
CREATE TABLE invocations (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  app_name TEXT NOT NULL,
  version TEXT NOT NULL,
  action_name TEXT NOT NULL,
  deployment_id TEXT NOT NULL,
  payload TEXT,
  time_limit_seconds INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
  status_reason TEXT NOT NULL,
  output TEXT,
  queued_at TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  CHECK ((finished_at IS NULL) = (status IN ('queued', 'running')))
) STRICT;
CREATE INDEX invocations_newest ON invocations (started_at DESC, id DESC);
CREATE INDEX invocations_by_status ON invocations (status, started_at DESC, id DESC);
CREATE INDEX invocations_by_app ON invocations (app_name, started_at DESC, id DESC);
CREATE INDEX invocations_waiting ON invocations (sequence) WHERE status = 'queued';
CREATE TABLE invocation_logs (
  invocation_id TEXT PRIMARY KEY REFERENCES invocations (id) ON DELETE CASCADE,
  lines TEXT NOT NULL
) STRICT;
`;

/** A row; timestamps are RFC 3339 in UTC. */
export interface StoredInvocation {
  id: string;
  app_name: string;
  version: string;
  action_name: string;
  deployment_id: string;
  payload: string | null;
  time_limit_seconds: number;
  status: InvocationStatus;
  status_reason: string;
  output: string | null;
  queued_at: string;
  started_at: string;
  finished_at: string | null;
}

export type NewInvocation = Pick<
  StoredInvocation,
  "id" | "app_name" | "version" | "action_name" | "deployment_id" | "payload" | "time_limit_seconds"
>;

const columns =
  "id, app_name, version, action_name, deployment_id, payload, time_limit_seconds, status, status_reason, output, queued_at, started_at, finished_at";

/** The only reader and writer of invocations and their logs. */
export class InvocationStore {
  readonly #store: Store;
  readonly #timestamp: () => string;

  constructor(store: Store, timestamp: () => string) {
    this.#store = store;
    this.#timestamp = timestamp;
  }

  /** Stores a queued invocation. */
  insert(invocation: NewInvocation): StoredInvocation {
    const queuedAt = this.#timestamp();
    const row: StoredInvocation = {
      ...invocation,
      status: "queued",
      status_reason: queuedReason,
      output: null,
      queued_at: queuedAt,
      started_at: queuedAt,
      finished_at: null,
    };
    const names = columns.split(", ");
    this.#store
      .prepare(`INSERT INTO invocations (${columns}) VALUES (${names.map((name) => `@${name}`).join(", ")})`)
      .run(row);
    return row;
  }

  find(id: string): StoredInvocation | undefined {
    return this.#store
      .prepare<[string], StoredInvocation>(`SELECT ${columns} FROM invocations WHERE id = ?`)
      .get(id);
  }

  /** Applies an event; undefined when it is invalid in the invocation's state. */
  apply(id: string, event: InvocationEvent): StoredInvocation | undefined {
    return this.#store
      .transaction(() => {
        const before = this.find(id);
        const change = before && afterEvent(before.status, event);
        if (!before || !change) return undefined;
        const now = this.#timestamp();
        const after: StoredInvocation = {
          ...before,
          status: change.status,
          status_reason: change.reason,
          output: change.output ?? before.output,
          started_at: change.status === "running" ? now : before.started_at,
          finished_at: change.status === "running" ? null : now,
        };
        this.#store
          .prepare(
            "UPDATE invocations SET status = @status, status_reason = @status_reason, output = @output, started_at = @started_at, finished_at = @finished_at WHERE id = @id",
          )
          .run(after);
        return after;
      })
      .immediate();
  }

  /** The invocation that was queued first. */
  nextQueued(): StoredInvocation | undefined {
    return this.#store
      .prepare<[], StoredInvocation>(
        `SELECT ${columns} FROM invocations WHERE status = 'queued' ORDER BY sequence LIMIT 1`,
      )
      .get();
  }

  count(status: InvocationStatus): number {
    return (
      this.#store
        .prepare<[string], { count: number }>("SELECT count(*) AS count FROM invocations WHERE status = ?")
        .get(status)?.count ?? 0
    );
  }

  /** Ids of a deployment's invocations that are queued or running. */
  openOf(deploymentId: string): string[] {
    return this.#store
      .prepare<[string], { id: string }>(
        "SELECT id FROM invocations WHERE status IN ('queued', 'running') AND deployment_id = ?",
      )
      .all(deploymentId)
      .map(({ id }) => id);
  }

  /** Fails all running invocations, left by an earlier process; returns their number. */
  failRunning(): number {
    return this.#store
      .prepare(
        "UPDATE invocations SET status = 'failed', status_reason = ?, finished_at = ? WHERE status = 'running'",
      )
      .run(serviceStoppedReason, this.#timestamp()).changes;
  }

  /** Newest `started_at` first, then the larger id. */
  list(filters: InvocationFilters, nowMs: number): { rows: StoredInvocation[]; paging: Paging } {
    const conditions: string[] = [];
    const values: (string | number)[] = [];
    for (const name of ["app_name", "version", "action_name", "deployment_id", "status"] as const) {
      const value = filters[name];
      if (value === undefined) continue;
      conditions.push(`${name} = ?`);
      values.push(value);
    }
    if (filters.since !== undefined) {
      conditions.push("started_at >= ?");
      values.push(sinceTimestamp(filters.since, nowMs));
    }
    if (filters.query) {
      conditions.push("instr(lower(id || char(10) || app_name || char(10) || action_name), ?) > 0");
      values.push(filters.query.toLowerCase());
    }
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const select = this.#store.prepare<(string | number)[], StoredInvocation>(
      `SELECT ${columns} FROM invocations ${where} ORDER BY started_at DESC, id DESC LIMIT ? OFFSET ?`,
    );
    return readPage(filters, (limit, offset) => select.all(...values, limit, offset));
  }

  /** Deletes the oldest logs that an earlier version stored, down to `count`. */
  deleteSavedLogsBeyond(count: number): void {
    this.#store
      .prepare(
        "DELETE FROM invocation_logs WHERE rowid <= (SELECT rowid FROM invocation_logs ORDER BY rowid DESC LIMIT 1 OFFSET ?)",
      )
      .run(count);
  }

  /** The log that an earlier version stored. */
  savedLines(id: string): LoggedLine[] {
    const row = this.#store
      .prepare<[string], { lines: string }>("SELECT lines FROM invocation_logs WHERE invocation_id = ?")
      .get(id);
    return linesFromText(row?.lines ?? "");
  }
}

/** The API's shape of an invocation. */
export function toInvocation(row: StoredInvocation): Invocation {
  return {
    id: row.id,
    app_name: row.app_name,
    version: row.version,
    action_name: row.action_name,
    started_at: row.started_at,
    status: row.status,
    ...(row.payload === null ? {} : { payload: row.payload }),
    ...(row.output === null ? {} : { output: row.output }),
    finished_at: row.finished_at,
    status_reason: row.status_reason,
  };
}
