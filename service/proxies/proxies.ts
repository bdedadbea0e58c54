// Proxies: their settings, the result of the last check, and the address through which a browser uses one. Only a check
// changes a proxy's status.
import type { ProxyCreate, Proxy as ProxyResource } from "../../lib/contract/proxies.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { notFound } from "../kernel/problem.ts";
import type { Seal } from "../kernel/seal.ts";
import type { Store } from "../kernel/store.ts";
import { Forwarders } from "./forwarders.ts";
import {
  type ExitBehaviour,
  exitHost,
  findFreeExitAddress,
  type LocalExit,
  startExit,
} from "./local-exit.ts";
import { addressThrough, type ProxyEndpoint } from "./probe.ts";
import { checkedConfig } from "./proxy-config.ts";
import { type ProxyRow, ProxyRows } from "./proxy-rows.ts";

const standardCheckTimeoutMs = 8000;

export interface ProxiesDeps {
  store: Store;
  seal: Seal;
  clock: Clock;
  /** Receives errors of background work. */
  report: (error: unknown) => void;
  checkTimeoutMs?: number;
  /**
   * The only ports of this machine that its own proxies connect to, where sessions are kept from this machine's
   * network; a custom one may be on loopback, and at no other address of this machine. Absent: they connect to any.
   */
  hostPorts?: Set<number>;
}

/** A proxy that the service runs itself in place of a provider's. */
export interface OwnProxy {
  name?: string | undefined;
  type: ProxyRow["type"];
  protocol?: ProxyRow["protocol"] | undefined;
  behaviour: ExitBehaviour;
  config: NonNullable<ProxyCreate["config"]>;
}

/** Creates, checks and deletes proxies, runs the service's own and opens forwarders for sessions. */
export class Proxies {
  readonly #rows: ProxyRows;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  readonly #checkTimeoutMs: number;
  readonly #hostPorts: Set<number> | undefined;
  readonly #exits = new Map<string, LocalExit>();
  readonly #forwarders: Forwarders;
  readonly #closing = new AbortController();
  readonly #checks = new Map<string, Promise<void>>();
  readonly #adopting = new Map<string, Promise<void>>();
  /** The number of sessions that use a proxy, by its id. */
  readonly #dependents = new Map<string, number>();

  private constructor(deps: ProxiesDeps) {
    this.#rows = new ProxyRows(deps.store, deps.seal);
    this.#clock = deps.clock;
    this.#report = deps.report;
    this.#checkTimeoutMs = deps.checkTimeoutMs ?? standardCheckTimeoutMs;
    this.#hostPorts = deps.hostPorts;
    this.#forwarders = new Forwarders({ guarded: deps.hostPorts !== undefined });
  }

  /** Starts the service's own proxies, on their previous ports where these are free. */
  static async open(deps: ProxiesDeps): Promise<Proxies> {
    const proxies = new Proxies(deps);
    for (const row of proxies.#rows.list()) {
      if (row.exit) proxies.#rows.put(await proxies.#withExit(row, row.exit));
    }
    return proxies;
  }

  /**
   * Creates a proxy. A custom one is at the address of its config; the service runs any other itself on loopback and
   * connects to it over plain HTTP, regardless of `protocol`. Throws 400 with each fault of the config in its details.
   */
  async create(given: ProxyCreate): Promise<ProxyResource> {
    const config = checkedConfig(given.type, given.config);
    if (given.type !== "custom") {
      const { name, type, protocol = "https" } = given;
      return await this.provide({ name, type, protocol, behaviour: "plain", config });
    }
    const row = { ...this.#newRow(given.name, given.type, config), protocol: given.protocol ?? "https" };
    this.#rows.put(row);
    return toResource(row);
  }

  /** Starts and stores a proxy that the service runs itself. */
  async provide(own: OwnProxy): Promise<ProxyResource> {
    const taken = new Set(this.#rows.list().map((row) => row.exit?.address ?? ""));
    const exit = { behaviour: own.behaviour, address: findFreeExitAddress(taken), port: 0 };
    const created = this.#newRow(own.name, own.type, own.config);
    const row = await this.#withExit({ ...created, protocol: own.protocol ?? created.protocol }, exit);
    this.#rows.put(row);
    return toResource(row);
  }

  /** Newest first; `name` matches exactly, `query` a part of the id or name, case-insensitively. */
  list(filter: { name?: string | undefined; query?: string | undefined } = {}): ProxyResource[] {
    const part = filter.query?.toLowerCase() ?? "";
    return this.#rows
      .list()
      .filter((row) => filter.name === undefined || row.name === filter.name)
      .filter((row) => row.id.includes(part) || row.name?.toLowerCase().includes(part))
      .map(toResource);
  }

  /** 404. */
  retrieve(id: string): ProxyResource {
    return toResource(this.#row(id));
  }

  /** 404. */
  rename(id: string, name: string): ProxyResource {
    this.#rows.put({ ...this.#row(id), name });
    return this.retrieve(id);
  }

  /** Deletes a proxy; sessions that use it go on, and it closes with the last of them. 404. */
  async delete(id: string): Promise<void> {
    this.#row(id);
    this.#rows.delete(id, this.#clock.timestamp());
    if (!this.#dependents.has(id)) await this.#closeUnused(id);
  }

  /** Sends a request through the proxy and stores the result. Concurrent checks of one proxy share one request. 404. */
  async check(id: string): Promise<ProxyResource> {
    const row = this.#row(id);
    const running = this.#checks.get(id) ?? this.#runCheck(row).finally(() => this.#checks.delete(id));
    this.#checks.set(id, running);
    await running;
    return this.retrieve(id);
  }

  /** Whether the proxy exists and is not deleted. */
  has(id: string): boolean {
    return this.#rows.find(id) !== undefined;
  }

  /** The whole record, with its password: for another node. 404. */
  record(id: string): ProxyRow {
    return this.#row(id, "proxy_id: ");
  }

  /**
   * Stores the record of another service's proxy. One that the service runs itself is run here, too; concurrent calls for
   * it share one start.
   */
  async adopt(row: ProxyRow): Promise<void> {
    const { id, exit } = row;
    if (exit === null) return this.#rows.put(row);
    if (this.#exits.has(id) && !this.#adopting.has(id)) return;
    const adopting =
      this.#adopting.get(id) ??
      this.#withExit(row, exit)
        .then((run) => this.#rows.put(run))
        .finally(() => this.#adopting.delete(id));
    this.#adopting.set(id, adopting);
    await adopting;
  }

  /** The address for one browser session, without credentials; call `sessionEnded` afterwards. 404. */
  async forSession(id: string): Promise<{ id: string; url: string }> {
    const row = this.#row(id, "proxy_id: ");
    this.#dependents.set(id, (this.#dependents.get(id) ?? 0) + 1);
    try {
      return { id, url: await this.#forwarders.urlFor(id, this.#endpoint(row)) };
    } catch (error) {
      this.sessionEnded(id);
      throw error;
    }
  }

  /** Ends the use by one session of `forSession`; after the last one the forwarder closes. */
  sessionEnded(id: string): void {
    const left = (this.#dependents.get(id) ?? 0) - 1;
    if (left > 0) return void this.#dependents.set(id, left);
    this.#dependents.delete(id);
    this.#closeUnused(id).catch(this.#report);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#checks.values());
    await this.#forwarders.closeAll();
    const exits = [...this.#exits.values()];
    this.#exits.clear();
    await Promise.all(exits.map((exit) => exit.close()));
  }

  async #runCheck(row: ProxyRow): Promise<void> {
    // The API's resource has a status but no field for the cause.
    const signal = AbortSignal.any([AbortSignal.timeout(this.#checkTimeoutMs), this.#closing.signal]);
    const ipAddress = await addressThrough(this.#endpoint(row), signal, this.#hostPorts).catch(
      () => undefined,
    );
    if (this.#closing.signal.aborted) return;
    const status = ipAddress === undefined ? "unavailable" : "available";
    this.#rows.recordCheck(row.id, { status, at: this.#clock.timestamp(), ipAddress });
  }

  async #withExit(row: ProxyRow, settings: NonNullable<ProxyRow["exit"]>): Promise<ProxyRow> {
    const { username } = row.config;
    const exit = await startExit({
      ...settings,
      hostPorts: this.#hostPorts,
      ...(username && row.password ? { credentials: { username, password: row.password } } : {}),
    });
    this.#exits.set(row.id, exit);
    return {
      ...row,
      exit: { ...settings, port: exit.port },
      ...(row.type === "custom" ? { config: { ...row.config, host: exitHost, port: exit.port } } : {}),
    };
  }

  #newRow(name: string | undefined, type: ProxyRow["type"], given: OwnProxy["config"]): ProxyRow {
    const { password, ...config } = given;
    return {
      id: newId(),
      name: name ?? null,
      type,
      protocol: "http",
      status: null,
      last_checked: null,
      ip_address: null,
      config,
      password: password ?? null,
      exit: null,
      created_at: this.#clock.timestamp(),
      deleted_at: null,
    };
  }

  #endpoint({ protocol, config, password, exit }: ProxyRow): ProxyEndpoint {
    const { host, port, username } = exit ? { ...config, host: exitHost, port: exit.port } : config;
    if (!host || !port) throw new Error("a stored proxy has no address");
    return {
      protocol: exit ? "http" : protocol,
      host,
      port,
      ...(username ? { credentials: { username, password: password ?? "" } } : {}),
    };
  }

  /** `field` names the part of a request that is about a proxy. */
  #row(id: string, field = ""): ProxyRow {
    const row = this.#rows.find(id);
    if (!row) throw notFound(`${field}the proxy ${id}`);
    return row;
  }

  async #closeUnused(id: string): Promise<void> {
    await this.#forwarders.close(id);
    if (this.has(id)) return;
    const exit = this.#exits.get(id);
    this.#exits.delete(id);
    await exit?.close();
  }
}

function toResource(row: ProxyRow): ProxyResource {
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    type: row.type,
    protocol: row.protocol,
    ...(row.status === null ? {} : { status: row.status }),
    ...(row.last_checked === null ? {} : { last_checked: row.last_checked }),
    ...(row.ip_address === null ? {} : { ip_address: row.ip_address }),
    config: {
      ...row.config,
      ...(row.type === "custom" ? { has_password: row.password !== null } : {}),
    },
  };
}
