// Sends the queued deliveries: at least once, in order per alert, with exponential backoff until delivered or dead. Each
// webhook has its own turns, so that one that does not respond delays no other.
import { webhookLimits } from "../../bff/webhooks.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { PeriodicTask } from "../kernel/periodic-task.ts";
import { type DeliveryRow, dueDeliveries, recordAttempt } from "./deliveries.ts";
import type { Post, PostOutcome } from "./post-webhook.ts";
import type { SealedTarget } from "./sealed-target.ts";
import { findWebhook } from "./webhooks.ts";

export const sendsPerTurn = 5;

/** The pause after so many attempts: doubled each time, with random jitter between half and all of it. */
export function pauseAfter(attempts: number, random: () => number): number {
  const { firstPauseMs, longestPauseMs } = paces.deliveries;
  const fullMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  return Math.round(fullMs / 2 + (fullMs / 2) * random());
}

export interface DelivererDeps {
  db: Database;
  /** Writes under the lease; rejects when another replica holds it. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  post: Post;
  unseal: (sealed: string, id: string) => SealedTarget | undefined;
  clock: Clock;
  random: () => number;
  report: (what: string, error: unknown) => void;
}

export class Deliverer {
  readonly #deps: DelivererDeps;
  readonly #work: PeriodicTask;
  /** Webhooks with a turn in progress. */
  readonly #busy = new Set<string>();

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
    this.#work = new PeriodicTask({
      everyMs: paces.deliveries.turnMs,
      turn: async () => void (await this.begin()),
      failure: "the outbox of alerts could not be read",
      clock: deps.clock,
      report: deps.report,
    });
  }

  start(): void {
    this.#work.start();
  }

  stop(): void {
    this.#work.stop();
  }

  /** Starts a turn of each webhook without one in progress; returns their promises. */
  async begin(): Promise<Promise<void>[]> {
    const { db, clock } = this.#deps;
    const due = await dueDeliveries(db, {
      nowMs: clock.nowMs(),
      limit: sendsPerTurn,
      without: this.#busy,
    });
    return [...due].map(async ([webhookId, rows]) => {
      this.#busy.add(webhookId);
      await this.#sendTo(webhookId, rows);
      this.#busy.delete(webhookId);
    });
  }

  async #sendTo(webhookId: string, rows: readonly DeliveryRow[]): Promise<void> {
    for (const row of rows) {
      if (this.#work.isStopped) return;
      try {
        await this.#send(webhookId, row);
      } catch (error) {
        // It may have been received; it is sent again with the same key.
        this.#deps.report(`the outcome of webhook ${webhookId} could not be recorded`, error);
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
      error: "its address cannot be decrypted with the current session secret: set it again",
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
