// Refusals because of the role: the first of an operator, operation and minute is a row of its own, those that follow in
// that minute are one row with their number, so that a flood of them does not fill the audit.
import { type Clock, systemClock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { logFault } from "../kernel/log.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { beforeClose } from "../kernel/shutdown.ts";
import { nameOfTarget } from "./act-objects.ts";
import type { ActEvent } from "./acts.ts";
import { appendAudit } from "./audit-chain.ts";

interface Counted {
  db: Database;
  /** The newest of them. */
  event: ActEvent;
  count: number;
}

const counts = perProcess("audit-refusals", () => {
  const made = new Map<string, Counted>();
  beforeClose(async () => {
    for (const key of [...made.keys()]) await write(key);
  });
  return made;
});

const status = 403;

async function append(db: Database, event: ActEvent, count: number): Promise<void> {
  try {
    const targetName = await nameOfTarget(db, event);
    await appendAudit(db, { ...event, targetName, phase: "denied", status, count }, Date.now());
  } catch (error) {
    logFault("a refusal could not be written to the audit", error, { request_id: event.requestId, count });
  }
}

/** Ends the minute of a key, and writes what was counted in it. */
async function write(key: string): Promise<void> {
  const counted = counts().get(key);
  counts().delete(key);
  if (counted !== undefined && counted.count > 0) await append(counted.db, counted.event, counted.count);
}

/** Records a refusal; a failure to write it is only logged. */
export async function recordRefusal(
  db: Database,
  event: ActEvent,
  clock: Clock = systemClock,
): Promise<void> {
  const key = JSON.stringify([event.actor, event.action]);
  const counted = counts().get(key);
  if (counted !== undefined) {
    Object.assign(counted, { event, count: counted.count + 1 });
    return;
  }
  counts().set(key, { db, event, count: 0 });
  clock.later(paces.audit.refusalsMs, () => void write(key));
  await append(db, event, 1);
}
