// The living sessions of the service, by id, each with what restarting and ending it needs.
import type { ChromiumOptions } from "../chromium/launch.ts";
import type { BrowserStart, RunningBrowser } from "../chromium/running-browser.ts";
import { badRequest, notFound, tooMany } from "../kernel/problem.ts";
import type { ExtensionSource } from "../machine/extension-folders.ts";
import type { Session } from "./session.ts";
import type { Viewport } from "./viewport.ts";

export interface LiveSession {
  session: Session;
  /** Options of every start of its browser, restarts included. */
  settings: ChromiumOptions & { viewport: Viewport };
  launch: (start: BrowserStart) => Promise<RunningBrowser>;
  /** Its browser is being restarted on purpose: the exit of the old one is no crash. */
  swapping: boolean;
  /** The extensions given at its creation. */
  extensions: readonly ExtensionSource[];
  /** Times of its browser's automatic restarts, epoch milliseconds. */
  restartsMs: number[];
  /** The latest restart, pending or settled. */
  restarting?: Promise<void>;
  /** Set as soon as its end begins. */
  ending?: Promise<void>;
}

/** 404 of every operation on a session that is not living. */
export const unknownSession = (id: string) => notFound(`a living browser session ${id}`);

/** 400 of a creation for an invocation that does not run. */
export const noRunningInvocation = (id: string) =>
  badRequest(`invocation_id: there is no running invocation ${id}`);

interface Held {
  readonly id: string;
  readonly lease: string;
  readonly closing: AbortSignal;
}

/** Throws `unknownSession` unless the session lives and the holder with this lease has it. */
export function checkHolder(session: Held, lease: string): void {
  if (session.closing.aborted || session.lease !== lease) throw unknownSession(session.id);
}

/**
 * Acts for the present holder. `check` throws `unknownSession` once the session has ended or has another holder. So does an
 * act that fails then: what it works on has been removed.
 */
export async function whileHeld<T>(session: Held, act: (check: () => void) => Promise<T>): Promise<T> {
  const { lease } = session;
  const check = () => checkHolder(session, lease);
  try {
    return await act(check);
  } catch (error) {
    check();
    throw error;
  }
}

/** 429 of a creation when all `count` browsers are in use. */
export const allInUse = (count: number) =>
  count === 0
    ? noneConnected()
    : tooMany(`all ${count} browsers of this service are in use; delete one or wait`, 5);

/** 429 while there are no browsers, as no node is connected. */
export const noneConnected = () =>
  tooMany("this service has no browsers while none of its nodes is connected; start one or wait", 5);

/** The registry of living sessions, in order of creation. */
export class LiveSessions {
  readonly #byId = new Map<string, LiveSession>();

  add(live: LiveSession): void {
    this.#byId.set(live.session.id, live);
  }

  delete(id: string): void {
    this.#byId.delete(id);
  }

  /** Includes sessions that are idle in their pool and sessions that are ending. */
  get(id: string): LiveSession | undefined {
    return this.#byId.get(id);
  }

  /** The entry of a session that is neither ended nor ending; throws 404 otherwise. */
  entryOf(session: Session): LiveSession {
    const live = this.#byId.get(session.id);
    if (live?.session !== session || live.ending) throw unknownSession(session.id);
    return live;
  }

  /** A session in use: neither idle in its pool nor ending. */
  find(id: string): Session | undefined {
    const live = this.#byId.get(id);
    return live && isInUse(live) ? live.session : undefined;
  }

  /** Sessions in use: neither idle in their pool nor ending. Oldest first. */
  inUse(): Session[] {
    return [...this.#byId.values()].filter(isInUse).map(({ session }) => session);
  }

  /** Ids of all, idle and ending ones included. */
  ids(): string[] {
    return [...this.#byId.keys()];
  }

  get size(): number {
    return this.#byId.size;
  }
}

const isInUse = ({ session, ending }: LiveSession) => !ending && !session.idle;
