// What has changed on a node, numbered by session, for the services that follow it.
import type { PlacedSession } from "../sessions/session-places.ts";
import type { HostedSessions } from "./hosted-sessions.ts";
import type { HeldSession, InvocationMessage, NodeMessage, SessionEnd } from "./node-protocol.ts";

/** The latest ends, for a service that was not connected meanwhile. */
const endsKept = 1_000;

/** The invocations of a node, as far as the feed and the routes use them. */
export interface HostedInvocations {
  /** Those that run. */
  ids(): readonly string[];
  /** See `nodeMessage`. */
  claiming(): readonly string[];
  /** Whether the node has received it, or asks for it. */
  knows(id: string): boolean;
  /** False when it does not run. */
  stop(id: string): boolean;
  /** A service has stored how it ended. */
  confirm(id: string): void;
  /** This and the next: see `InvocationOutbox`. */
  after(seq: number): readonly InvocationMessage[];
  watch(after: number, listener: (message: NodeMessage) => void): () => void;
}

export class ChangeFeed {
  readonly #hosted: HostedSessions;
  readonly #invocations: HostedInvocations;
  /** By session: the number of its changes, and the creation that it came from. */
  readonly #sessions = new Map<string, { version: number; creation?: string }>();
  readonly #ends: SessionEnd[] = [];
  readonly #listeners = new Set<(message: NodeMessage) => void>();

  constructor(hosted: HostedSessions, invocations: HostedInvocations) {
    this.#hosted = hosted;
    this.#invocations = invocations;
    hosted.watch((change) => {
      switch (change.type) {
        case "session": {
          const { session, creation } = change;
          const known = this.#sessions.get(session.id);
          this.#sessions.set(session.id, {
            ...known,
            ...(creation === undefined ? {} : { creation }),
            version: (known?.version ?? 0) + 1,
          });
          this.#notify({ type: "session", session: this.held(session) });
          break;
        }
        case "ending":
          this.#ends.push({ id: change.id, at: change.at, reason: change.reason });
          if (this.#ends.length > endsKept) this.#ends.shift();
          this.#notify(change);
          break;
        case "ended":
          this.#sessions.delete(change.id);
          this.#notify(change);
          break;
      }
    });
  }

  /** A session with the number of its last change. */
  held({ id, record, lease, altered }: PlacedSession): HeldSession {
    return { record, lease, altered, ...(this.#sessions.get(id) ?? { version: 0 }) };
  }

  /**
   * Calls `listener` with what invocations have done after the message `after`, each as soon as `drained` resolves for the one
   * before, then with everything there is now, and with what happens, until `signal` aborts.
   */
  async follow(
    after: number,
    listener: (message: NodeMessage) => void,
    { drained, signal }: { drained: () => Promise<unknown>; signal: AbortSignal },
  ): Promise<void> {
    let seq = after;
    for (const message of this.#invocations.after(after)) {
      listener(message);
      seq = message.seq;
      await drained();
      if (signal.aborted) return;
    }
    const stopInvocations = this.#invocations.watch(seq, listener);
    listener({
      type: "all",
      sessions: this.#hosted.all().map((session) => this.held(session)),
      ends: [...this.#ends],
      runs: [...this.#invocations.ids()],
      claiming: [...this.#invocations.claiming()],
    });
    this.#listeners.add(listener);
    signal.addEventListener("abort", () => {
      stopInvocations();
      this.#listeners.delete(listener);
    });
  }

  #notify(message: NodeMessage): void {
    for (const listener of this.#listeners) listener(message);
  }
}
