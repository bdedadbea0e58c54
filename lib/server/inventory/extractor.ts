// Extracts inventory records from one answer of the API, by operation. Pure. A resource's own record is reduced to a few
// fields (`details`); a reference to it only records that the id exists.
import { z } from "zod";
import type { InventoryKind } from "../../bff/inventory.ts";
import type { Browser } from "../../contract/browsers.ts";
import type { Extension } from "../../contract/extensions.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import type { Profile } from "../../contract/profiles.ts";
import type { Proxy as FleetProxy } from "../../contract/proxies.ts";
import { capturedCategories } from "../../contract/telemetry.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import type { ProxyCheckRow } from "../proxies/proxy-checks.ts";
import { answers, type StoredAnswer } from "../upstream/answer.ts";
import type { ResourceLink } from "./resource-links.ts";
import type { CompleteList, ResourceRecord } from "./resource-writes.ts";

/** The records of one answer. */
export interface ExtractedRecords {
  resources: ResourceRecord[];
  links: ResourceLink[];
  completeLists: CompleteList[];
  /** Resources deleted or released by the call. */
  endings: { kind: InventoryKind; id: string; atMs: number }[];
  checks: ProxyCheckRow[];
}

/** Origin and duration of the call, stored with proxy checks. */
export interface CallOrigin {
  by: "operator" | "schedule";
  tookMs: number;
}

type ResourceId = { kind: InventoryKind; id: string };

const textOrNull = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

class RecordCollector {
  readonly found: ExtractedRecords = { resources: [], links: [], completeLists: [], endings: [], checks: [] };
  readonly #source: string;
  readonly #atMs: number;
  /** Applications, versions and actions that were added, as a list has few of them in many invocations. */
  readonly #added = new Set<string>();

  constructor({ operation, observedAtMs }: StoredAnswer) {
    this.#source = operation.id;
    this.#atMs = observedAtMs;
  }

  #add(resource: ResourceId, more: Partial<ResourceRecord>): ResourceId {
    this.found.resources.push({ ...resource, name: null, source: this.#source, atMs: this.#atMs, ...more });
    return resource;
  }

  #link(from: ResourceId, to: ResourceId | undefined): void {
    if (to !== undefined) this.found.links.push({ from, to, atMs: this.#atMs });
  }

  /** Adds a reference by id, else by name; undefined when it has neither. */
  #mention(
    kind: InventoryKind,
    given: { id?: unknown; name?: unknown } | null | undefined,
  ): ResourceId | undefined {
    const name = textOrNull(given?.name);
    const id = textOrNull(given?.id) ?? name;
    return id === null ? undefined : this.#add({ kind, id }, { name });
  }

  proxy(proxy: FleetProxy, callOrigin?: CallOrigin): void {
    const { id, name, type, protocol, status, last_checked, ip_address, config } = proxy;
    const location = {
      country: config?.country,
      state: config?.state,
      city: config?.city,
      host: config?.host,
    };
    const details = { type, protocol, status, last_checked, ip_address, config: location };
    this.#add({ kind: "proxy", id }, { name: name ?? null, details });
    const checkedAtMs = epochMs(last_checked) ?? undefined;
    if (callOrigin === undefined && checkedAtMs === undefined) return;
    this.found.checks.push({
      proxy_id: id,
      at_ms: checkedAtMs ?? this.#atMs,
      status: status ?? "unknown",
      latency_ms: callOrigin === undefined ? null : Math.round(callOrigin.tookMs),
      ip: ip_address ?? null,
      source: callOrigin?.by ?? "list",
    });
  }

  profile({ id, name, created_at, updated_at, last_used_at }: Profile): void {
    this.#add(
      { kind: "profile", id },
      { name: name ?? null, details: { created_at, updated_at, last_used_at } },
    );
  }

  session(browser: Browser): ResourceId {
    const { session_id: id, created_at, deleted_at, headless, stealth, timeout_seconds, proxy_id } = browser;
    const { name, profile } = browser;
    const telemetry = capturedCategories(browser.telemetry);
    const details = { name, created_at, headless, stealth, timeout_seconds, proxy_id, profile, telemetry };
    const session = this.#add(
      { kind: "session", id },
      { name: name || null, details, endedAtMs: epochMs(deleted_at) ?? undefined },
    );
    this.#link(session, this.#mention("proxy", { id: proxy_id }));
    this.#link(session, this.#mention("profile", browser.profile));
    const pool = this.#mention("pool", browser.pool);
    if (pool !== undefined) this.#link(pool, session);
    return session;
  }

  extension({ id, name, created_at, size_bytes, last_used_at }: Extension): void {
    this.#add(
      { kind: "extension", id },
      { name: name ?? null, details: { created_at, size_bytes, last_used_at } },
    );
  }

  pool(pool: Pool): void {
    const { id, available_count: available, acquired_count: acquired, browser_pool_config: config } = pool;
    const name = nameOfPool(pool);
    const poolRef = this.#add(
      { kind: "pool", id },
      {
        name,
        details: {
          available,
          acquired,
          size: config.size,
          fill_rate_per_minute: config.fill_rate_per_minute,
          // Null where it has none: records without these fields are older than they are.
          proxy_id: config.proxy_id ?? null,
          profile: config.profile ? { id: config.profile.id, name: config.profile.name } : null,
        },
      },
    );
    this.#link(poolRef, this.#mention("proxy", { id: config.proxy_id }));
    this.#link(poolRef, this.#mention("profile", config.profile));
    for (const extension of config.extensions ?? [])
      this.#link(poolRef, this.#mention("extension", extension));
  }

  /** Adds app, version and action; the invocations themselves are stored by the recorder. */
  addInvocation({
    app_name: app,
    version,
    action_name: action,
  }: Pick<Invocation, "app_name" | "version" | "action_name">) {
    const key = JSON.stringify([app, version, action]);
    if (this.#added.has(key)) return;
    this.#added.add(key);
    const known = this.#mention("app", { id: app });
    if (!known || !action) return;
    const actionRef = this.#add({ kind: "action", id: `${known.id}/${action}` }, { name: action });
    this.#link(actionRef, known);
    if (version)
      this.#link(actionRef, this.#add({ kind: "version", id: `${known.id}@${version}` }, { name: version }));
  }

  linkInvocation(invocationId: string, session: ResourceId): void {
    this.#link({ kind: "invocation", id: invocationId }, session);
  }

  linkPool(poolIdOrName: string, session: ResourceId): void {
    this.#link({ kind: "pool", id: poolIdOrName }, session);
  }

  ended(kind: InventoryKind, id: string): void {
    this.found.endings.push({ kind, id, atMs: this.#atMs });
  }

  /** Resources missing in a complete list have ended. */
  complete(kind: InventoryKind, ids: readonly string[]): void {
    this.found.completeLists.push({ kind, present: new Set(ids), atMs: this.#atMs });
  }
}

const callInput = z.object({
  params: z.object({ id: z.string().optional(), id_or_name: z.string().optional() }).catch({}),
  query: z.record(z.string(), z.unknown()).catch({}),
  body: z.record(z.string(), z.unknown()).catch({}),
});

/** Whether an answer contains the complete list: one page, unfiltered, fresh, without unreadable items. */
function isCompleteList(
  { paging, badItems, stale }: StoredAnswer,
  query: Readonly<Record<string, unknown>>,
): boolean {
  const isUnfiltered = Object.entries(query).every(
    ([name, value]) =>
      value === undefined ||
      name === "limit" ||
      (name === "offset" && value === 0) ||
      (name === "status" && (value === "active" || value === "all")),
  );
  return isUnfiltered && badItems === 0 && stale === undefined && paging["x-has-more"] !== "true";
}

const idOf = ({ id }: { id: string }) => id;

/** The records of an answer; `input` is the input of the call. Empty for other operations. */
export function extractRecords(
  answer: StoredAnswer,
  input: unknown,
  callOrigin: CallOrigin,
): ExtractedRecords {
  const collector = new RecordCollector(answer);
  const { params, query, body } = callInput.parse(input);
  const complete = (kind: InventoryKind, ids: readonly string[] | undefined) => {
    if (isCompleteList(answer, query)) collector.complete(kind, ids ?? []);
  };
  if (answers(answer, operations.listProxies)) {
    for (const proxy of answer.value ?? []) collector.proxy(proxy);
    complete("proxy", answer.value?.map(idOf));
  } else if (answers(answer, operations.retrieveProxy)) {
    if (answer.value) collector.proxy(answer.value);
  } else if (answers(answer, operations.checkProxy)) {
    // A check of a URL of the operator's choice is not a check of the proxy.
    if (answer.value) collector.proxy(answer.value, body.url === undefined ? callOrigin : undefined);
  } else if (answers(answer, operations.listProfiles)) {
    for (const profile of answer.value ?? []) collector.profile(profile);
    complete("profile", answer.value?.map(idOf));
  } else if (answers(answer, operations.retrieveProfile)) {
    if (answer.value) collector.profile(answer.value);
  } else if (answers(answer, operations.listExtensions)) {
    for (const extension of answer.value ?? []) collector.extension(extension);
    complete("extension", answer.value?.map(idOf));
  } else if (answers(answer, operations.listPools)) {
    for (const pool of answer.value ?? []) collector.pool(pool);
    complete("pool", answer.value?.map(idOf));
  } else if (answers(answer, operations.retrievePool)) {
    if (answer.value) collector.pool(answer.value);
  } else if (answers(answer, operations.acquireBrowser)) {
    if (answer.value) collector.linkPool(params.id_or_name ?? "", collector.session(answer.value));
  } else if (answers(answer, operations.releaseBrowser)) {
    // Acquiring the session again adds a new record.
    if (typeof body.session_id === "string") collector.ended("session", body.session_id);
  } else if (answers(answer, operations.listBrowsers)) {
    for (const browser of answer.value ?? []) collector.session(browser);
    complete(
      "session",
      answer.value?.map((browser) => browser.session_id),
    );
  } else if (
    answers(answer, operations.retrieveBrowser) ||
    answers(answer, operations.createBrowser) ||
    answers(answer, operations.updateBrowser)
  ) {
    if (answer.value) collector.session(answer.value);
  } else if (answers(answer, operations.deleteBrowser)) {
    if (params.id !== undefined) collector.ended("session", params.id);
  } else if (answers(answer, operations.deleteProxy)) {
    if (params.id !== undefined) collector.ended("proxy", params.id);
  } else if (answers(answer, operations.deleteProfile)) {
    // What still uses it keeps mentioning it, and no list without it may count for a while.
    if (params.id_or_name !== undefined) collector.ended("profile", params.id_or_name);
  } else if (answers(answer, operations.listInvocationBrowsers)) {
    for (const browser of answer.value?.browsers ?? [])
      collector.linkInvocation(params.id ?? "", collector.session(browser));
  } else if (answers(answer, operations.listInvocations)) {
    for (const invocation of answer.value ?? []) collector.addInvocation(invocation);
  } else if (answers(answer, operations.retrieveInvocation)) {
    if (answer.value) collector.addInvocation(answer.value);
  } else if (answers(answer, operations.listApps)) {
    for (const { app_name, version, actions } of answer.value ?? [])
      for (const { name } of actions ?? []) collector.addInvocation({ app_name, version, action_name: name });
  }
  return collector.found;
}
