// A password and the sign-ins that were made with it end together.
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import { addSignIn, expireKeysOf, revokeSignInsOf } from "./sign-ins.ts";
import { changeUser, findUserById, type User } from "./users.ts";

/** Replaces the password of a user and ends their sign-ins. `own`: by the user themselves, who keeps this sign-in and has
 *  shown that the password is still that of `user`; false when it no longer is. */
export function replacePassword(
  db: Database,
  { id, username, passwordHash: before }: User,
  to: { passwordHash: string; oneTimeUntilMs?: number },
  { nowMs, own }: { nowMs: number; own?: { sid: string } },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockReplicas(db, trx, "accounts");
    if (own !== undefined && (await findUserById(trx, id))?.passwordHash !== before) return false;
    await changeUser(trx, username, to);
    await revokeSignInsOf(trx, id, nowMs, own === undefined ? {} : { exceptSid: own.sid });
    await expireKeysOf(trx, id);
    return true;
  });
}

/** Creates a sign-in of a user; undefined when the account was disabled or its password replaced after `user` was read:
 *  to check a password takes a while. */
export function addSignInOf(
  db: Database,
  { id, passwordHash }: User,
  signIn: Omit<Parameters<typeof addSignIn>[1], "userId">,
  nowMs: number,
): Promise<{ sid: string; key: string } | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockReplicas(db, trx, "accounts");
    const now = await findUserById(trx, id);
    if (now === undefined || now.disabled || now.passwordHash !== passwordHash) return undefined;
    return await addSignIn(trx, { ...signIn, userId: id }, nowMs);
  });
}
