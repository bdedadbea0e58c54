// Which nodes there are: opens a link to each that registers and closes it when the node has left or is lost. One that is lost
// although it registers keeps its link, and is used again when that reaches it.

import { messageOf } from "../kernel/error-message.ts";
import type { SharedStatePaces } from "../kernel/paces.ts";
import { NodeLink, type NodeLinkDeps } from "./node-link.ts";
import type { NodeEntry, NodeTable } from "./node-table.ts";

export interface NodeLinksDeps
  extends Pick<NodeLinkDeps, "key" | "term" | "publicUrl" | "onMessage" | "report"> {
  table: NodeTable;
  paces: SharedStatePaces;
  /** Called for a node that has left, or that could not be reached for `lostAfterMs`, whether or not it renews its row. */
  onLost: (link: NodeLink) => void;
  /** Called when a node begins to be drained. */
  onDraining: (link: NodeLink) => void;
  /** Called when the nodes were read for the first time. */
  onRead: () => void;
  warn: (message: string) => void;
}

export class NodeLinks {
  readonly #deps: NodeLinksDeps;
  /** By node: with its last renewal, and when that was first seen. */
  readonly #known = new Map<string, { link: NodeLink; renewed: string; seenMs: number }>();
  /** Lost ones of which `onLost` has failed: it is called again. */
  readonly #unreported = new Set<NodeLink>();
  /** When the nodes were last read, and since when without a gap: then this service did not listen to them either. */
  #readMs = performance.now();
  #readSinceMs = this.#readMs;
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

  /** Whether the nodes were read, so that one which is not here is not registered. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** In the order in which they came. */
  all(): NodeLink[] {
    return [...this.#known.values()].map(({ link }) => link);
  }

  get(id: string): NodeLink | undefined {
    return this.#known.get(id)?.link;
  }

  /** The one with the files of this node's sessions: itself, or a later run with its data folder. */
  withFilesOf(id: string): NodeLink | undefined {
    return this.get(id) ?? this.all().find(({ entry }) => entry.earlier.includes(id));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const link of this.all()) link.close();
  }

  async #poll(): Promise<void> {
    const { table, paces, warn } = this.#deps;
    try {
      this.#take(await table.list());
      this.#warned = false;
    } catch (error) {
      // Nobody could renew meanwhile.
      this.#countAnew(performance.now());
      if (!this.#warned) warn(`the nodes cannot be read: ${messageOf(error)}`);
      this.#warned = true;
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#poll(), paces.renewMs / 2);
  }

  /** From now on, how long a node is silent: until now this service would not have noticed a sign of life. */
  #countAnew(nowMs: number): void {
    for (const known of this.#known.values()) known.seenMs = nowMs;
    this.#readSinceMs = nowMs;
  }

  #take(entries: readonly (NodeEntry & { renewed: string })[]): void {
    if (this.#isClosed) return;
    const { lostAfterMs } = this.#deps.paces;
    for (const link of this.#unreported) {
      if (link.isLost) this.#reportLost(link);
      else this.#unreported.delete(link);
    }
    const nowMs = performance.now();
    if (nowMs - this.#readMs >= lostAfterMs / 2) this.#countAnew(nowMs);
    this.#readMs = nowMs;
    for (const { renewed, ...entry } of entries) this.#know(entry, renewed, nowMs);
    const present = new Set(entries.map(({ id }) => id));
    for (const { link, seenMs } of this.#known.values()) {
      if (!present.has(link.id)) this.#lose(link);
      // Not before the other one is here, which may hand over what it has left.
      else if (link.replacedBy !== undefined && present.has(link.replacedBy)) this.#remove(link);
      else if (link.silentForMs < lostAfterMs) continue;
      else if (nowMs - seenMs >= lostAfterMs) this.#remove(link);
      else if (nowMs - this.#readSinceMs >= lostAfterMs && !link.isLost) this.#loseUnreachable(link);
    }
    if (!this.#isRead) this.#deps.onRead();
    this.#isRead = true;
  }

  #know(entry: NodeEntry, renewed: string, seenMs: number): void {
    const known = this.#known.get(entry.id);
    if (known === undefined) {
      this.#known.set(entry.id, { link: this.#linkTo(entry), renewed, seenMs });
      return;
    }
    if (known.renewed !== renewed) Object.assign(known, { renewed, seenMs });
    const begins = entry.draining && !known.link.entry.draining;
    known.link.update(entry);
    if (begins) this.#deps.onDraining(known.link);
  }

  #linkTo(entry: NodeEntry): NodeLink {
    const { key, term, publicUrl, paces, onMessage, report, warn } = this.#deps;
    return new NodeLink(entry, {
      key,
      term,
      publicUrl,
      report,
      onMessage(link, message) {
        onMessage(link, message);
        if (message.type === "all" && link.isLost) warn(`the node ${link.entry.name} can be reached again`);
      },
      reconnectMs: paces.reconnectMs,
      probeMs: paces.renewMs,
      silentMs: paces.lostAfterMs,
    });
  }

  /** A node that renews its row stays on the list. */
  #loseUnreachable(link: NodeLink): void {
    link.lose();
    this.#deps.warn(`the node ${link.entry.name} is lost: it ${link.whyUnreachable}`);
    this.#reportLost(link);
  }

  /** Takes a lost node off the list, too. */
  #remove(link: NodeLink): void {
    this.#lose(link);
    this.#deps.table.remove(link.id).catch(this.#deps.report);
  }

  #lose(link: NodeLink): void {
    if (!this.#known.delete(link.id)) return;
    link.close();
    this.#reportLost(link);
  }

  #reportLost(link: NodeLink): void {
    try {
      this.#deps.onLost(link);
      this.#unreported.delete(link);
    } catch (error) {
      if (!this.#unreported.has(link)) this.#deps.report(error);
      this.#unreported.add(link);
    }
  }
}
