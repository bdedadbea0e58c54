// What keeps browsers alive, as the replica that leads counts it of the telemetry it follows, for the other replicas.
import * as z from "zod/mini";
import { type SessionActivity, sessionActivity } from "../../bff/session-activity.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { recorderLease, termOfHolder } from "../db/leases.ts";

const checkpoint = "session_activities";
const sharedActivities = z.object({
  /** The term of the replica that counted them. */
  term: z.number(),
  activities: z.record(z.string(), sessionActivity),
});
type SharedActivities = Readonly<Record<string, SessionActivity>>;

/** Called while this process holds the lease. */
export async function writeSharedActivities(db: Database, activities: SharedActivities): Promise<void> {
  const term = await termOfHolder(db, recorderLease);
  await writeCheckpoint(db, checkpoint, { term, activities });
}

/** By session id, at most a few seconds old; empty while nobody leads, and until a new leader has counted. */
export async function readSharedActivities(db: Database): Promise<SharedActivities> {
  const [shared, term] = await Promise.all([
    readCheckpoint(db, checkpoint, sharedActivities),
    termOfHolder(db, recorderLease),
  ]);
  return shared !== undefined && shared.term === term ? shared.activities : {};
}
