// Changes of the tables of accounts, in SQL that SQLite and PostgreSQL both accept.
import { type Kysely, sql } from "kysely";

/** Until when a user's password is a one-time password; null for one that its user has set. */
export async function oneTimePasswords(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("one_time_until_ms", "bigint").execute();
}

/**
 * The key of a sign-in, which its cookie contains and which is replaced from time to time, apart from its id. Ends all
 * sign-ins of earlier versions: their cookies contain the id, which is shown in Settings from now on.
 */
export async function signInKeys(db: Kysely<unknown>): Promise<void> {
  await sql`delete from sign_ins`.execute(db);
  const table = () => db.schema.alterTable("sign_ins");
  await table()
    .addColumn("key", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await table().addColumn("previous_key", "text").execute();
  await table()
    .addColumn("rotated_at_ms", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await table().addColumn("confirmed_at_ms", "bigint").execute();
  await db.schema.createIndex("sign_ins_by_key").unique().on("sign_ins").column("key").execute();
  await db.schema.createIndex("sign_ins_by_previous_key").on("sign_ins").column("previous_key").execute();
}

/** When the user of a sign-in last proved who they are. */
export async function signInProofs(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sign_ins").addColumn("proved_at_ms", "bigint").execute();
}

/** Whether the groups of a user at the OpenID provider give no role any more. */
export async function usersWithoutRole(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("without_role", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Whom the OpenID provider means. */
export interface AccountTables {
  identities: { issuer: string; subject: string; user_id: string; created_at_ms: number };
}

export async function identities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("identities")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("identities_key", ["issuer", "subject"])
    .execute();
}
