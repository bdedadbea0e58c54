// Whom the OpenID provider means: a user is bound to issuer and subject, never to a name or a mail address, which may
// change hands there.
import type { Database } from "../db/database.ts";
import { findUserById, type User } from "./users.ts";

export interface Identity {
  issuer: string;
  subject: string;
}

/** The user of an identity, disabled ones included. */
export async function findUserOfIdentity(
  db: Database,
  { issuer, subject }: Identity,
): Promise<User | undefined> {
  const row = await db
    .selectFrom("identities")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row && (await findUserById(db, row.user_id));
}

/** Binds a user to an identity that has none. */
export async function addIdentity(
  db: Database,
  { issuer, subject }: Identity,
  userId: string,
  nowMs: number,
): Promise<void> {
  const row = { issuer, subject, user_id: userId, created_at_ms: nowMs };
  await db.insertInto("identities").values(row).execute();
}
