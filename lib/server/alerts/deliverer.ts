// Empties the outbox: at least once, in the order of what happened to an alert, retried with growing pauses until it
// is delivered or dead. Each target has its own turns: one that does not answer delays no other.
import { webhookLimits } from "../../bff/webhooks.ts";
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import { type DeliveryRow, dueDeliveries, recordAttempt } from "../store/deliveries.ts";
import { findWebhook } from "../store/webhooks.ts";
import type { Post, PostOutcome } from "./post.ts";
import type { SealedTarget } from "./seal.ts";

export const sentPerTurn = 5;

/** The pause after so many attempts: doubled each time, then anything from half of it to all of it. */
export function pauseAfter(attempts: number, random: () => number): number {
  const { firstPauseMs, longestPauseMs } = paces.deliveries;
  const whole = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  return Math.round(whole / 2 + (whole / 2) * random());
}

export interface DelivererDeps {
  db: Database;
  /** Writes under the lease; rejects when it is another's. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  post: Post;
  unseal: (sealed: string, id: string) => SealedTarget | undefined;
  clock: Clock;
  random: () => number;
  report: (what: string, error: unknown) => void;
}

export class Deliverer {
  readonly #deps: DelivererDeps;
  #cancel: () => void = () => {};
  #stopped = false;
  /** Webhooks whose turn is not over yet. */
  readonly #busy = new Set<string>();

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#cancel = this.#deps.clock.later(paces.deliveries.turnMs, () => void this.#turn());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /** Sends what is due, once. */
  async deliverDue(): Promise<void> {
    await Promise.all(await this.#begin());
  }

  /** Begins a turn of each webhook that has none under way; answers their ends. */
  async #begin(): Promise<Promise<void>[]> {
    const { db, clock } = this.#deps;
    const due = await dueDeliveries(db, {
      nowMs: clock.nowMs(),
      longestPauseMs: paces.deliveries.longestPauseMs,
      limit: sentPerTurn,
      without: this.#busy,
    });
    return [...due].map(async ([webhookId, rows]) => {
      this.#busy.add(webhookId);
      await this.#sendTo(webhookId, rows);
      this.#busy.delete(webhookId);
    });
  }

  async #turn(): Promise<void> {
    try {
      await this.#begin();
    } catch (error) {
      this.#deps.report("the outbox of alerts could not be read", error);
    }
    if (!this.#stopped) this.start();
  }

  async #sendTo(webhookId: string, rows: readonly DeliveryRow[]): Promise<void> {
    for (const row of rows) {
      if (this.#stopped) return;
      try {
        await this.#send(webhookId, row);
      } catch (error) {
        // It may have arrived: it is sent again, under the same key.
        this.#deps.report("the outcome of a webhook could not be recorded", error);
        return;
      }
    }
  }

  async #send(webhookId: string, row: DeliveryRow): Promise<void> {
    const { db, write, post, unseal, clock, random } = this.#deps;
    const webhook = await findWebhook(db, webhookId);
    if (webhook === undefined || webhook.enabled === 0) return;
    const target = unseal(webhook.sealed, webhook.id);
    const atMs = clock.nowMs();
    const unreadable: PostOutcome = {
      status: null,
      ms: 0,
      error: "its address cannot be read with the present session secret: set it again",
    };
    const outcome = target === undefined ? unreadable : await post(target, row);
    const attempts = row.attempts + 1;
    const next =
      outcome.error === null
        ? ({ state: "delivered" } as const)
        : attempts >= webhookLimits.attempts
          ? ({ state: "dead" } as const)
          : ({ state: "waiting", nextAtMs: clock.nowMs() + pauseAfter(attempts, random) } as const);
    await write((trx) => recordAttempt(trx, row, { atMs, ...outcome }, next));
  }
}
