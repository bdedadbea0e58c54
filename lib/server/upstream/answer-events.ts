// Emits every answer of the API once, after it was read, to subscribers that the upstream module does not import.
import "server-only";
import { logFault } from "../kernel/log.ts";
import { perProcess } from "../kernel/per-process.ts";
import type { StoredAnswer } from "./answer.ts";

/** One answer of the API with its call. */
export interface AnswerEvent {
  answer: StoredAnswer;
  /** Parameters, query and body of the call, as its operation describes them. */
  input: unknown;
  /** The origin of the call. */
  by: "operator" | "schedule";
  /** From the sending of the request to the last byte of the answer, milliseconds. */
  tookMs: number;
}

/** A consumer of all answers. */
export interface AnswerSubscriber {
  /** Accepts an answer synchronously. */
  onAnswer(event: AnswerEvent): void;
  /** Resolves once everything accepted so far is written. */
  flush(): Promise<void>;
}

const subscribers = perProcess("answer-subscribers", () => new Set<AnswerSubscriber>());

/** Subscribes for as long as the process lives. */
export const subscribeToAnswers = (subscriber: AnswerSubscriber): void => void subscribers().add(subscriber);

/** Passes an answer to every subscriber. Never throws: a subscriber's fault is logged. */
export function emitAnswer(event: AnswerEvent): void {
  for (const subscriber of subscribers()) {
    try {
      subscriber.onAnswer(event);
    } catch (error) {
      logFault("an answer could not be recorded", error, { operation: event.answer.operation.id });
    }
  }
}

/** Resolves once all subscribers have written their answers, for reads that must include the newest ones. */
export async function flushAnswers(): Promise<void> {
  await Promise.all([...subscribers()].map((subscriber) => subscriber.flush()));
}
