// What the scripted upstream holds: plain records that a test adds, changes and takes away.
import type { App } from "../../../lib/contract/apps.ts";
import type { Browser } from "../../../lib/contract/browsers.ts";
import type { Invocation } from "../../../lib/contract/invocations.ts";
import type { Pool } from "../../../lib/contract/pools.ts";
import type { Profile } from "../../../lib/contract/profiles.ts";
import type { Proxy as ApiProxy } from "../../../lib/contract/proxies.ts";

/** The records that lists and details answer from, newest last; a test changes them as it likes. */
export class ScriptedRecords {
  readonly invocations = new Map<string, Invocation>();
  /** Live sessions; one that is deleted moves to `deleted`. */
  readonly browsers = new Map<string, Browser>();
  readonly deleted = new Map<string, Browser>();
  readonly pools = new Map<string, Pool>();
  readonly proxies = new Map<string, ApiProxy>();
  readonly profiles = new Map<string, Profile>();
  readonly profileBytes = new Map<string, Uint8Array>();
  readonly apps = new Map<string, App>();
  /** Sessions by the invocation that has them. */
  readonly sessionsOf = new Map<string, readonly string[]>();
  /** Sessions that acquiring a pool hands out, by the pool's id. */
  readonly idle = new Map<string, string[]>();
  /** What a check of a proxy finds; without one it is available. */
  readonly checks = new Map<string, () => Partial<ApiProxy> | Promise<Partial<ApiProxy>>>();
  /** Called for each invocation that is created, before the answer. */
  onInvoke: (invocation: Invocation) => void | Promise<void> = () => undefined;
  #made = 0;

  /** A new id that no test before has used. */
  id(prefix: string): string {
    this.#made += 1;
    return `${prefix}${this.#made.toString(36).padStart(4, "0")}${Math.random().toString(36).slice(2, 8)}`;
  }

  /** Adds an invocation that succeeded after a second; `given` overrides. */
  invocation(given: Partial<Invocation> = {}): Invocation {
    const startedMs = Date.parse(given.started_at ?? new Date(Date.now() - 1_000).toISOString());
    const status = given.status ?? "succeeded";
    const over = status === "succeeded" || status === "failed";
    const made: Invocation = {
      id: this.id("inv"),
      app_name: "shop",
      version: "v1",
      action_name: "search",
      status,
      started_at: new Date(startedMs).toISOString(),
      payload: "{}",
      ...(over ? { finished_at: new Date(startedMs + 1_000).toISOString(), output: '"done"' } : {}),
      ...(status === "failed" ? { status_reason: "it failed" } : {}),
      ...given,
    };
    this.invocations.set(made.id, made);
    return made;
  }

  browser(given: Partial<Browser> = {}): Browser {
    const made: Browser = {
      session_id: this.id("ses"),
      created_at: new Date().toISOString(),
      headless: true,
      stealth: false,
      timeout_seconds: 3_600,
      ...given,
    };
    this.browsers.set(made.session_id, made);
    return made;
  }

  pool(given: Partial<Pool> = {}): Pool {
    const id = given.id ?? this.id("pool");
    const made: Pool = {
      id,
      name: id,
      available_count: 2,
      acquired_count: 1,
      created_at: new Date().toISOString(),
      browser_pool_config: { size: 3, fill_rate_per_minute: 10 },
      ...given,
    };
    this.pools.set(made.id, made);
    return made;
  }

  proxy(given: Partial<ApiProxy> = {}): ApiProxy {
    const id = given.id ?? this.id("proxy");
    const made: ApiProxy = {
      id,
      name: id,
      type: "datacenter",
      protocol: "http",
      status: "available",
      ...given,
    };
    this.proxies.set(made.id, made);
    return made;
  }

  profile(given: Partial<Profile> = {}): Profile {
    const id = given.id ?? this.id("profile");
    const made: Profile = { id, name: id, created_at: new Date().toISOString(), ...given };
    this.profiles.set(made.id, made);
    return made;
  }

  app(given: Partial<App> = {}): App {
    const made: App = {
      id: this.id("app"),
      app_name: "shop",
      version: "v1",
      actions: [{ name: "search" }],
      ...given,
    };
    this.apps.set(made.id, made);
    return made;
  }

  clear(): void {
    for (const each of Object.values(this)) if (each instanceof Map) each.clear();
    this.onInvoke = () => undefined;
  }
}
