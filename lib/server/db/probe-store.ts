// Whether the store takes writes, for readiness: reading goes on with a full disk, and SQLite goes on writing into a file
// that was deleted.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../clock.ts";
import { env } from "../kernel/env.ts";
import { perProcess } from "../kernel/per-process.ts";
import { writeCheckpoint } from "./checkpoints.ts";
import { type Database, databaseFileName, dialectOf } from "./database.ts";
import { type StoreFailure, storeFailureOf } from "./store-failure.ts";

type Code = StoreFailure["code"];

/** Anybody may ask, so that a check is shared for so long. */
const sharedForMs = 2_000;
const last = perProcess("store-probe", (): { atMs: number; code: Promise<Code | undefined> | undefined } => ({
  atMs: 0,
  code: undefined,
}));

async function probe(db: Database): Promise<Code | undefined> {
  if (dialectOf(db) === "sqlite" && !existsSync(join(env().dataDir, databaseFileName)))
    return "store_missing";
  try {
    await writeCheckpoint(db, "readiness", { at_ms: Date.now() });
    return undefined;
  } catch (error) {
    return storeFailureOf(error)?.code ?? "store_unavailable";
  }
}

/** Writes to the store, at most every two seconds; the code of why that failed, undefined when it did not. */
export function probeStore(db: Database): Promise<Code | undefined> {
  const state = last();
  const nowMs = systemClock.monotonicMs();
  if (state.code !== undefined && nowMs - state.atMs < sharedForMs) return state.code;
  state.atMs = nowMs;
  state.code = probe(db);
  return state.code;
}
