// What the invocations of a node have done, numbered, and kept until a service has stored how they ended.
import { missingLines } from "../kernel/log-lines.ts";
import type { InvocationMessage } from "./node-protocol.ts";

type Event = InvocationMessage["event"];

/** The size of the lines that are kept, in characters; each takes memory besides its text. */
const linesLimit = 16_000_000;
const charsPerLine = 100;
/** How many ends and outcomes are kept. */
const endsLimit = 10_000;
const cause = "its node can buffer no more lines for a service that takes over";

export class InvocationOutbox {
  readonly #listeners = new Set<(message: InvocationMessage) => void>();
  readonly #linesLimit: number;
  #kept: InvocationMessage[] = [];
  #chars = 0;
  /** How many ends and outcomes are among them. */
  #ends = 0;
  #seq = 0;
  /** By run: how many of its lines were left out. The messages, by number, that are notes about that. */
  readonly #missing = new Map<string, number>();
  readonly #notes = new Set<number>();

  constructor(limit = linesLimit) {
    this.#linesLimit = limit;
  }

  send(id: string, event: Event): void {
    this.#seq += 1;
    const message: InvocationMessage = { type: "run", seq: this.#seq, id, event };
    this.#kept.push(message);
    this.#chars += sizeOf(message);
    if (event.kind !== "log") this.#ends += 1;
    if (this.#chars > this.#linesLimit || this.#ends > 2 * endsLimit) this.#trim();
    for (const listener of this.#listeners) listener(message);
  }

  /** What is kept after the message `seq`. */
  after(seq: number): InvocationMessage[] {
    return this.#kept.filter((message) => message.seq > seq);
  }

  /** Calls `listener` with what is kept after the message `seq`, and with what follows. Returns a function that unsubscribes. */
  watch(seq: number, listener: (message: InvocationMessage) => void): () => void {
    for (const message of this.after(seq)) listener(message);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What is kept of the invocation. */
  eventsOf(id: string): Event[] {
    return this.#kept.filter((message) => message.id === id).map(({ event }) => event);
  }

  /** Whether a run has ended whose end no service has stored; one that never began has none. */
  get hasEnds(): boolean {
    return this.#kept.some(({ event }) => event.kind === "gone" && !event.neverBegan);
  }

  /** Call it when a service has stored how the invocation ended, or has given it to this node again. */
  forget(id: string): void {
    const isOf = (message: InvocationMessage) => message.id === id;
    for (const { seq } of this.#kept.filter(isOf)) this.#notes.delete(seq);
    this.#keep(this.#kept.filter((message) => !isOf(message)));
    this.#missing.delete(id);
  }

  #keep(messages: InvocationMessage[]): void {
    this.#kept = messages;
    this.#chars = messages.reduce((sum, message) => sum + sizeOf(message), 0);
    this.#ends = messages.filter(({ event }) => event.kind !== "log").length;
  }

  /** Leaves out the older half of the lines, with a note in the place of each run's, and beyond their limit the oldest ends. */
  #trim(): void {
    let over = this.#chars - this.#linesLimit / 2;
    const isOut = (message: InvocationMessage) => {
      const size = sizeOf(message);
      if (size === 0 || over <= 0) return false;
      over -= size;
      return true;
    };
    const out = this.#kept.filter(isOut);
    const lastOut = new Map(out.map((message) => [message.id, message]));
    for (const { id, seq } of out)
      this.#missing.set(id, (this.#missing.get(id) ?? 0) + (this.#notes.delete(seq) ? 0 : 1));
    const isOld = new Set(out);
    const left = this.#kept.flatMap((message) => {
      if (!isOld.has(message)) return [message];
      return lastOut.get(message.id) === message ? [this.#noteAt(message)] : [];
    });
    const ends = left.filter((message) => sizeOf(message) === 0);
    const firstSeq = ends.at(-endsLimit)?.seq ?? 0;
    this.#keep(left.filter((message) => sizeOf(message) > 0 || message.seq >= firstSeq));
  }

  /** The note in the place of the last line of an invocation that is left out. */
  #noteAt({ seq, id, event, ...message }: InvocationMessage): InvocationMessage {
    const at = event.kind === "log" ? event.at : undefined;
    const { text: line } = missingLines("", this.#missing.get(id) ?? 0, cause);
    this.#notes.add(seq);
    return { ...message, seq, id, event: { kind: "log", line, ...(at === undefined ? {} : { at }) } };
  }
}

/** 0 for what is no line. */
const sizeOf = ({ event }: InvocationMessage) =>
  event.kind === "log" ? event.line.length + charsPerLine : 0;
