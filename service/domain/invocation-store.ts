// Invocations in the database. Every change of state is one transaction that goes through the state machine,
// so two ends of the same invocation cannot both count.
import type { Invocation, InvocationFilters, InvocationStatus } from "../../lib/contract/invocations.ts";
import { type Paging, pageLimit, pagingOf } from "../../lib/contract/paging.ts";
import { sinceEpochNs } from "../../lib/contract/since.ts";
import type { Store } from "../store/store.ts";
import { formatNanoseconds } from "./clock.ts";
import { afterEvent, type InvocationEvent, queuedReason, serviceStoppedReason } from "./invocation-state.ts";
import { type LoggedLine, linesFromText, linesToText } from "./line-ring.ts";

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

export class InvocationStore {
  readonly #store: Store;
  readonly #timestamp: () => string;

  constructor(store: Store, timestamp: () => string) {
    this.#store = store;
    this.#timestamp = timestamp;
  }

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

  /** Moves an invocation on; undefined when the event does not count in its present state. */
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

  /** The invocation that has waited longest. */
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

  /** Ends what an earlier service left running; returns how many those were. */
  failRunning(): number {
    return this.#store
      .prepare(
        "UPDATE invocations SET status = 'failed', status_reason = ?, finished_at = ? WHERE status = 'running'",
      )
      .run(serviceStoppedReason, this.#timestamp()).changes;
  }

  /** Newest `started_at` first, then the larger id; one row more than asked tells whether there is a next page. */
  list(filters: InvocationFilters, nowMs: number): { rows: StoredInvocation[]; paging: Paging } {
    const limit = filters.limit ?? pageLimit.standard;
    const offset = filters.offset ?? 0;
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
      values.push(sinceStamp(filters.since, nowMs));
    }
    if (filters.query) {
      conditions.push("instr(lower(id || char(10) || app_name || char(10) || action_name), ?) > 0");
      values.push(filters.query.toLowerCase());
    }
    const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
    const found = this.#store
      .prepare<(string | number)[], StoredInvocation>(
        `SELECT ${columns} FROM invocations ${where} ORDER BY started_at DESC, id DESC LIMIT ? OFFSET ?`,
      )
      .all(...values, limit + 1, offset);
    const rows = found.slice(0, limit);
    return { rows, paging: pagingOf({ limit, offset, count: rows.length, hasMore: found.length > limit }) };
  }

  /** Keeps a log; those of older invocations make room. */
  saveLines(id: string, lines: readonly LoggedLine[]): void {
    this.#store
      .transaction(() => {
        this.#store
          .prepare("INSERT OR REPLACE INTO invocation_logs (invocation_id, lines) VALUES (?, ?)")
          .run(id, linesToText(lines));
        this.#store
          .prepare("DELETE FROM invocation_logs WHERE rowid <= (SELECT max(rowid) FROM invocation_logs) - ?")
          .run(keptLogs);
      })
      .immediate();
  }

  savedLines(id: string): LoggedLine[] {
    const row = this.#store
      .prepare<[string], { lines: string }>("SELECT lines FROM invocation_logs WHERE invocation_id = ?")
      .get(id);
    return linesFromText(row?.lines ?? "");
  }
}

/** Of how many invocations the log is kept once they are over. */
const keptLogs = 2_000;

const latestEpochNs = BigInt(Date.UTC(9999, 11, 31)) * 1_000_000n;

/** A `since` value as a stamp that compares with the stored ones; a timestamp keeps its nanoseconds. */
export function sinceStamp(since: string, nowMs: number): string {
  const epochNs = sinceEpochNs(since, nowMs);
  return formatNanoseconds(epochNs < 0n ? 0n : epochNs > latestEpochNs ? latestEpochNs : epochNs);
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
