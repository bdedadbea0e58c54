// The invocations that wait for a node, in PostgreSQL, by pg-boss: each is given to one node, and to another one when that
// was lost before it claimed it. Which invocations wait is decided by the service that works; this only hands them out.
import type { PgBoss } from "pg-boss";
import { z } from "zod";
import { pause, within } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import { whenChanged, withoutRepeats } from "../kernel/without-repeats.ts";

const queueName = "invocations";
/** A node that is silent for so long has lost what it was given. The least that pg-boss takes is 10. */
const silentSeconds = 30;
/** Longer than any invocation may run. */
const expireInSeconds = 24 * 60 * 60;
/** The most that its column holds: a node that the service cannot reach may ask for one again and again. */
const retryLimit = 2_147_483_647;
/** Longer than its cleaning takes. */
const usualAnswerMs = 30_000;
const closeWithinMs = 1_000;
const jobData = z.object({ invocationId: z.string() });

export interface QueueOptions {
  /** Also makes its tables and cleans them up, which is for the service that works. */
  supervises: boolean;
  /** Between attempts to open it. */
  retryMs: number;
  /** A statement that takes longer is one whose connection is dead. */
  answerWithinMs?: number;
  report: (error: unknown) => void;
  warn: (message: string) => void;
  /** Ends the attempts to open it. */
  signal?: AbortSignal | undefined;
}

export class InvocationQueue {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Waits for the database; undefined when `signal` aborts before. */
  static async open(
    databaseUrl: string,
    { supervises, retryMs, answerWithinMs = usualAnswerMs, report, warn, signal }: QueueOptions,
  ): Promise<InvocationQueue | undefined> {
    // It needs a later Node than a service without a database.
    const { PgBoss: Boss } = await import("pg-boss");
    // Only its connection for notices finds out by itself that the database is gone.
    const noticingLoss = { query_timeout: answerWithinMs, keepAlive: true };
    const boss = new Boss({
      ...noticingLoss,
      connectionString: databaseUrl,
      application_name: "fleetdeck-queue",
      schema: "fleetdeck_queue",
      max: 2,
      useListenNotify: true,
      schedule: false,
      supervise: supervises,
    });
    // Each worker has one of its own at each poll.
    boss.on("error", withoutRepeats(report));
    const queue = new InvocationQueue(boss);
    const warnOnce = whenChanged(warn);
    while (!signal?.aborted) {
      try {
        await queue.#start();
        return queue;
      } catch (error) {
        warnOnce(`the queue of invocations cannot be opened yet: ${messageOf(error)}`);
        await pause(retryMs, signal);
      }
    }
    await queue.close();
    return undefined;
  }

  /** May be repeated when it has failed. */
  async #start(): Promise<void> {
    await this.#boss.start();
    await this.#boss.createQueue(queueName, {
      notify: true,
      retryDelay: 1,
      expireInSeconds,
      heartbeatSeconds: silentSeconds,
      deleteAfterSeconds: 60 * 60,
    });
  }

  /** `isFirst`: before those that wait. */
  async add(invocationId: string, { isFirst = false } = {}): Promise<void> {
    // Not of the queue: that may be one that the version before has made.
    await this.#boss.send(queueName, { invocationId }, { retryLimit, priority: isFirst ? 1 : 0 });
  }

  /** Calls `run` for at most `concurrency` invocations at once; one whose `run` rejects is handed out again. */
  async work(concurrency: number, run: (invocationId: string) => Promise<void>): Promise<void> {
    await this.#boss.work(
      queueName,
      { localConcurrency: concurrency, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5 },
      async ([job]) => {
        if (job !== undefined) await run(jobData.parse(job.data).invocationId);
      },
    );
  }

  /** Is handed nothing more; what runs goes on. */
  async pause(): Promise<void> {
    await this.#boss.offWork(queueName, { wait: false });
  }

  async close(): Promise<void> {
    // It waits for its queries, and the database may hang.
    await within(closeWithinMs, this.#boss.stop({ graceful: false }));
  }
}
