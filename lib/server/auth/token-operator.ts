// Authentication of programs: `Authorization: Bearer fd_…`. The row of a token is cached for five seconds, as that of a
// sign-in is. Wrong tokens are counted by network; above the limit only tokens in use are verified there.
import "server-only";
import { LRUCache } from "lru-cache";
import { apiTokenPrefix } from "../../bff/api-tokens.ts";
import { systemClock } from "../../clock.ts";
import { database } from "../db/database.ts";
import { noteChange } from "../kernel/changes.ts";
import { networkOf } from "../kernel/client-address.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import {
  deleteApiToken,
  findApiToken,
  idOfToken,
  isTokenOf,
  makerStateOf,
  roleOfToken,
  touchApiToken,
} from "./api-tokens.ts";
import { optionalWrite } from "./optional-write.ts";
import { RecentRows } from "./recent-rows.ts";

type Row = NonNullable<Awaited<ReturnType<typeof findApiToken>>>;

const wrongRule = { tokens: 20, windowMs: 60_000 } as const;

/** Longer than a program waits between its requests, a scrape for example. */
const inUseMs = 600_000;

const rows = perProcess("api-token-cache", () => new RecentRows<Row>(1000));

/** Wrong tokens of each network in the current window; times of the monotonic clock. */
const wrongTokens = perProcess(
  "wrong-api-tokens",
  () => new LRUCache<string, { count: number; endsAtMs: number }>({ max: 10_000 }),
);

/** Ids of tokens that were right within the last ten minutes: they are verified wherever others are not. */
const tokensInUse = perProcess(
  "api-tokens-in-use",
  () => new LRUCache<string, true>({ max: 1000, ttl: inUseMs, perf: { now: systemClock.monotonicMs } }),
);

/** The API token in an Authorization header; undefined without one. Throws a Problem (401) for a bearer token that is
 *  none of ours, unless `hasSignIn`: a proxy in front may add its own. */
export function bearerTokenOf(header: string | null, hasSignIn: boolean): string | undefined {
  const [, token = ""] = /^bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  if (token.startsWith(apiTokenPrefix)) return token;
  if (token === "" || hasSignIn) return undefined;
  throw invalid(
    `The bearer token is not an API token of this dashboard: those begin with ${apiTokenPrefix}.`,
  );
}

/** RFC 6750, section 3: an invalid token is answered with a challenge. */
const invalid = (message: string) =>
  new Problem(401, "invalid_token", message, {
    headers: { "www-authenticate": 'Bearer realm="Fleetdeck", error="invalid_token"' },
  });

const readRow = (id: string) => rows().read(id, () => findApiToken(database(), id));

/** Milliseconds until another wrong token of the network is verified; 0: now. */
function waitOf(network: string): number {
  const wrong = wrongTokens().get(network);
  if (wrong === undefined || wrong.count < wrongRule.tokens) return 0;
  return Math.max(0, wrong.endsAtMs - systemClock.monotonicMs());
}

function countWrong(network: string): void {
  const nowMs = systemClock.monotonicMs();
  const wrong = wrongTokens().get(network);
  if (wrong !== undefined && wrong.endsAtMs > nowMs) wrong.count += 1;
  else wrongTokens().set(network, { count: 1, endsAtMs: nowMs + wrongRule.windowMs });
}

/** What a token may do as an operator. Its user id belongs to nobody. */
const operatorOfRow = (row: Row) => ({
  sid: `token:${row.id}`,
  userId: `token:${row.id}`,
  username: `token ${row.name}`,
  role: roleOfToken(row),
  endsAtMs: row.expires_at_ms,
  tokenId: row.id,
  mustChangePassword: false,
});

type TokenOperator = ReturnType<typeof operatorOfRow>;

async function noteUse(row: Row, nowMs: number): Promise<void> {
  const unlessSinceMs = nowMs - paces.access.touchMs;
  if (row.last_used_at_ms !== null && row.last_used_at_ms >= unlessSinceMs) return;
  row.last_used_at_ms = nowMs;
  await optionalWrite("api-token", () => touchApiToken(database(), row.id, nowMs, unlessSinceMs));
}

/** Why the account that made a token has no rights any more; undefined while it has some. */
function lostRights(row: Row): string | undefined {
  const created = `account ${row.created_by}, which created the API token ${row.name},`;
  switch (makerStateOf(row)) {
    case "disabled":
      return `The ${created} is disabled.`;
    case "without_role":
      return `The groups of the ${created} give no role any more.`;
    case "enabled":
      return undefined;
  }
}

/** The operator that a token stands for. Throws a Problem: 401 for a wrong or expired one, and one of an account that is disabled
 *  or has no role; 429 after many wrong ones from the network of `ip`. */
export async function tokenOperator(token: string, ip: string): Promise<TokenOperator> {
  const network = networkOf(ip);
  const waitMs = waitOf(network);
  const id = idOfToken(token);
  const isVerified = id !== undefined && (waitMs === 0 || tokensInUse().has(id));
  const row = isVerified ? await readRow(id) : undefined;
  if (row === undefined || !isTokenOf(token, row)) {
    if (waitMs > 0)
      throw new Problem(
        429,
        "too_many_wrong_tokens",
        "Too many wrong API tokens were sent from this network.",
        {
          retryAfterSeconds: Math.ceil(waitMs / 1000),
        },
      );
    countWrong(network);
    throw invalid("The API token is wrong, or it was revoked.");
  }
  const nowMs = Date.now();
  if (nowMs >= row.expires_at_ms)
    throw invalid(
      `The API token ${row.name} expired at ${new Date(row.expires_at_ms).toISOString()}. Create a new one in Settings.`,
    );
  const lost = lostRights(row);
  if (lost !== undefined) throw invalid(lost);
  tokensInUse().set(row.id, true);
  await noteUse(row, nowMs);
  return operatorOfRow(row);
}

/** The operator of a token as of now; undefined once it is revoked or expired, or its account disabled or without a role. */
export async function recheckToken(id: string): Promise<TokenOperator | undefined> {
  const row = await readRow(id);
  if (row === undefined || Date.now() >= row.expires_at_ms || lostRights(row) !== undefined) return undefined;
  await noteUse(row, Date.now());
  return operatorOfRow(row);
}

/** Revokes a token at once, in all replicas. Throws a Problem (404). */
export async function revokeApiToken(id: string): Promise<void> {
  await deleteApiToken(database(), id);
  rows().forget(id);
  noteChange("access");
}
