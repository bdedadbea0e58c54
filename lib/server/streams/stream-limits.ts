import { paces, wholeSeconds } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";

/** The most live streams at a time, and the most different topics that one operator follows in all of them: a dashboard
 *  follows 500, so that one operator cannot take the logs of all. */
export const streamLimits = { perOperator: 12, perProcess: 1000, topicsPerOperator: 48 } as const;

/** The most outputs of commands and deployments at a time. A program may follow one for each of many browsers; all of them
 *  and all live streams together leave connections of the dashboard to other requests. */
export const outputLimits = { perOperator: 200, perProcess: 500 } as const;

const tooMany = (message: string) =>
  new Problem(503, "too_many_streams", message, {
    retryAfterSeconds: wholeSeconds(paces.retryAfter.tooManyStreamsMs),
  });

interface StreamCountLimits {
  perOperator: number;
  perProcess: number;
  /** What is said of one more: of an operator who has `own` open, and of any once all are in use. */
  messages: { own: (own: number) => string; all: string };
}

/** Counts streams of this process. */
class StreamCount {
  readonly #limits: StreamCountLimits;
  readonly #byOperator = new Map<string, number>();
  #total = 0;

  constructor(limits: StreamCountLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /**
   * Counts a stream of an operator and returns the function that releases it (repeated calls have no effect). Throws a
   * Problem (503, Retry-After) at either limit.
   */
  enter(username: string): () => void {
    const own = this.#byOperator.get(username) ?? 0;
    const { perOperator, perProcess, messages } = this.#limits;
    if (own >= perOperator) throw tooMany(messages.own(own));
    if (this.#total >= perProcess) throw tooMany(messages.all);
    this.#byOperator.set(username, own + 1);
    this.#total += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#total -= 1;
      const rest = (this.#byOperator.get(username) ?? 1) - 1;
      if (rest > 0) this.#byOperator.set(username, rest);
      else this.#byOperator.delete(username);
    };
  }
}

export const newLiveStreamCount = () =>
  new StreamCount({
    ...streamLimits,
    messages: {
      own: (own) => `You have ${own} live streams open; close a window first.`,
      all: "All live streams of this dashboard are in use. Close other windows, or try again later.",
    },
  });

export const newOutputCount = () =>
  new StreamCount({
    ...outputLimits,
    messages: {
      own: (own) => `You follow ${own} outputs of commands and deployments; end one first.`,
      all: "All outputs that this dashboard can follow are in use. Try again later.",
    },
  });

/** Counts the topics that each operator follows; the same topic in several streams counts once. */
export class TopicCount {
  /** Streams by topic, by operator. */
  readonly #byOperator = new Map<string, Map<string, number>>();

  /**
   * Counts a topic of one stream and returns the function that releases it (repeated calls have no effect). Throws a
   * Problem (503) at the limit.
   */
  enter(username: string, topic: string): () => void {
    const topics = this.#byOperator.get(username) ?? new Map<string, number>();
    const streams = topics.get(topic) ?? 0;
    if (streams === 0 && topics.size >= streamLimits.topicsPerOperator) {
      throw new Problem(
        503,
        "too_many_topics",
        `You have ${topics.size} logs open, the most for one operator. Close some, here or in other windows, and this one opens by itself.`,
      );
    }
    this.#byOperator.set(username, topics.set(topic, streams + 1));
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const rest = (topics.get(topic) ?? 1) - 1;
      if (rest > 0) topics.set(topic, rest);
      else topics.delete(topic);
      if (topics.size === 0) this.#byOperator.delete(username);
    };
  }
}
