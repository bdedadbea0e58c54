// Faults of work that is tried again by itself, which would fill the log while a cause lasts: the first is logged at once,
// further ones as a number at pauses that grow, and their end once.
import { type Clock, systemClock } from "../../clock.ts";
import { type LogDetails, logFault, logNote } from "./log.ts";
import { paces } from "./paces.ts";
import { perProcess } from "./per-process.ts";

interface Repeated {
  total: number;
  /** Since the last line. */
  unlogged: number;
  /** Since the last look. */
  isNew: boolean;
  error: unknown;
  details: LogDetails;
  /** Looks from the last line to the next one, and how many of them are left. */
  pause: number;
  left: number;
}

interface RepeatedFaultsDeps {
  clock: Clock;
  /** Writes a fault; `times` among the details: how often it occurred since the last line. */
  fault: (what: string, error: unknown, details: LogDetails) => void;
  /** Writes that a fault that was repeated has ended; `total`: how often it occurred. */
  note: (what: string, details: { total: number }) => void;
}

/** Looks between two lines at most: an hour. */
const longestPause = 60;

/** Faults by what failed, of which there are few; not by error: of those between two lines the last error is logged,
 *  with its details. */
export class RepeatedFaults {
  readonly #deps: RepeatedFaultsDeps;
  readonly #faults = new Map<string, Repeated>();

  constructor(deps: RepeatedFaultsDeps) {
    this.#deps = deps;
  }

  report(what: string, error: unknown, details: LogDetails = {}): void {
    const known = this.#faults.get(what);
    if (known !== undefined) {
      known.total += 1;
      known.unlogged += 1;
      known.isNew = true;
      known.error = error;
      known.details = details;
      return;
    }
    this.#faults.set(what, { total: 1, unlogged: 0, isNew: false, error, details, pause: 1, left: 1 });
    this.#deps.fault(what, error, details);
    this.#lookLater(what);
  }

  #lookLater(what: string): void {
    this.#deps.clock.later(paces.repeatedFaults.lookMs, () => this.#look(what));
  }

  #look(what: string): void {
    const fault = this.#faults.get(what);
    if (fault === undefined) return;
    if (!fault.isNew) {
      this.#faults.delete(what);
      // One alone says nothing of how often its work is tried.
      if (fault.total > 1) this.#deps.note(`${what}: not again for a minute`, { total: fault.total });
      return;
    }
    fault.isNew = false;
    fault.left -= 1;
    if (fault.left === 0) {
      this.#deps.fault(what, fault.error, Object.assign({}, fault.details, { times: fault.unlogged }));
      fault.unlogged = 0;
      fault.pause = Math.min(2 * fault.pause, longestPause);
      fault.left = fault.pause;
    }
    this.#lookLater(what);
  }
}

const faults = perProcess(
  "repeated-faults",
  () => new RepeatedFaults({ clock: systemClock, fault: logFault, note: logNote }),
);

/** Logs a fault of work that is tried again by itself, as often as is worth reading. */
export const logRepeatedFault = (what: string, error: unknown, details?: LogDetails): void =>
  faults().report(what, error, details);
