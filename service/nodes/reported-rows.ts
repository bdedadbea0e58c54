// The rows of nodes' sessions: all of a report in one transaction. What cannot be stored, as while the disk is full, is stored
// as soon as that is possible.
import { Retries, type RetriesDeps } from "../kernel/retries.ts";
import type { EndReason, SessionRows } from "../sessions/session-rows.ts";
import type { SessionEnd } from "./node-protocol.ts";
import type { RemoteSession } from "./remote-sessions.ts";

export interface ReportedRowsDeps extends Pick<RetriesDeps, "clock" | "report"> {
  rows: Pick<SessionRows, "mirror" | "end" | "together">;
  retryMs: number;
}

export class ReportedRows {
  readonly #rows: ReportedRowsDeps["rows"];
  readonly #retries: Retries;
  /** What is not stored yet; of a session its first end. */
  readonly #sessions = new Set<RemoteSession>();
  readonly #ends = new Map<string, SessionEnd>();

  constructor({ rows, clock, report, retryMs }: ReportedRowsDeps) {
    this.#rows = rows;
    this.#retries = new Retries({ clock, report, intervalMs: retryMs });
  }

  /** Why the session has ended whose end is not stored yet; undefined for any other. */
  endReasonOf(id: string): EndReason | undefined {
    return this.#ends.get(id)?.reason;
  }

  store({ sessions = [], ends = [] }: { sessions?: readonly RemoteSession[]; ends?: readonly SessionEnd[] }) {
    for (const session of sessions) this.#sessions.add(session);
    for (const end of ends) if (!this.#ends.has(end.id)) this.#ends.set(end.id, end);
    if (this.#sessions.size + this.#ends.size > 0) void this.#retries.run("all", () => this.#storeAll());
  }

  close(): void {
    this.#retries.close();
  }

  #storeAll(): void {
    this.#rows.together(() => {
      for (const { record } of this.#sessions) this.#rows.mirror(record);
      for (const { id, at, reason } of this.#ends.values()) this.#rows.end(id, at, reason);
    });
    this.#sessions.clear();
    this.#ends.clear();
  }
}
