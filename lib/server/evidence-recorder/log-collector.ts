// One log while it is stored: takes the entries of its ring, which it shares with the viewers, and collects them until
// they are saved.
import { isTelemetryTopic, type LogGap, logGap } from "../../bff/live.ts";
import { isoTime } from "../../clock.ts";
import { likelyPosition } from "../../format/likely-position.ts";
import { type StoredEntry, withoutId } from "../stored-logs/chunk-format.ts";
import {
  type AppendedEntry,
  gapEntry,
  StoredLog,
  type StoredLogRow,
  type UnsavedLog,
} from "../stored-logs/stored-log.ts";
import type { LogHub, LogSubscription } from "../streams/log-hub.ts";
import type { LogItem } from "../streams/log-item.ts";
import type { Lost, RingEntry } from "../streams/ring.ts";
import { RingCursor } from "../streams/ring-cursor.ts";
import type { SharedLog } from "../streams/shared-log.ts";
import type { RestoredLog } from "../streams/shown-lines.ts";
import { entriesAfter, entriesSince, type LastEvent, lastEventOf } from "./continue-telemetry.ts";

/** Bytes of unsaved entries at which a log waits for the store. */
const maxUnsavedBytes = 2 * 1024 * 1024;
const takenBytes = 256 * 1024;

export interface LogCollectorDeps {
  hub: LogHub;
  /** The newest stored entries of the log, oldest first; called for a log that has some. */
  newest: () => Promise<readonly StoredEntry[]>;
  /** Whether the log had ended with its browser, which is used again. */
  hasEnded: boolean;
  nowMs: () => number;
}

const itemOf = (entry: StoredEntry): LogItem[] =>
  entry.kind === "line"
    ? [
        {
          at: entry.at,
          text: entry.text,
          cut: entry.cut ?? false,
          ...(entry.received === undefined ? {} : { receivedAt: entry.received }),
        },
      ]
    : [];

const gapOf = (entry: RingEntry | undefined): LogGap | undefined =>
  entry?.kind === "gap" ? logGap.parse(JSON.parse(entry.json)) : undefined;

function appendedOf(entry: RingEntry): AppendedEntry {
  const { kind, at } = entry;
  const gap = gapOf(entry);
  return { json: withoutId(entry.json), kind, at, missing: gap === undefined ? 0 : gap.count };
}

export class LogCollector {
  readonly #deps: LogCollectorDeps;
  readonly #log: StoredLog;
  #tail: readonly LogItem[] = [];
  /** The last stored event of telemetry that is continued, until a later one was taken. */
  #lastEvent: LastEvent | undefined;
  /** The time of the last of the stored events of telemetry that were deleted, until a later one was taken. */
  #deletedUntilMs: number | undefined;
  #subscription: LogSubscription | undefined;
  /** Whether it is read by itself, as what viewers had of it lacked its beginning. */
  #isApart = false;
  /** That of the viewers, until the own one has begun: the newest lines are there where that never does. */
  #shared: LogSubscription | undefined;
  /** Undefined until it is decided where the stored entries continue. */
  #cursor: RingCursor | undefined;
  #isSaving = false;
  #isStopped = false;

  /** `lastChunk`: the number of its last stored chunk, 0 for a new log. */
  constructor(row: StoredLogRow, lastChunk: number, deps: LogCollectorDeps) {
    this.#log = new StoredLog(row, lastChunk);
    this.#deps = deps;
  }

  get row(): StoredLogRow {
    return this.#log.row;
  }

  /** Whether there is something to save. */
  get isChanged(): boolean {
    return this.#log.isChanged;
  }

  /** Whether nothing more will come and everything was taken. */
  get isOver(): boolean {
    return this.#log.row.ended_at_ms !== null;
  }

  /** Opens the log. Rejects when the stored lines cannot be read, and with a Problem at the hub's limit of logs. */
  async start(): Promise<void> {
    const { newest } = this.#deps;
    const { next_line: nextLine, last_ms: lastMs, updated_at_ms: savedMs } = this.row;
    this.#tail = nextLine > 1 ? (await newest()).flatMap(itemOf) : [];
    if (this.#isStopped) return;
    if (isTelemetryTopic(this.row.topic)) {
      this.#lastEvent = lastEventOf(this.#tail);
      // The time of the event by the API's clock. The version before did not keep it.
      if (nextLine > 1 && this.#tail.length === 0) this.#deletedUntilMs = lastMs ?? savedMs;
    }
    const subscription = this.#watch(false);
    this.#subscription = subscription;
    const { ring, restoredId } = subscription.source;
    if (this.#tail.length === 0) this.#beginAt(subscription, ring.startId);
    // Behind the lines that a source was opened with, one that viewers hold has others, which may be stored.
    else if (ring.lastId === restoredId) this.#beginAt(subscription, restoredId);
    this.#takeAll();
  }

  /** Throws as `start` rejects. `apart`: not the stream of the viewers. */
  #watch(apart: boolean): LogSubscription {
    const { hub, hasEnded } = this.#deps;
    const { topic, source_lines: lines, updated_at_ms: untilMs } = this.row;
    const restored: RestoredLog = { items: this.#tail, lineCount: lines ?? undefined, untilMs, hasEnded };
    const subscription = hub.watch(topic, () => this.#takeAll(), restored, { apart });
    if (subscription === undefined) throw new Error(`${topic} is not the topic of a log.`);
    return subscription;
  }

  stop(): void {
    this.#isStopped = true;
    this.#subscription?.release();
    this.#subscription = undefined;
    this.#leaveShared();
  }

  #leaveShared(): void {
    this.#shared?.release();
    this.#shared = undefined;
  }

  /** Notes the invocation that the log belongs to. */
  identify({ app_name, action_name, version }: Parameters<StoredLog["identify"]>[0]): void {
    this.#log.identify({ app_name, action_name, version });
  }

  /** The row and the chunks to write. Until `saved` or `failed` nothing is added. */
  unsaved(): UnsavedLog {
    this.#isSaving = true;
    return this.#log.unsaved();
  }

  saved(): void {
    this.#isSaving = false;
    this.#log.saved();
    this.#takeAll();
  }

  failed(): void {
    this.#isSaving = false;
    this.#takeAll();
  }

  /** Its oldest chunks were deleted while it was saved. */
  trimmed(...what: Parameters<StoredLog["trimmed"]>): void {
    this.#log.trimmed(...what);
  }

  #beginAt(subscription: LogSubscription, id: number): void {
    this.#tail = [];
    this.#cursor = new RingCursor(subscription.source.ring, id);
    subscription.attach(this.#cursor);
  }

  /** Decides after which entry of the ring the stored ones continue, once the ring has the log's history. */
  #align(subscription: LogSubscription): void {
    const { source } = subscription;
    if (this.#lastEvent !== undefined) {
      // Stored events of what viewers have had open longer are passed over by their numbers.
      this.#beginAt(subscription, source.ring.firstId - 1);
      return;
    }
    if (!source.begun && !isClosed(source)) return;
    const lines = source.ring.lines();
    const texts = lines.map(({ text }) => text);
    const position = likelyPosition(
      this.#tail.map(({ text }) => text),
      texts,
      true,
    );
    if (position === undefined && !this.#deps.hasEnded) {
      const [from, to] = [isoTime(this.row.updated_at_ms), isoTime(this.#deps.nowMs())];
      this.#append([gapEntry({ reason: "disconnected", count: null, from, to })]);
    }
    const before = position === undefined ? undefined : lines[position - 1];
    this.#beginAt(subscription, before?.id ?? source.ring.startId);
  }

  #takeAll(): void {
    const subscription = this.#subscription;
    if (subscription === undefined || this.#isSaving || this.isOver) return;
    if (this.#cursor === undefined) this.#align(subscription);
    const cursor = this.#cursor;
    if (cursor === undefined) return;
    while (this.#log.unsavedBytes < maxUnsavedBytes) {
      const from = cursor.lastAt;
      const lost = cursor.passLost();
      const entries = cursor.take(takenBytes);
      if (this.#lacksBeginning(lost, entries) && this.#readApart()) return;
      if (this.#lacksHistory(entries) && this.#takeShared()) return;
      if (lost !== undefined) {
        const to = entries[0]?.at ?? isoTime(this.#deps.nowMs());
        this.#append([gapEntry({ reason: "slow", count: lost.count, from, to })]);
      }
      if (entries.length === 0) break;
      this.#append(this.#appended(entries));
      subscription.source.taken(cursor);
    }
    if (subscription.source.begun) this.#leaveShared();
    if (cursor.backlog > 0 || !isClosed(subscription.source)) return;
    if (this.#takeShared()) return;
    this.#log.end(subscription.source.state.reason, this.#deps.nowMs());
    this.stop();
  }

  /** Whether a log of which nothing is stored does not begin with its first line: of one for viewers only the newest are read. */
  #lacksBeginning(lost: Lost | undefined, [first]: readonly RingEntry[]): boolean {
    if (this.#isApart || this.row.next_line > 1 || isTelemetryTopic(this.row.topic)) return false;
    if (lost !== undefined) return true;
    const gap = gapOf(first);
    return gap?.reason === "overflow" && gap.from === null;
  }

  /** Whether a log that is read by itself begins where it was opened, as its history could not be read. */
  #lacksHistory([first]: readonly RingEntry[]): boolean {
    const gap = this.#shared && gapOf(first);
    return gap?.reason === "disconnected" && gap.from === null;
  }

  /** Reads the log once more from its beginning, by itself; false where the hub cannot. */
  #readApart(): boolean {
    const [subscription, cursor] = [this.#subscription, this.#cursor];
    this.#isApart = true;
    // What is called back meanwhile takes nothing.
    [this.#subscription, this.#cursor] = [undefined, undefined];
    try {
      const own = this.#watch(true);
      this.#subscription = own;
      // Without the cursor, for which the log would wait.
      this.#shared = this.#watch(false);
      subscription?.release();
      this.#beginAt(own, own.source.ring.startId);
      return true;
    } catch {
      [this.#subscription, this.#cursor] = [subscription, cursor];
      return false;
    }
  }

  /** Goes back to the log of the viewers where the own one is over before it has begun; false without one. */
  #takeShared(): boolean {
    const shared = this.#shared;
    if (shared === undefined) return false;
    this.#subscription?.release();
    [this.#subscription, this.#shared] = [shared, undefined];
    this.#beginAt(shared, shared.source.ring.startId);
    this.#takeAll();
    return true;
  }

  #appended(entries: readonly RingEntry[]): readonly AppendedEntry[] {
    if (this.#deletedUntilMs !== undefined) {
      const later = entriesSince(this.#deletedUntilMs, entries);
      if (later.length > 0) this.#deletedUntilMs = undefined;
      return later.map(appendedOf);
    }
    if (this.#lastEvent === undefined) return entries.map(appendedOf);
    const later = entriesAfter(this.#lastEvent, entries);
    if (later === undefined) return [];
    this.#lastEvent = undefined;
    return [...later.gap, ...later.entries.map(appendedOf)];
  }

  #append(entries: readonly AppendedEntry[]): void {
    this.#log.append(entries, this.#deps.nowMs());
  }
}

/** Whether nothing more will come from a source. A log that has lines may become available again. */
const isClosed = ({ state, begun }: SharedLog) =>
  state.state === "ended" || (state.state === "unavailable" && !begun);
