// The one place that records an act: its intent before it is done, its outcome afterwards. Without the first row the
// act is not done; the second one is tried again until it is written.
import { leavesOutcomeUnknown } from "../../bff/problem.ts";
import { systemClock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { storeFailureOf } from "../db/store-failure.ts";
import { isStoreUnavailable } from "../db/store-unavailable.ts";
import { noteChange } from "../kernel/changes.ts";
import { logFault } from "../kernel/log.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { beforeClose } from "../kernel/shutdown.ts";
import {
  type ActEvent,
  type ActKey,
  type ActOutcome,
  closeAct,
  IntentUnknown,
  openAct,
  renewActs,
  withdrawAct,
} from "./acts.ts";

/** Writes how an act ended; again where it was written already. */
type Closing = () => Promise<void>;

/** At most so many outcomes wait for the store; more become "unknown" once their time is over. */
const mostWaiting = 1_000;

/** The acts of this process: those under way, and outcomes that could not be written yet. */
const acts = perProcess("acts-under-way", () => {
  const waiting: Closing[] = [];
  const made = { open: new Map<string, Database>(), waiting, isTimed: false };
  beforeClose(() => writeWaiting());
  return made;
});

async function writeWaiting(): Promise<void> {
  const state = acts();
  for (const closing of state.waiting.splice(0)) {
    try {
      await closing();
    } catch (error) {
      state.waiting.push(closing);
      if (!isStoreUnavailable(error)) logFault("the outcome of an act could not be written", error);
    }
  }
}

async function renewOpen(): Promise<void> {
  const byStore = Map.groupBy(acts().open, ([, db]) => db);
  for (const [db, open] of byStore)
    await renewActs(
      db,
      open.map(([requestId]) => requestId),
    );
}

/** Renews acts under way and writes outcomes that wait, as long as there are any. */
function attend(): void {
  const state = acts();
  if (state.isTimed || (state.open.size === 0 && state.waiting.length === 0)) return;
  state.isTimed = true;
  systemClock.later(paces.audit.actsEveryMs, () => {
    void writeWaiting()
      .then(renewOpen)
      .catch((error: unknown) => logRepeatedFault("acts in progress could not be renewed", error))
      .finally(() => {
        state.isTimed = false;
        attend();
      });
  });
}

/** Writes an outcome; one that cannot be written now is tried again, as the act is done whatever becomes of its row. */
async function close(requestId: string, closing: Closing): Promise<void> {
  try {
    await closing();
  } catch (error) {
    logFault("the outcome of an act could not be written yet", error, { request_id: requestId });
    if (acts().waiting.length < mostWaiting) acts().waiting.push(closing);
    attend();
  }
}

const failureOf = (error: unknown): { status?: number; code: string } =>
  error instanceof Problem ? { status: error.status, code: error.code } : { code: "failed" };

/** The failure of an act whose outcome is unknown, which says so. */
const unknownOutcome = ({ status, code, message, details, retryAfterSeconds, headers }: Problem): Problem =>
  new Problem(status, code, `${message} It may have been done: check before you try again.`, {
    ...(details === undefined ? {} : { details }),
    retryAfterSeconds,
    headers,
  });

export interface ActToRun<Done> {
  /** Read before and after the act: the target may become known by it. */
  event: () => ActEvent;
  work: () => Promise<Done>;
  /** Nothing is changed by it, as by a download: it does not matter whether it was done. */
  isRead?: boolean;
  /** The key of an act that may be sent twice. */
  once?: ActKey | undefined;
  /** Fields of the outcome's row that differ from the intent's. */
  changed?: (done: Done) => { target?: string | undefined };
  /** The answer that is given again to a request with the same key. */
  replyTo?: (end: { done: Done } | { error: unknown }) => string | undefined;
}

const notAudited = { status: 503, code: "audit_unavailable" } as const;

/** The failure of an act that cannot be audited, with the reason where the store has one. */
function auditUnavailable(error: unknown): Problem {
  const why = storeFailureOf(error)?.message ?? "Try again in a few seconds.";
  const message = `Nothing was done: the audit record cannot be written. ${why}`;
  return new Problem(notAudited.status, notAudited.code, message, { retryAfterSeconds: 5 });
}

/** The act is not done, though its intent may have been written: otherwise it would read as under way, then as unknown. */
async function withdraw(db: Database, event: ActEvent): Promise<void> {
  const nowMs = Date.now();
  await close(event.requestId, () => withdrawAct(db, event, notAudited, nowMs));
}

/**
 * Runs an act between its two audit rows. Throws 503 without running it when it is not known that the first was written, and
 * 409 when one with its key is there; throws what `work` throws.
 */
export async function runAct<Done extends { status: number }>(
  db: Database,
  act: ActToRun<Done>,
): Promise<Done> {
  const { requestId } = act.event();
  try {
    await openAct(db, act.event(), act.once, Date.now());
  } catch (error) {
    if (error instanceof Problem && !isStoreUnavailable(error)) throw error;
    if (error instanceof IntentUnknown) await withdraw(db, act.event());
    logFault("an audit row could not be written", error, { request_id: requestId });
    throw auditUnavailable(error);
  }
  const end = async (outcome: ActOutcome, reply: string | undefined, ended = act.event()) => {
    const nowMs = Date.now();
    await close(requestId, () => closeAct(db, ended, { ...outcome, reply }, nowMs));
    acts().open.delete(requestId);
    noteChange("acts");
  };
  acts().open.set(requestId, db);
  attend();
  try {
    const done = await act.work();
    const { target = act.event().target } = act.changed?.(done) ?? {};
    const outcome = { phase: "answered", status: done.status } as const;
    await end(outcome, act.replyTo?.({ done }), { ...act.event(), target });
    return done;
  } catch (thrown) {
    const failure = failureOf(thrown);
    const isUnknown = thrown instanceof Problem && leavesOutcomeUnknown(thrown);
    const error = isUnknown && !act.isRead ? unknownOutcome(thrown) : thrown;
    await end({ phase: isUnknown ? "unknown" : "answered", ...failure }, act.replyTo?.({ error }));
    throw error;
  }
}
