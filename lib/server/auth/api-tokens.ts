// Stored API tokens: `fd_`, the id of the row, and a secret. Only a hash of the whole is stored; revoking deletes the row.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type ApiToken,
  type ApiTokenCreate,
  type ApiTokenMade,
  apiTokenLimits,
  apiTokenPrefix,
  type MakerState,
} from "../../bff/api-tokens.ts";
import { hasRole, type Role, role } from "../../bff/roles.ts";
import { dayMs } from "../../bff/time-units.ts";
import type { ApiTokenTables } from "../db/api-token-tables.ts";
import { countRows, rowCount } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { noSuch, Problem } from "../kernel/problem.ts";

type Row = ApiTokenTables["api_tokens"];

/** The present state of the account that made a token; null where it is not known. */
interface Maker {
  maker_role: string | null;
  maker_disabled: number | null;
  maker_without_role: number | null;
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The id in a token; undefined for a text that no token looks like. */
export const idOfToken = (token: string): string | undefined =>
  /^fd_([0-9a-f]{16})[\w-]{43}$/.exec(token)?.[1];

/** Whether a token is the one of a row. */
export const isTokenOf = (token: string, row: Pick<Row, "hash">): boolean =>
  timingSafeEqual(Buffer.from(hashOf(token), "hex"), Buffer.from(row.hash, "hex"));

/** The role of a token, at most that of who made it. */
export function roleOfToken({ role: held, maker_role: makerRole }: Row & Maker): Role {
  const own = role.parse(held);
  const most = makerRole === null ? own : role.parse(makerRole);
  return hasRole(most, own) ? own : most;
}

/** Whether the account that made a token has rights. */
export const makerStateOf = ({ maker_disabled, maker_without_role }: Maker): MakerState =>
  maker_disabled === 1 ? "disabled" : maker_without_role === 1 ? "without_role" : "enabled";

const tokenOf = (row: Row & Maker): ApiToken => {
  const { hash: _, maker_role: _role, maker_disabled: _disabled, maker_without_role: _without, ...own } = row;
  return {
    ...own,
    role: role.parse(own.role),
    role_now: roleOfToken(row),
    created_by_state: makerStateOf(row),
  };
};

/** Tokens with the present state of the account that made each: accounts are never deleted or renamed. */
const withMakers = (db: Database) =>
  db
    .selectFrom("api_tokens")
    .leftJoin("users", "users.username", "api_tokens.created_by")
    .selectAll("api_tokens")
    .select([
      "users.role as maker_role",
      "users.disabled as maker_disabled",
      "users.without_role as maker_without_role",
    ]);

/** All tokens that were not revoked, by name. */
export async function listApiTokens(db: Database): Promise<ApiToken[]> {
  return (await withMakers(db).orderBy("name").execute()).map(tokenOf);
}

/** Creates a token; only this result contains it. Throws a Problem (409) for a name in use, and at the limit. */
export async function createApiToken(
  db: Database,
  given: ApiTokenCreate,
  by: string,
  nowMs: number,
): Promise<ApiTokenMade> {
  if ((await countRows(db.selectFrom("api_tokens").select(rowCount))) >= apiTokenLimits.tokens)
    throw new Problem(
      409,
      "too_many_tokens",
      `There are ${apiTokenLimits.tokens} API tokens already. Revoke one first.`,
    );
  const id = randomBytes(8).toString("hex");
  const token = `${apiTokenPrefix}${id}${randomBytes(32).toString("base64url")}`;
  const row: Row = {
    id,
    name: given.name,
    hash: hashOf(token),
    role: given.role,
    created_by: by,
    created_at_ms: nowMs,
    expires_at_ms: nowMs + given.expires_in_days * dayMs,
    last_used_at_ms: null,
  };
  const added = await db
    .insertInto("api_tokens")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirst();
  if ((added.numInsertedOrUpdatedRows ?? 0n) === 0n)
    throw new Problem(
      409,
      "name_taken",
      `There already is an API token named ${given.name}. Revoke it first, or choose another name.`,
    );
  // Who creates it has the rights to.
  return { ...tokenOf({ ...row, maker_role: null, maker_disabled: null, maker_without_role: null }), token };
}

/** The row of a token, with the present state of the account that made it. */
export const findApiToken = (db: Database, id: string) =>
  withMakers(db).where("api_tokens.id", "=", id).executeTakeFirst();

/** Deletes a token; throws a Problem (404). */
export async function deleteApiToken(db: Database, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom("api_tokens").where("id", "=", id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw noSuch("API token");
}

/** Records a use of a token, unless one since `unlessSinceMs` is recorded (by another replica). */
export async function touchApiToken(
  db: Database,
  id: string,
  nowMs: number,
  unlessSinceMs: number,
): Promise<void> {
  await db
    .updateTable("api_tokens")
    .set({ last_used_at_ms: nowMs })
    .where("id", "=", id)
    .where((each) =>
      each.or([each("last_used_at_ms", "is", null), each("last_used_at_ms", "<", unlessSinceMs)]),
    )
    .execute();
}
