// Sessions as the API's `Browser` resources, read from the records; living ones carry signed addresses.
import type { Browser } from "../../lib/contract/browsers.ts";
import type { Paging } from "../../lib/contract/paging.ts";
import type { Caller } from "../kernel/access.ts";
import { readPage } from "../kernel/store.ts";
import { toTelemetryConfig } from "../telemetry/telemetry-selection.ts";
import type { PlacedSession } from "./session-places.ts";
import type { SessionListFilter, SessionRecord, SessionRows } from "./session-rows.ts";
import type { SessionTokens } from "./session-tokens.ts";

export interface BrowserResourcesDeps {
  /** A session in use, wherever it is. */
  find: (id: string) => PlacedSession | undefined;
  rows: SessionRows;
  /** The present record of a profile; undefined for a deleted one. */
  profile: (id: string) => SessionRecord["profile"] | undefined;
  tokens: SessionTokens;
  /** The address clients use, without a trailing slash. */
  publicUrl: () => string;
  /** See `RunnerRoute`. */
  runnerRoute?: RunnerRoute | undefined;
}

/**
 * How the runner of an invocation reaches a browser without the service: `url` is its own node, `node` that of the browser,
 * which is absent for one of the service. Undefined when the service runs the invocation.
 */
export type RunnerRoute = (
  invocationId: string,
  sessionId: string,
) => { url: string; node?: string | undefined } | undefined;

/** Whom a resource is for. */
export type Reader = Pick<Caller, "scope" | "invocationId">;

export interface BrowserPage {
  items: Browser[];
  paging: Paging;
}

/** Converts sessions and records to the API's `Browser` resources. */
export class BrowserResources {
  readonly #deps: BrowserResourcesDeps;

  constructor(deps: BrowserResourcesDeps) {
    this.#deps = deps;
  }

  /** Newest first. */
  list(filter: SessionListFilter, reader: Reader): BrowserPage {
    const { rows, paging } = readPage(filter, (limit) => this.#deps.rows.list({ ...filter, limit }));
    return { items: rows.map((record) => this.ofRecord(record, reader)), paging };
  }

  /** With addresses while the session is in use. */
  ofRecord(record: SessionRecord, reader: Reader): Browser {
    const session = this.#deps.find(record.id);
    return session ? this.ofSession(session, reader) : this.#withoutAddresses(record);
  }

  /** The WebSocket address of a session's browser for its present holder. */
  #devtoolsAddress({ id: sessionId, lease }: PlacedSession, { invocationId }: Reader): string {
    const { tokens, runnerRoute } = this.#deps;
    const { url, node } = (invocationId && runnerRoute?.(invocationId, sessionId)) || {};
    const jwt = tokens.sign({ sessionId, lease, purpose: "cdp", readOnly: false, node });
    return `${this.devtoolsUrl(url)}?jwt=${jwt}`;
  }

  /** The WebSocket address below which all browsers are, without a jwt. */
  devtoolsUrl(base = this.#deps.publicUrl()): string {
    return `${base.replace(/^http/, "ws")}/browser/cdp`;
  }

  /** With addresses for the present holder; for a caller who may only read, a live view without input and no DevTools. */
  ofSession(session: PlacedSession, reader: Reader): Browser {
    const { scope } = reader;
    const claims = { sessionId: session.id, lease: session.lease, readOnly: scope === "read" };
    const { tokens, publicUrl } = this.#deps;
    const base = publicUrl();
    const view = tokens.sign({ ...claims, purpose: "view" });
    return {
      ...this.#withoutAddresses(session.record),
      ...(scope === "read" ? {} : { cdp_ws_url: this.#devtoolsAddress(session, reader) }),
      ...(session.record.headless ? {} : { browser_live_view_url: `${base}/browser/remote?jwt=${view}` }),
    };
  }

  #withoutAddresses(record: SessionRecord): Browser {
    const profile = record.profile && (this.#deps.profile(record.profile.id) ?? record.profile);
    return {
      session_id: record.id,
      created_at: record.created_at,
      headless: record.headless,
      stealth: record.stealth,
      timeout_seconds: record.timeout_seconds,
      kiosk_mode: record.kiosk_mode,
      viewport: record.viewport,
      ...(record.persistence_id ? { persistence: { id: record.persistence_id } } : {}),
      ...(profile ? { profile } : {}),
      ...(record.proxy_id ? { proxy_id: record.proxy_id } : {}),
      ...(record.pool_id ? { pool: { id: record.pool_id } } : {}),
      ...(record.telemetry ? { telemetry: toTelemetryConfig(record.telemetry) } : {}),
      ...(record.name === null ? {} : { name: record.name }),
      ...(record.tags === null ? {} : { tags: record.tags }),
      ...(record.start_url === null ? {} : { start_url: record.start_url }),
      ...(record.deleted_at ? { deleted_at: record.deleted_at } : {}),
    };
  }
}
