// Where the upstream calls meet the inventory: every answer is looked at once, after it was read.
import "server-only";
import type { InventoryKind } from "../../bff/inventory.ts";
import { beforeClose } from "../drain.ts";
import { systemClock } from "../live/clock.ts";
import { logFault } from "../log.ts";
import { perProcess } from "../per-process.ts";
import { database } from "../store/database.ts";
import { endSeen, recordAbsence, recordLinks, recordSightings } from "../store/inventory.ts";
import { insertProxyChecks } from "../store/proxy-checks.ts";
import type { StoredAnswer } from "../upstream/answer.ts";
import { type Asked, observationsOf } from "./observations.ts";
import { type NotingState, Observer } from "./observer.ts";

const observer = () =>
  perProcess("observer", () => {
    const made = new Observer({
      clock: systemClock,
      store: {
        sightings: (rows) => recordSightings(database(), rows, systemClock.nowMs()),
        links: (rows) => recordLinks(database(), rows, systemClock.nowMs()),
        absence: (absence) => recordAbsence(database(), absence, systemClock.nowMs()),
        ended: (ending) => endSeen(database(), ending),
        checks: (rows) => insertProxyChecks(database(), rows),
      },
      report: logFault,
    });
    beforeClose(() => made.end());
    return made;
  });

/** Notes what an answer teaches, soon. Never throws and never waits. */
export function observeAnswer(answer: StoredAnswer, input: unknown, asked: Asked): void {
  try {
    observer().take(observationsOf(answer, input, asked));
  } catch (error) {
    logFault("an answer could not be looked at for ids", error, { operation: answer.operation.id });
  }
}

/** Notes that a list read over several pages holds these ids and no other. */
export const observeWhole = (kind: InventoryKind, present: ReadonlySet<string>, atMs: number): void =>
  observer().take({ sightings: [], links: [], absences: [{ kind, present, atMs }], endings: [], checks: [] });

/** Writes what waits, for readers that must see what was just learned. */
export const settleObservations = (): Promise<void> => observer().flush();

/** How writing down what is seen goes in this process. */
export const notingState = (): NotingState => observer().state;
