// The living sessions of all nodes, as these report them.

import { heldBy, type SessionHolder } from "../sessions/session-changes.ts";
import type { PlacedSession, SessionsElsewhere } from "../sessions/session-places.ts";
import type { EndReason, SessionRecord } from "../sessions/session-rows.ts";
import type { NodeLink } from "./node-link.ts";
import type { HeldSession } from "./node-protocol.ts";

export class RemoteSession implements PlacedSession {
  readonly id: string;
  readonly node: NodeLink;
  readonly #closing = new AbortController();
  readonly closing = this.#closing.signal;
  #held: HeldSession;
  #record: SessionRecord;
  #holder: SessionHolder | undefined;
  #endReason: EndReason | undefined;

  constructor(node: NodeLink, held: HeldSession) {
    this.node = node;
    this.id = held.record.id;
    this.#held = held;
    this.#record = { ...held.record, node: node.id };
  }

  get record(): SessionRecord {
    return this.#record;
  }

  get lease(): string {
    return this.#held.lease;
  }

  /** Also true on a node that is being drained: its browsers are not reused. */
  get altered(): boolean {
    return this.#held.altered || this.node.entry.draining;
  }

  /** The invocation that its node has given it to: later than in `record` for one that it is being handed over to. */
  get invocationOnNode(): string | null {
    return this.#held.record.invocation_id;
  }

  /** The holder that its node has not been sent yet. */
  get nextHolder(): SessionHolder | undefined {
    return this.#holder;
  }

  /** Takes a report of the node; false for one that is older than what is known. */
  update(held: HeldSession): boolean {
    if (held.version < this.#held.version) return false;
    this.#held = held;
    this.#record = { ...held.record, node: this.node.id };
    return true;
  }

  /** Gives it to a new holder here; its node is sent that afterwards. */
  assign(holder: SessionHolder): void {
    this.#holder = holder;
    this.#record = { ...this.#record, ...heldBy(this.#record, holder) };
  }

  markClosing(reason: EndReason): void {
    this.#endReason = reason;
    this.#closing.abort();
  }

  /** Why it is ending; undefined while it is not. */
  get endReason(): EndReason | undefined {
    return this.#endReason;
  }

  /** See `createMessage`. */
  get creation(): string | undefined {
    return this.#held.creation;
  }
}

export class RemoteSessions implements SessionsElsewhere {
  readonly #byId = new Map<string, RemoteSession>();
  readonly #byNode = new Map<NodeLink, Set<RemoteSession>>();

  add(session: RemoteSession): void {
    this.#byId.set(session.id, session);
    const ofNode = this.#byNode.get(session.node) ?? new Set();
    this.#byNode.set(session.node, ofNode.add(session));
  }

  delete(session: RemoteSession): void {
    this.#byId.delete(session.id);
    const ofNode = this.#byNode.get(session.node);
    ofNode?.delete(session);
    if (ofNode?.size === 0) this.#byNode.delete(session.node);
  }

  /** Idle and ending ones as well. */
  get(id: string): RemoteSession | undefined {
    return this.#byId.get(id);
  }

  find(id: string): RemoteSession | undefined {
    const session = this.#byId.get(id);
    return session && isInUse(session) ? session : undefined;
  }

  inUse(): readonly RemoteSession[] {
    return [...this.#byId.values()].filter(isInUse);
  }

  /** Idle and ending ones as well. */
  of(node: NodeLink): ReadonlySet<RemoteSession> {
    return this.#byNode.get(node) ?? none;
  }
}

const none: ReadonlySet<RemoteSession> = new Set();
const isInUse = ({ record, closing }: RemoteSession) => !closing.aborted && !record.idle;
