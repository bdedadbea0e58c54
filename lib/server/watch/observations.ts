// What one answer of the API teaches about ids: pure, one small reader per resource, chosen by the operation. A thing's
// own record is kept as a few facts; a mere mention only says that the id exists.
import { z } from "zod";
import type { InventoryKind } from "../../bff/inventory.ts";
import type { Browser } from "../../contract/browsers.ts";
import type { Extension } from "../../contract/extensions.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { operations } from "../../contract/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import type { Profile } from "../../contract/profiles.ts";
import type { Proxy as FleetProxy } from "../../contract/proxies.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import type { Absence, SeenLink, Sighting } from "../store/inventory.ts";
import type { ProxyCheckRow } from "../store/proxy-checks.ts";
import { answers, type StoredAnswer } from "../upstream/answer.ts";

export interface Observations {
  sightings: Sighting[];
  links: SeenLink[];
  absences: Absence[];
  /** Said to be deleted, without a record. */
  endings: { kind: InventoryKind; id: string; atMs: number }[];
  checks: ProxyCheckRow[];
}

/** How the call came about and how long it took, for checks. */
export interface Asked {
  by: "operator" | "schedule";
  tookMs: number;
}

/** RFC 3339 as epoch milliseconds. */
const timeOf = (text: string | null | undefined): number | undefined => {
  const atMs = text ? Date.parse(text.replace(/(\.\d{3})\d+/, "$1")) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
};

type Thing = { kind: InventoryKind; id: string };

const word = z.string().min(1).nullish().catch(null);
const mention = z.object({ id: word, name: word });

class Notes {
  readonly found: Observations = { sightings: [], links: [], absences: [], endings: [], checks: [] };
  readonly #source: string;
  readonly #atMs: number;

  constructor({ operation, observedAtMs }: StoredAnswer) {
    this.#source = operation.id;
    this.#atMs = observedAtMs;
  }

  #see(thing: Thing, more: Partial<Sighting>): Thing {
    this.found.sightings.push({ ...thing, name: null, source: this.#source, atMs: this.#atMs, ...more });
    return thing;
  }

  #link(from: Thing, to: Thing | undefined): void {
    if (to !== undefined) this.found.links.push({ from, to, atMs: this.#atMs });
  }

  /** A mention; by its name where it has no id. Undefined when it has neither. */
  #mention(
    kind: InventoryKind,
    given: { id?: unknown; name?: unknown } | null | undefined,
  ): Thing | undefined {
    const { data } = mention.safeParse(given ?? {});
    const id = data?.id ?? data?.name ?? undefined;
    return id === undefined ? undefined : this.#see({ kind, id }, { name: data?.name ?? null });
  }

  proxy(proxy: FleetProxy, asked?: Asked): void {
    const { id, name, type, protocol, status, last_checked, ip_address, config } = proxy;
    const place = { country: config?.country, state: config?.state, city: config?.city };
    const facts = { type, protocol, status, last_checked, ip_address, config: place };
    this.#see({ kind: "proxy", id }, { name: name ?? null, facts });
    const checkedAtMs = timeOf(last_checked);
    if (asked === undefined && checkedAtMs === undefined) return;
    this.found.checks.push({
      proxy_id: id,
      at_ms: checkedAtMs ?? this.#atMs,
      status: status ?? "unknown",
      latency_ms: asked === undefined ? null : Math.round(asked.tookMs),
      ip: ip_address ?? null,
      source: asked?.by ?? "list",
    });
  }

  profile({ id, name, created_at, updated_at, last_used_at }: Profile): void {
    this.#see(
      { kind: "profile", id },
      { name: name ?? null, facts: { created_at, updated_at, last_used_at } },
    );
  }

  session(browser: Browser): Thing {
    const { session_id: id, created_at, deleted_at, headless, stealth, timeout_seconds, proxy_id } = browser;
    const facts = { created_at, headless, stealth, timeout_seconds, proxy_id, profile: browser.profile };
    const session = this.#see({ kind: "session", id }, { facts, endedAtMs: timeOf(deleted_at) });
    this.#link(session, this.#mention("proxy", { id: proxy_id }));
    this.#link(session, this.#mention("profile", browser.profile));
    const pool = this.#mention("pool", browser.pool);
    if (pool !== undefined) this.#link(pool, session);
    return session;
  }

  extension({ id, name, created_at, size_bytes, last_used_at }: Extension): void {
    this.#see(
      { kind: "extension", id },
      { name: name ?? null, facts: { created_at, size_bytes, last_used_at } },
    );
  }

  pool(pool: Pool): void {
    const { id, available_count: available, acquired_count: acquired, browser_pool_config: config } = pool;
    const name = nameOfPool(pool);
    const seen = this.#see(
      { kind: "pool", id },
      {
        name,
        facts: { available, acquired, size: config.size, fill_rate_per_minute: config.fill_rate_per_minute },
      },
    );
    this.#link(seen, this.#mention("proxy", { id: config.proxy_id }));
    this.#link(seen, this.#mention("profile", config.profile));
    for (const extension of config.extensions ?? []) this.#link(seen, this.#mention("extension", extension));
  }

  /** The mirror of the runs keeps the runs themselves; here their apps, versions and actions become known. */
  run({
    app_name: app,
    version,
    action_name: action,
  }: Pick<Invocation, "app_name" | "version" | "action_name">) {
    const known = this.#mention("app", { id: app });
    if (!known || !action) return;
    const acted = this.#see({ kind: "action", id: `${known.id}/${action}` }, { name: action });
    this.#link(acted, known);
    if (version)
      this.#link(acted, this.#see({ kind: "version", id: `${known.id}@${version}` }, { name: version }));
  }

  behind(runId: string, session: Thing): void {
    this.#link({ kind: "run", id: runId }, session);
  }

  from(poolIdOrName: string, session: Thing): void {
    this.#link({ kind: "pool", id: poolIdOrName }, session);
  }

  ended(kind: InventoryKind, id: string): void {
    this.found.endings.push({ kind, id, atMs: this.#atMs });
  }

  /** A list that is known to be whole says what is gone. */
  whole(kind: InventoryKind, ids: readonly string[]): void {
    this.found.absences.push({ kind, present: new Set(ids), atMs: this.#atMs });
  }
}

const asking = z.object({
  params: z.object({ id: z.string().optional(), id_or_name: z.string().optional() }).catch({}),
  query: z.record(z.string(), z.unknown()).catch({}),
  body: z.record(z.string(), z.unknown()).catch({}),
});

/** Whether a list answer is the whole list: from its start, nothing behind it, nothing narrowed, nothing unreadable. */
function isWhole(
  { paging, badItems, stale }: StoredAnswer,
  query: Readonly<Record<string, unknown>>,
): boolean {
  const plain = Object.entries(query).every(
    ([name, value]) =>
      value === undefined ||
      name === "limit" ||
      (name === "offset" && value === 0) ||
      (name === "status" && (value === "active" || value === "all")),
  );
  return plain && badItems === 0 && stale === undefined && paging["x-has-more"] !== "true";
}

/** What an answer teaches; `input` is what was asked. Answers of other operations teach nothing. */
export function observationsOf(answer: StoredAnswer, input: unknown, asked: Asked): Observations {
  const notes = new Notes(answer);
  const { params, query, body } = asking.parse(input);
  const whole = isWhole(answer, query);
  if (answers(answer, operations.listProxies)) {
    for (const proxy of answer.value ?? []) notes.proxy(proxy);
    if (whole)
      notes.whole(
        "proxy",
        (answer.value ?? []).map(({ id }) => id),
      );
  } else if (answers(answer, operations.retrieveProxy)) {
    if (answer.value) notes.proxy(answer.value);
  } else if (answers(answer, operations.checkProxy)) {
    // A check of another address than the proxy's own does not judge the proxy: wire.md §3.7.
    if (answer.value) notes.proxy(answer.value, body.url === undefined ? asked : undefined);
  } else if (answers(answer, operations.listProfiles)) {
    for (const profile of answer.value ?? []) notes.profile(profile);
    if (whole)
      notes.whole(
        "profile",
        (answer.value ?? []).map(({ id }) => id),
      );
  } else if (answers(answer, operations.retrieveProfile)) {
    if (answer.value) notes.profile(answer.value);
  } else if (answers(answer, operations.listExtensions)) {
    for (const extension of answer.value ?? []) notes.extension(extension);
    if (whole)
      notes.whole(
        "extension",
        (answer.value ?? []).map(({ id }) => id),
      );
  } else if (answers(answer, operations.listPools)) {
    for (const pool of answer.value ?? []) notes.pool(pool);
    if (whole)
      notes.whole(
        "pool",
        (answer.value ?? []).map(({ id }) => id),
      );
  } else if (answers(answer, operations.retrievePool)) {
    if (answer.value) notes.pool(answer.value);
  } else if (answers(answer, operations.acquireBrowser)) {
    if (answer.value) notes.from(params.id_or_name ?? "", notes.session(answer.value));
  } else if (answers(answer, operations.releaseBrowser)) {
    // Nobody's any more: one that is acquired again is seen again.
    if (typeof body.session_id === "string") notes.ended("session", body.session_id);
  } else if (answers(answer, operations.listBrowsers)) {
    for (const browser of answer.value ?? []) notes.session(browser);
    if (whole)
      notes.whole(
        "session",
        (answer.value ?? []).map((browser) => browser.session_id),
      );
  } else if (answers(answer, operations.retrieveBrowser) || answers(answer, operations.createBrowser)) {
    if (answer.value) notes.session(answer.value);
  } else if (answers(answer, operations.deleteBrowser)) {
    if (params.id !== undefined) notes.ended("session", params.id);
  } else if (answers(answer, operations.listInvocationBrowsers)) {
    for (const browser of answer.value?.browsers ?? []) notes.behind(params.id ?? "", notes.session(browser));
  } else if (answers(answer, operations.listInvocations)) {
    for (const run of answer.value ?? []) notes.run(run);
  } else if (answers(answer, operations.retrieveInvocation)) {
    if (answer.value) notes.run(answer.value);
  } else if (answers(answer, operations.listApps)) {
    for (const { app_name, version, actions } of answer.value ?? [])
      for (const { name } of actions ?? []) notes.run({ app_name, version, action_name: name });
  }
  return notes.found;
}
