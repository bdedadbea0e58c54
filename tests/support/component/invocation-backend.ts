// Invocations as the API lists them, behind a scripted server: with its filters, its order, and acts that change them.

import { type AuditEntry, auditEntry } from "@/lib/bff/audit";
import { bffHeaders } from "@/lib/bff/headers";
import { auditOperations } from "@/lib/bff/operations/audit";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { sessionOriginOperations } from "@/lib/bff/operations/session-origin";
import { viewOperations } from "@/lib/bff/operations/views";
import { type StuckInvocations, stuckInvocationLimit } from "@/lib/bff/stuck-invocations";
import { type View, type ViewCreate, viewCreate, viewUpdate } from "@/lib/bff/views";
import type { Browser } from "@/lib/contract/browsers";
import { type Invocation, invocationCreate, invocationUpdate } from "@/lib/contract/invocations";
import { invocationBrowserOperations } from "@/lib/contract/operations/invocation-browsers";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { actionKey, findStuck } from "@/lib/insight/stuck";
import { minuteMs } from "../../../lib/bff/time-units.ts";
import { emptyBff, problem, type ScriptedBff } from "./scripted-bff.ts";

export class InvocationBackend {
  readonly bff: ScriptedBff = emptyBff();
  readonly invocations = new Map<string, Invocation>();
  /** Active sessions by invocation. */
  readonly sessions = new Map<string, Browser[]>();
  /** Recorded sessions by invocation, with the time of their first observation in epoch milliseconds. */
  readonly recorded = new Map<string, { session_id: string; seen_ms: number }[]>();
  readonly views = new Map<string, View>();
  readonly audit: AuditEntry[] = [];
  readonly #firstInvocationMs = Date.now() - 24 * 60 * minuteMs;
  #made = 0;

  constructor() {
    const { bff, invocations } = this;
    bff.list(invocationOperations.listInvocations, ({ query }) => this.matching(query));
    bff.on(invocationOperations.retrieveInvocation, ({ params: { id = "" } }) => {
      const invocation = invocations.get(id);
      return invocation === undefined
        ? problem(404, "not_found", `no invocation ${id}`)
        : Response.json(invocation);
    });
    bff.one(invocationBrowserOperations.listInvocationBrowsers, ({ params: { id = "" } }) => ({
      browsers: this.sessions.get(id) ?? [],
    }));
    bff.one(sessionOriginOperations.listRecordedBrowsers, ({ params: { id = "" } }) => ({
      browsers: this.recorded.get(id) ?? [],
    }));
    bff.one(invocationHistoryOperations.listStuckInvocations, () => this.stuck());
    bff.one(invocationOperations.createInvocation, ({ body }) => this.invoke(body));
    bff.one(invocationOperations.updateInvocation, ({ params: { id = "" }, body, headers }) => {
      const { status } = invocationUpdate.parse(body);
      this.sessions.delete(id);
      this.#write("updateInvocation", id, decodeURIComponent(headers.get(bffHeaders.reason) ?? ""));
      return this.change(id, { status, finished_at: new Date().toISOString(), status_reason: "cancelled" });
    });
    bff.list(auditOperations.listAudit, ({ query }) =>
      this.audit.filter(({ target }) => target === (query.get("target") ?? target)).toReversed(),
    );
    bff.list(viewOperations.listViews, () => [...this.views.values()]);
    bff.one(viewOperations.createView, ({ body }) => this.view(viewCreate.parse(body)));
    bff.one(viewOperations.updateView, ({ params: { id = "" }, body }) => {
      const before = this.views.get(id);
      if (before === undefined) throw new Error(`there is no view ${id}`);
      const update = viewUpdate.parse(body);
      const { name = before.name, query = before.query, expected_updated_at_ms: _, ...flags } = update;
      return this.view({ ...before, ...flags, name, query });
    });
    bff.on(viewOperations.deleteView, ({ params: { id = "" } }) => {
      this.views.delete(id);
      return new Response(null, { status: 204 });
    });
  }

  /** Adds an invocation that succeeded in a second, a minute after the previous one; `given` overrides. */
  add(given: Partial<Invocation> = {}): Invocation {
    this.#made += 1;
    const startedMs = this.#firstInvocationMs + this.#made * minuteMs;
    const status = given.status ?? "succeeded";
    const isOver = status === "succeeded" || status === "failed";
    const invocation: Invocation = {
      id: `r${this.#made.toString(36).padStart(23, "0")}`,
      app_name: "storefront",
      version: "v1",
      action_name: "search",
      status,
      started_at: new Date(startedMs).toISOString(),
      payload: "{}",
      ...(isOver ? { finished_at: new Date(startedMs + 1_000).toISOString() } : {}),
      ...(status === "succeeded" ? { output: '"done"' } : {}),
      ...(status === "failed" ? { status_reason: "no such input" } : {}),
      ...given,
    };
    this.invocations.set(invocation.id, invocation);
    return invocation;
  }

  /** Adds the requested invocation; responds like the API. */
  invoke(body: unknown) {
    const { app_name, version, action_name, payload } = invocationCreate.parse(body);
    const { id } = this.add({ app_name, version, action_name, payload, status: "queued" });
    return { id, action_name, status: "queued" };
  }

  /** Changes an invocation. */
  change(id: string, changes: Partial<Invocation>): Invocation {
    const before = this.invocations.get(id);
    if (before === undefined) throw new Error(`there is no invocation ${id}`);
    const after = { ...before, ...changes };
    this.invocations.set(id, after);
    return after;
  }

  /** Keeps a view, in place of the one of the same id. */
  view(given: ViewCreate & Partial<Pick<View, "id" | "owner" | "mine">>): View {
    const { id = `view${this.views.size + 1}`, owner = "ada", mine = true, name, query } = given;
    const atMs = Date.now();
    const made: View = {
      id,
      owner,
      mine,
      name,
      query,
      created_at_ms: atMs,
      updated_at_ms: atMs,
      shared: given.shared ?? false,
      is_default: given.is_default ?? false,
    };
    this.views.set(made.id, made);
    return made;
  }

  /** What the dashboard's server finds among them. */
  stuck(): StuckInvocations {
    const startedMs = ({ started_at }: Invocation) => Date.parse(started_at ?? "");
    const all = [...this.invocations.values()];
    const named = (invocation: Invocation) => ({
      id: invocation.id,
      app_name: invocation.app_name ?? "",
      action_name: invocation.action_name ?? "",
      version: invocation.version ?? "",
      status: invocation.status ?? "",
      started_at_ms: startedMs(invocation),
    });
    const ended = all.filter(({ status }) => status === "succeeded" || status === "failed").map(named);
    const usual = [...Map.groupBy(ended, actionKey).values()].flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first, p50_ms: 1_000, p99_ms: 1_000, invocations: 1 + others.length, with_failed: false }],
    );
    const queued = all.filter(({ status }) => status === "queued").map(startedMs);
    const running = all.filter(({ status }) => status === "running");
    const { stuck, unmeasured } = findStuck(running.map(named), usual, Date.now());
    return {
      items: stuck.slice(0, stuckInvocationLimit),
      total: stuck.length,
      running: running.length,
      queued: queued.length,
      oldest_queued_ms: queued.length === 0 ? null : Math.min(...queued),
      read_at_ms: Date.now(),
      complete: true,
      unmeasured,
    };
  }

  /** The invocations that match the API's filters, newest first. */
  matching(query: URLSearchParams): Invocation[] {
    const text = query.get("query") ?? "";
    const fields = ["status", "app_name", "version", "action_name"] as const;
    return [...this.invocations.values()]
      .toReversed()
      .filter(
        (invocation) =>
          fields.every((field) => invocation[field] === (query.get(field) ?? invocation[field])) &&
          `${invocation.id} ${invocation.app_name} ${invocation.action_name}`.includes(text),
      );
  }

  #write(action: string, target: string, reason: string): void {
    const common = { at_ms: Date.now(), actor: "ada", role: "admin", ip: "127.0.0.1", code: null };
    const seq = this.audit.length + 1;
    this.audit.push(
      auditEntry.parse({
        ...common,
        seq,
        request_id: `req-${seq}`,
        action,
        target,
        phase: "answered",
        status: 200,
        reason,
      }),
    );
  }
}
