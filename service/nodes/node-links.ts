// Which nodes there are: opens a link to each that registers and closes it when the node has left or is lost.

import { messageOf } from "../kernel/error-message.ts";
import type { SharedStatePaces } from "../kernel/paces.ts";
import { NodeLink, type NodeLinkDeps } from "./node-link.ts";
import type { NodeEntry, NodeTable } from "./node-table.ts";

export interface NodeLinksDeps
  extends Pick<NodeLinkDeps, "key" | "term" | "publicUrl" | "onMessage" | "report"> {
  table: NodeTable;
  paces: SharedStatePaces;
  /** Called once for a node that has left, or neither renewed its row nor sent anything for `lostAfterMs`. */
  onLost: (link: NodeLink) => void;
  /** Called when a node begins to be drained. */
  onDraining: (link: NodeLink) => void;
  /** Called when the nodes were read for the first time. */
  onRead: () => void;
  warn: (message: string) => void;
}

export class NodeLinks {
  readonly #deps: NodeLinksDeps;
  readonly #links = new Map<string, NodeLink>();
  /** By node: its last renewal, and when it was first seen. */
  readonly #renewals = new Map<string, { renewed: string; seenMs: number }>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isRead = false;
  #warned = false;

  constructor(deps: NodeLinksDeps) {
    this.#deps = deps;
  }

  /** Resolves when the nodes were read for the first time, or could not be. */
  async start(): Promise<void> {
    await this.#poll();
  }

  /** In the order of their names. */
  all(): NodeLink[] {
    return [...this.#links.values()].toSorted(
      (one, other) =>
        one.entry.name.localeCompare(other.entry.name) || one.entry.id.localeCompare(other.entry.id),
    );
  }

  get(id: string): NodeLink | undefined {
    return this.#links.get(id);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const link of this.#links.values()) link.close();
  }

  async #poll(): Promise<void> {
    const { table, paces, warn } = this.#deps;
    try {
      this.#take(await table.list());
      this.#warned = false;
    } catch (error) {
      // Nobody could renew meanwhile.
      const nowMs = performance.now();
      for (const renewal of this.#renewals.values()) renewal.seenMs = nowMs;
      if (!this.#warned) warn(`the nodes cannot be read: ${messageOf(error)}`);
      this.#warned = true;
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#poll(), paces.renewMs / 2);
  }

  #take(entries: readonly (NodeEntry & { renewed: string })[]): void {
    if (this.#isClosed) return;
    const nowMs = performance.now();
    for (const { renewed, ...entry } of entries) {
      if (this.#renewals.get(entry.id)?.renewed !== renewed)
        this.#renewals.set(entry.id, { renewed, seenMs: nowMs });
      this.#know(entry);
    }
    const present = new Set(entries.map(({ id }) => id));
    for (const link of this.#links.values()) {
      if (!present.has(link.id)) this.#lose(link);
      else if (this.#isSilent(link, nowMs)) this.#remove(link);
    }
    if (!this.#isRead) this.#deps.onRead();
    this.#isRead = true;
  }

  #know(entry: NodeEntry): void {
    const { key, term, publicUrl, paces, onMessage, report, onDraining } = this.#deps;
    const known = this.#links.get(entry.id);
    if (known !== undefined) {
      const begins = entry.draining && !known.entry.draining;
      known.update(entry);
      if (begins) onDraining(known);
      return;
    }
    this.#links.set(
      entry.id,
      new NodeLink(entry, {
        ...{ key, term, publicUrl, onMessage, report },
        onReplaced: (link) => this.#remove(link),
        reconnectMs: paces.reconnectMs,
        silentMs: paces.lostAfterMs,
      }),
    );
  }

  #isSilent(link: NodeLink, nowMs: number): boolean {
    const { lostAfterMs } = this.#deps.paces;
    const seenMs = this.#renewals.get(link.id)?.seenMs ?? nowMs;
    return nowMs - seenMs >= lostAfterMs && link.silentForMs >= lostAfterMs;
  }

  /** Takes a lost node off the list, too. */
  #remove(link: NodeLink): void {
    this.#lose(link);
    this.#deps.table.remove(link.id).catch(this.#deps.report);
  }

  #lose(link: NodeLink): void {
    if (!this.#links.delete(link.id)) return;
    this.#renewals.delete(link.id);
    link.close();
    this.#deps.onLost(link);
  }
}
