// Invocations in the database. Every change of state is one transaction through the state machine, so an invocation
// cannot end twice.
import { z } from "zod";
import {
  type Invocation,
  type InvocationFilters,
  type InvocationStatus,
  invocationStatuses,
} from "../../lib/contract/invocations.ts";
import type { Paging } from "../../lib/contract/paging.ts";
import { sinceTimestamp } from "../kernel/clock.ts";
import { readPage, type Store, tableOf } from "../kernel/store.ts";
import {
  afterEvent,
  type InvocationEvent,
  neverRunReason,
  queuedReason,
  serviceStoppedReason,
} from "./invocation-state.ts";

// `sequence` is the order of creation and of the queue. Timestamps are RFC 3339 in UTC with nine fraction digits, so
// that text order is time order. `started_at` is the queued time until the invocation starts.
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
`;

/** The node that runs or ran it; null for one of the service itself. */
export const invocationsNode = "ALTER TABLE invocations ADD COLUMN node TEXT;";

/** Whether a client waits for the result. */
export const invocationsWaitedFor =
  "ALTER TABLE invocations ADD COLUMN waited_for INTEGER NOT NULL DEFAULT 0;";

const row = z.object({
  id: z.string(),
  app_name: z.string(),
  version: z.string(),
  action_name: z.string(),
  deployment_id: z.string(),
  payload: z.string().nullable(),
  time_limit_seconds: z.int(),
  status: z.enum(invocationStatuses),
  status_reason: z.string(),
  output: z.string().nullable(),
  queued_at: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** See `invocationsNode`. */
  node: z.string().nullable(),
  waited_for: z.int(),
});
const table = tableOf("invocations", row);
/** A row; timestamps are RFC 3339 in UTC. */
export type StoredInvocation = z.output<typeof row>;

export type NewInvocation = Pick<
  StoredInvocation,
  | "id"
  | "app_name"
  | "version"
  | "action_name"
  | "deployment_id"
  | "payload"
  | "time_limit_seconds"
  | "waited_for"
>;

/** The only reader and writer of the table. */
export class InvocationRows {
  readonly #store: Store;
  readonly #timestamp: () => string;

  constructor(store: Store, timestamp: () => string) {
    this.#store = store;
    this.#timestamp = timestamp;
  }

  /** Stores a queued invocation. */
  insert(invocation: NewInvocation): StoredInvocation {
    const queuedAt = this.#timestamp();
    const stored: StoredInvocation = {
      ...invocation,
      status: "queued",
      status_reason: queuedReason,
      output: null,
      queued_at: queuedAt,
      started_at: queuedAt,
      finished_at: null,
      node: null,
    };
    table.insert(this.#store, stored);
    return stored;
  }

  find(id: string): StoredInvocation | undefined {
    return table.select(this.#store, "WHERE id = ?", id)[0];
  }

  /** Applies an event; undefined when it is invalid in the invocation's state. */
  apply(id: string, event: InvocationEvent, at = this.#timestamp()): StoredInvocation | undefined {
    return this.#store
      .transaction(() => {
        const before = this.find(id);
        const change = before && afterEvent(before.status, event);
        if (!before || !change) return undefined;
        const after: StoredInvocation = {
          ...before,
          status: change.status,
          status_reason: change.reason,
          output: change.output ?? before.output,
          ...timesAfter(before, change.status, at),
          node: nodeAfter(before, event),
        };
        this.#store
          .prepare(
            "UPDATE invocations SET status = @status, status_reason = @status_reason, output = @output, started_at = @started_at, finished_at = @finished_at, node = @node WHERE id = @id",
          )
          .run(after);
        return after;
      })
      .immediate();
  }

  /** Stores that another node runs it. */
  move(id: string, node: string): void {
    this.#store.prepare("UPDATE invocations SET node = ? WHERE id = ?").run(node, id);
  }

  /** Deletes up to `limit` that started and ended before a time, RFC 3339 in UTC. Returns how many. */
  deleteEndedBefore(at: string, limit: number): number {
    // There is an index of their starts; their ends are stored behind payload and output.
    return this.#store
      .prepare(
        `DELETE FROM invocations WHERE id IN (
           SELECT id FROM invocations WHERE started_at < @at AND finished_at < @at LIMIT @limit)`,
      )
      .run({ at, limit }).changes;
  }

  /** The invocation that was queued first. */
  nextQueued(): StoredInvocation | undefined {
    return table.select(this.#store, "WHERE status = 'queued' ORDER BY sequence LIMIT 1")[0];
  }

  /** Ids of those that wait, oldest first. */
  queuedIds(): string[] {
    return this.#store
      .prepare<[], string>("SELECT id FROM invocations WHERE status = 'queued' ORDER BY sequence")
      .pluck()
      .all();
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

  /**
   * Fails the running invocations that an earlier process has left, those on nodes as well or not, and those that waited
   * with a client, whose connection is gone: it may have invoked again.
   */
  failLeft({ onNodes }: { onNodes: boolean }): void {
    const failed = "UPDATE invocations SET status = 'failed', status_reason = ?, finished_at = ? WHERE";
    const at = this.#timestamp();
    this.#store
      .prepare(`${failed} status = 'running' ${onNodes ? "" : "AND node IS NULL"}`)
      .run(serviceStoppedReason, at);
    this.#store.prepare(`${failed} status = 'queued' AND waited_for = 1`).run(neverRunReason, at);
  }

  /** The running invocations of nodes. */
  runningOnNodes(): { id: string; node: string }[] {
    return this.#store
      .prepare<[], { id: string; node: string }>(
        "SELECT id, node FROM invocations WHERE status = 'running' AND node IS NOT NULL",
      )
      .all();
  }

  /** Newest `started_at` first, then the larger id. */
  list(filters: InvocationFilters): { rows: StoredInvocation[]; paging: Paging } {
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
      values.push(sinceTimestamp(filters.since, this.#timestamp()));
    }
    if (filters.query) {
      conditions.push("instr(lower(id || char(10) || app_name || char(10) || action_name), lower(?)) > 0");
      values.push(filters.query);
    }
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const rest = `${where} ORDER BY started_at DESC, id DESC LIMIT ? OFFSET ?`;
    return readPage(
      filters,
      (limit, offset) => table.each(this.#store, rest, ...values, limit, offset),
      ({ payload, output }) => (payload?.length ?? 0) + (output?.length ?? 0),
    );
  }
}

/** See `invocationsTables`. */
function timesAfter(
  { queued_at, started_at }: StoredInvocation,
  status: InvocationStatus,
  at: string,
): Pick<StoredInvocation, "started_at" | "finished_at"> {
  switch (status) {
    case "queued":
      return { started_at: queued_at, finished_at: null };
    case "running":
      return { started_at: at, finished_at: null };
    case "succeeded":
    case "failed":
      return { started_at, finished_at: at };
  }
}

function nodeAfter({ node }: StoredInvocation, event: InvocationEvent): string | null {
  if (event.kind === "started") return event.node ?? null;
  return event.kind === "neverBegan" ? null : node;
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
