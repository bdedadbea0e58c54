// An upstream with invocations as a list that changes under its reader. Its clock is its own.
import type { Invocation } from "../../../lib/contract/invocations.ts";
import type { InvocationPort, ListRequest } from "../../../lib/server/recorder/invocation-port.ts";

export class UpstreamDown extends Error {
  readonly code: string;
  constructor(code = "upstream_unreachable") {
    super(code);
    this.code = code;
  }
}

interface InvocationState {
  id: string;
  status: "queued" | "running" | "succeeded" | "failed";
  startedMs: number;
  finishedMs: number | undefined;
  reason: string | undefined;
  action: string;
  version: string;
}

export class FakeInvocations {
  readonly invocations = new Map<string, InvocationState>();
  readonly sessions = new Map<string, string[]>();
  readonly requests: string[] = [];
  /** Set to make every request fail. */
  fault: Error | undefined;
  /** Called before each page is cut. */
  beforePage: () => void = () => {};
  /** Reorders a page that was cut. */
  shuffle: (items: Invocation[]) => Invocation[] = (items) => items;
  /** Offsets from here on are refused. */
  maxOffset = Number.POSITIVE_INFINITY;
  /** Whether invocations can be retrieved by id. */
  retrieves = true;
  /** When those were queued that were started. */
  readonly #queuedMs = new Map<string, number>();
  #nowMs: () => number;
  #count = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(given: Partial<InvocationState> = {}): string {
    this.#count += 1;
    const id = given.id ?? `r${String(this.#count).padStart(7, "0")}`;
    this.invocations.set(id, {
      id,
      status: "queued",
      startedMs: this.#nowMs(),
      finishedMs: undefined,
      reason: undefined,
      action: "act",
      version: "1",
      ...given,
    });
    return id;
  }

  start(id: string) {
    const invocation = this.invocations.get(id);
    if (invocation?.status !== "queued") return;
    this.#queuedMs.set(id, invocation.startedMs);
    this.invocations.set(id, { ...invocation, status: "running", startedMs: this.#nowMs() });
  }

  /** Its start has failed: it waits again, since it was queued. */
  requeue(id: string) {
    const invocation = this.invocations.get(id);
    const queuedMs = this.#queuedMs.get(id);
    if (invocation?.status === "running" && queuedMs !== undefined)
      this.invocations.set(id, { ...invocation, status: "queued", startedMs: queuedMs });
  }

  end(id: string, status: "succeeded" | "failed" = "succeeded", reason?: string) {
    const invocation = this.invocations.get(id);
    if (invocation?.status !== "queued" && invocation?.status !== "running") return;
    this.invocations.set(id, {
      ...invocation,
      status,
      finishedMs: Math.max(invocation.startedMs, this.#nowMs()),
      reason,
    });
  }

  ids = () => [...this.invocations.keys()];

  toResponse(invocation: InvocationState): Invocation {
    return {
      id: invocation.id,
      app_name: "app",
      action_name: invocation.action,
      version: invocation.version,
      status: invocation.status,
      started_at: new Date(invocation.startedMs).toISOString(),
      finished_at: invocation.finishedMs === undefined ? null : new Date(invocation.finishedMs).toISOString(),
      status_reason: invocation.reason ?? null,
    };
  }

  #list({ since, status, limit, offset }: ListRequest) {
    const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
    const all = [...this.invocations.values()]
      .filter(
        (invocation) =>
          invocation.startedMs >= sinceMs && (status === undefined || invocation.status === status),
      )
      .sort((a, b) => b.startedMs - a.startedMs || (a.id < b.id ? 1 : -1));
    const items = this.shuffle(
      all.slice(offset, offset + limit).map((invocation) => this.toResponse(invocation)),
    );
    return { atMs: this.#nowMs(), items, count: items.length, hasMore: all.length > offset + limit };
  }

  port: InvocationPort = {
    list: async (question) => {
      this.requests.push(`list ${question.status ?? "all"} ${question.offset}`);
      if (this.fault !== undefined) throw this.fault;
      if (question.offset >= this.maxOffset) throw new UpstreamDown("bad_request");
      this.beforePage();
      return this.#list(question);
    },
    retrieve: async (id) => {
      this.requests.push(`get ${id}`);
      if (this.fault !== undefined) throw this.fault;
      if (!this.retrieves) return "absent";
      const invocation = this.invocations.get(id);
      return invocation === undefined
        ? "gone"
        : { atMs: this.#nowMs(), invocation: this.toResponse(invocation) };
    },
    sessions: async (id) => {
      this.requests.push(`sessions ${id}`);
      if (this.fault !== undefined) throw this.fault;
      return this.sessions.get(id) ?? [];
    },
    tooLarge: (error) => error instanceof UpstreamDown && error.code === "upstream_too_large",
    refused: (error) => error instanceof UpstreamDown && error.code === "bad_request",
  };
}
