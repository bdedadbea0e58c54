// Sharing with the other replicas what keeps browsers alive, while this replica holds the lease and follows their telemetry.
import "server-only";
import type { SessionActivity } from "../../bff/session-activity.ts";
import type { Clock } from "../../clock.ts";
import { writeSharedActivities } from "../browsers/shared-activity.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { PeriodicTask } from "../kernel/periodic-task.ts";

export interface ActivitySharingDeps {
  /** Runs `work` in a transaction while the lease is held. */
  write: (work: (trx: Database) => Promise<void>) => Promise<void>;
  hub: { activities(): Readonly<Record<string, SessionActivity>> };
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

export class ActivitySharing {
  readonly #deps: ActivitySharingDeps;
  readonly #work: PeriodicTask;
  #shared: string | undefined;

  constructor(deps: ActivitySharingDeps) {
    this.#deps = deps;
    this.#work = new PeriodicTask({
      everyMs: paces.evidenceRecorder.activityMs,
      turn: () => this.share(),
      failure: "the activity of browsers could not be shared",
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

  /** Writes what changed since the last time; at first all, as an earlier leader may have left its own. */
  async share(): Promise<void> {
    const activities = this.#deps.hub.activities();
    const text = JSON.stringify(activities);
    if (text === this.#shared) return;
    await this.#deps.write((trx) => writeSharedActivities(trx, activities));
    this.#shared = text;
  }
}
