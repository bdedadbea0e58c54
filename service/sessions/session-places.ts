// Where sessions are: in this process alone, or on several nodes. What creates sessions, hands them over and ends them does
// so through this.
import type { ExtensionRow } from "../extensions/extension-rows.ts";
import type { TelemetrySelection } from "../telemetry/telemetry-selection.ts";
import type { LoggedSession } from "./agent-log.ts";
import type { SessionOptions, SessionProfile } from "./session.ts";
import type { SessionHolder } from "./session-changes.ts";
import type { EndReason, SessionKey, SessionLabels, SessionRecord } from "./session-rows.ts";
import type { ChangedViewport } from "./viewport.ts";

/** A living session, wherever it is. */
export interface PlacedSession {
  readonly id: string;
  readonly record: SessionRecord;
  /** Identifies the present holder; a claim of every token. */
  readonly lease: string;
  /** True once its settings differ from those of its creation. */
  readonly altered: boolean;
  /** Aborted as soon as the session ends, for any reason. */
  readonly closing: AbortSignal;
}

/** The sessions in use on nodes. */
export interface SessionsElsewhere {
  /** Neither idle in its pool nor ending. */
  find(id: string): PlacedSession | undefined;
  inUse(): readonly PlacedSession[];
}

/** A session's creation before it is decided where: its proxy and extensions by their records. */
export interface SessionRequest extends Omit<SessionOptions, "proxy" | "extensions"> {
  proxyId?: string;
  extensions?: readonly ExtensionRow[];
}

/** What a request changes in a session; absent: stays as it is. */
export interface RequestedChanges {
  labels: Partial<SessionLabels>;
  telemetry?: TelemetrySelection;
  /** Given when more than labels and telemetry was requested: after that a pool does not reuse the session. */
  settings?: {
    /** Null removes the proxy. */
    proxyId?: string | null;
    profile?: SessionProfile;
    viewport?: ChangedViewport;
  };
}

/** What a caller who acquires a session from its pool says of it. */
export interface HandOver {
  labels: SessionLabels;
  telemetry: TelemetrySelection;
}

export interface SessionPlaces<Placed extends PlacedSession = PlacedSession> {
  /** The maximum number of browsers at present. */
  readonly capacity: number;
  /**
   * Where the invocation runs that asks for it, if there is room. Throws Problem 429 when all browsers are in use, 404 for an
   * unknown proxy, 409 for a name in use.
   */
  create(request: SessionRequest, callerInvocationId?: string): Promise<Placed>;
  /** A session in use: neither idle in its pool nor ending. */
  find(id: string): Placed | undefined;
  /** The one in use with this id or, if none has, with this name. */
  findByIdOrName(idOrName: string): Placed | undefined;
  findPersistent(persistenceId: string): Placed | undefined;
  /**
   * Throws Problem 503 while a session in use on record is not reported by its node, such as after a takeover: it may be
   * living.
   */
  checkReported(key: SessionKey, value: string): void;
  /** Oldest first. */
  ofInvocation(invocationId: string): readonly Placed[];
  /** Those of them to which this process writes the lines of the invocation. */
  loggedOf(invocationId: string): readonly LoggedSession[];
  /**
   * 0: the session is where the invocation runs. 2: the invocation runs on a node and the session does not, but ends with this
   * process. 1: any other.
   */
  distance(session: Placed, invocationId: string): 0 | 1 | 2;
  /** Throws Problem 503 while it is not known where the invocation that asks for a session runs. */
  checkCaller(invocationId: string | undefined): void;
  /** Throws Problem 409 when a session in use has the name. */
  checkName(name: string | null): void;
  /**
   * What the holder with this lease has requested. Throws Problem 404 when the session has another by now, or for an unknown
   * proxy; 409 for a name in use, and for another size that is not forced while a live view or a recording shows the browser.
   */
  change(session: Placed, changes: RequestedChanges, lease: string): Promise<void>;
  /** Gives a pool's session to a new holder, who has disconnected nobody; `handOver` completes it. */
  assign(session: Placed, to: SessionHolder): void;
  /** Completes an acquisition: labels, telemetry and the first page. Throws Problem 409 for a name in use. */
  handOver(session: Placed, to: HandOver): Promise<void>;
  /** Gives a session back to its pool, disconnects its holder and removes what that left. Rejects when that fails. */
  recycle(session: Placed, to: SessionHolder): Promise<void>;
  /** Does nothing for an unknown id. Resolves when the end is complete. */
  end(id: string, reason: EndReason): Promise<void>;
  /** Calls `listener` when an end is complete. Returns a function that unsubscribes. */
  onEnd(listener: () => void): () => void;
  /** Calls `listener` when an end begins. Returns a function that unsubscribes. */
  onEnding(listener: (session: SessionRecord, reason: EndReason) => void): () => void;
}
