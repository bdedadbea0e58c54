// What keeps browsers alive, as the replica that leads counts it of the telemetry it follows, for the other replicas.
import * as z from "zod/mini";
import { type SessionActivity, sessionActivity } from "../../bff/session-activity.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";

const checkpoint = "session_activities";
const sharedActivities = z.record(z.string(), sessionActivity);
type SharedActivities = Readonly<Record<string, SessionActivity>>;

export const writeSharedActivities = (db: Database, activities: SharedActivities): Promise<void> =>
  writeCheckpoint(db, checkpoint, activities);

/** By session id; at most a few seconds old. */
export const readSharedActivities = async (db: Database): Promise<SharedActivities> =>
  (await readCheckpoint(db, checkpoint, sharedActivities)) ?? {};
