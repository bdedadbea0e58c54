// Requests with the same `Idempotency-Key` are one act, whichever replica they reach
// (datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header): a second one gets the answer of the first.
import "server-only";
import { createHmac } from "node:crypto";
import { bffHeaders } from "../../bff/headers.ts";
import { actInProgress, answerUnknown } from "../../bff/problem.ts";
import { pause, systemClock } from "../../clock.ts";
import { type ActKey, earlierAct, inProgress } from "../audit/acts.ts";
import type { Database } from "../db/database.ts";
import { derivedKey } from "../kernel/derived-key.ts";
import { env } from "../kernel/env.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { type Reply, unsealReply } from "./reply.ts";

/** The key of a request; undefined when it has none. Throws 400 for one that cannot be a key. */
export function actKeyOf(
  request: Request,
  { userId, action, input }: { userId: string; action: string; input: unknown },
): ActKey | undefined {
  const key = request.headers.get(bffHeaders.idempotencyKey);
  if (key === null) return undefined;
  if (!/^[\x21-\x7e]{8,128}$/.test(key))
    throw new Problem(
      400,
      "bad_idempotency_key",
      "Idempotency-Key must be 8 to 128 printable characters without spaces, such as a UUID.",
    );
  // Keyed: the input may have a password, and the row outlives the act.
  const fingerprint = createHmac("sha256", derivedKey(env().sessionSecret, "fleetdeck act fingerprints 1"))
    .update(JSON.stringify([action, input]))
    .digest("hex");
  return { userId, key, fingerprint };
}

/** The reply of the act that has the key already; undefined when there is none. */
async function repeated(db: Database, key: ActKey, signal: AbortSignal): Promise<Reply | undefined> {
  const untilMs = systemClock.monotonicMs() + deadlines.repeatedAct.totalMs;
  for (;;) {
    const earlier = await earlierAct(db, key);
    if (earlier === undefined) return undefined;
    if (earlier.fingerprint !== key.fingerprint)
      throw new Problem(
        422,
        "idempotency_key_reused",
        "This Idempotency-Key was sent with another request before. Send a new one with each act.",
      );
    if (earlier.ended) {
      const reply = earlier.reply === null ? undefined : unsealReply(earlier.reply, earlier.requestId);
      if (reply === undefined)
        throw new Problem(
          409,
          answerUnknown,
          `The same act was sent before, and its answer is no longer known. Find request ${earlier.requestId} in the audit before you try again.`,
        );
      return { ...reply, headers: { ...reply.headers, [bffHeaders.replayed]: "true" } };
    }
    if (systemClock.monotonicMs() >= untilMs || signal.aborted) throw inProgress();
    await pause(systemClock, paces.audit.repeatedEveryMs, signal);
  }
}

/** Runs an act unless one with its key was sent before, whose reply it returns then. */
export async function actOnce(
  db: Database,
  key: ActKey,
  signal: AbortSignal,
  run: () => Promise<Reply>,
): Promise<Reply> {
  for (;;) {
    const earlier = await repeated(db, key, signal);
    if (earlier !== undefined) return earlier;
    try {
      return await run();
    } catch (error) {
      // Another request with the key was recorded first.
      if (!(error instanceof Problem && error.code === actInProgress) || signal.aborted) throw error;
    }
  }
}
