// Proxies: their settings, their health as last checked, and the address a browser uses to go through one.
// Health changes by a check alone; nothing here guesses it.
import type { ProxyCreate, Proxy as ProxyResource } from "../../lib/contract/proxies.ts";
import { Forwarders } from "../proxies/forwarders.ts";
import {
  type ExitBehaviour,
  exitHost,
  freeExitAddress,
  type LocalExit,
  startExit,
} from "../proxies/local-exit.ts";
import { addressThrough, type ProxyEndpoint } from "../proxies/probe.ts";
import { type ProxyRow, ProxyRows } from "../store/proxies-tables.ts";
import type { Seal } from "../store/seal.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { newId } from "./ids.ts";
import { notFound } from "./problem.ts";
import { checkedConfig } from "./proxy-config.ts";

const standardCheckTimeoutMs = 8000;

export interface ProxiesDeps {
  store: Store;
  seal: Seal;
  clock: Clock;
  /** Gets faults that nobody waits for. */
  report: (error: unknown) => void;
  checkTimeoutMs?: number;
}

/** A proxy that this service runs itself, in place of a provider. */
export interface OwnProxy {
  name?: string | undefined;
  type: ProxyRow["type"];
  protocol?: ProxyRow["protocol"] | undefined;
  behaviour: ExitBehaviour;
  config: NonNullable<ProxyCreate["config"]>;
}

export class Proxies {
  readonly #rows: ProxyRows;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  readonly #checkTimeoutMs: number;
  readonly #exits = new Map<string, LocalExit>();
  readonly #forwarders = new Forwarders();
  readonly #closing = new AbortController();
  readonly #checks = new Map<string, Promise<void>>();
  /** Sessions that go through a proxy, by its id. */
  readonly #uses = new Map<string, number>();

  private constructor(deps: ProxiesDeps) {
    this.#rows = new ProxyRows(deps.store, deps.seal);
    this.#clock = deps.clock;
    this.#report = deps.report;
    this.#checkTimeoutMs = deps.checkTimeoutMs ?? standardCheckTimeoutMs;
  }

  /** Starts the service's own proxies again, on the ports they had where those are free. */
  static async open(deps: ProxiesDeps): Promise<Proxies> {
    const proxies = new Proxies(deps);
    for (const row of proxies.#rows.list()) {
      if (row.exit) proxies.#rows.put(await proxies.#withExit(row, row.exit));
    }
    return proxies;
  }

  /**
   * A new proxy: a custom one lies where its config says; any other is run by this service on loopback, where
   * plain HTTP is spoken to it whatever its `protocol`. 400 whose details name each fault of the config.
   */
  async create(given: ProxyCreate): Promise<ProxyResource> {
    const config = checkedConfig(given.type, given.config);
    if (given.type !== "custom") {
      const { name, type, protocol } = given;
      return await this.provide({ name, type, protocol, behaviour: "plain", config });
    }
    const row = { ...this.#newRow(given.name, given.type, config), protocol: given.protocol ?? "https" };
    this.#rows.put(row);
    return described(row);
  }

  /** Starts a proxy of the service's own and keeps it. */
  async provide(own: OwnProxy): Promise<ProxyResource> {
    const taken = new Set(this.#rows.list().map((row) => row.exit?.address ?? ""));
    const exit = { behaviour: own.behaviour, address: freeExitAddress(taken), port: 0 };
    const made = this.#newRow(own.name, own.type, own.config);
    const row = await this.#withExit({ ...made, protocol: own.protocol ?? made.protocol }, exit);
    this.#rows.put(row);
    return described(row);
  }

  /** Newest first; `name` exact, `query` a part of the id or name in any case. */
  list(filter: { name?: string | undefined; query?: string | undefined } = {}): ProxyResource[] {
    const part = filter.query?.toLowerCase() ?? "";
    return this.#rows
      .list()
      .filter((row) => filter.name === undefined || row.name === filter.name)
      .filter((row) => row.id.includes(part) || row.name?.toLowerCase().includes(part))
      .map(described);
  }

  retrieve(id: string): ProxyResource {
    return described(this.#known(id));
  }

  rename(id: string, name: string): ProxyResource {
    this.#rows.put({ ...this.#known(id), name });
    return this.retrieve(id);
  }

  /** Sessions that go through it are left alone; it closes with the last of them. */
  async delete(id: string): Promise<void> {
    this.#known(id);
    this.#rows.delete(id, this.#clock.timestamp());
    if (!this.#uses.has(id)) await this.#closeUnused(id);
  }

  /** Connects through the proxy and notes how it went. Checks of one proxy at the same time are one check. */
  async check(id: string): Promise<ProxyResource> {
    const row = this.#known(id);
    const running = this.#checks.get(id) ?? this.#runCheck(row).finally(() => this.#checks.delete(id));
    this.#checks.set(id, running);
    await running;
    return this.retrieve(id);
  }

  /** Whether a session may be told to use this proxy. */
  has(id: string): boolean {
    return this.#rows.find(id) !== undefined;
  }

  /** The address for one browser session, without credentials; pair it with `sessionEnded`. 404 when unknown. */
  async forSession(id: string): Promise<{ id: string; url: string }> {
    const row = this.#known(id);
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
    try {
      return { id, url: await this.#forwarders.urlFor(id, this.#endpoint(row)) };
    } catch (error) {
      this.sessionEnded(id);
      throw error;
    }
  }

  /** A session that `forSession` was called for is over; after the last one its forwarder closes. */
  sessionEnded(id: string): void {
    const left = (this.#uses.get(id) ?? 0) - 1;
    if (left > 0) return void this.#uses.set(id, left);
    this.#uses.delete(id);
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
    // Why a proxy does not work has no place in its resource; that it does not, has.
    const signal = AbortSignal.any([AbortSignal.timeout(this.#checkTimeoutMs), this.#closing.signal]);
    const ipAddress = await addressThrough(this.#endpoint(row), signal).catch(() => undefined);
    if (this.#closing.signal.aborted) return;
    const status = ipAddress === undefined ? "unavailable" : "available";
    this.#rows.noteCheck(row.id, { status, at: this.#clock.timestamp(), ipAddress });
  }

  async #withExit(row: ProxyRow, settings: NonNullable<ProxyRow["exit"]>): Promise<ProxyRow> {
    const { username } = row.config;
    const exit = await startExit({
      ...settings,
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

  #known(id: string): ProxyRow {
    const row = this.#rows.find(id);
    if (!row) throw notFound(`the proxy ${id}`);
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

function described(row: ProxyRow): ProxyResource {
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
