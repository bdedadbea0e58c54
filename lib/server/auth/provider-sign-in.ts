// Sign-in with an identity that the OpenID provider has confirmed: finds or makes its user, and gives them the role of
// their groups, each time.
import "server-only";
import { usernameRule } from "../../bff/accounts.ts";
import type { Role } from "../../bff/roles.ts";
import { appendAudit } from "../audit/audit-chain.ts";
import { type Database, database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import { noteChange } from "../kernel/changes.ts";
import { env } from "../kernel/env.ts";
import { Problem } from "../kernel/problem.ts";
import { addSignInOf } from "./account-sign-ins.ts";
import type { SignInAttempt } from "./credentials.ts";
import { addIdentity, findUserOfIdentity, type Identity } from "./identities.ts";
import { groupsIn, roleOfGroups } from "./provider-roles.ts";
import type { SignedIn } from "./require-operator.ts";
import { absoluteSeconds } from "./sign-in-cookie.ts";
import { expireKeysOf, proveSignIn, pruneSignIns, revokeSignInsOf } from "./sign-ins.ts";
import { addUser, changeUser, findUser, type User } from "./users.ts";

/** What the provider says of a user, with the claims of the ID token. */
export interface ProviderProfile extends Identity {
  claims: Readonly<Record<string, unknown>>;
  /** When they signed in to the provider, epoch milliseconds; null: it does not say. */
  authTimeMs: number | null;
}

type Client = Omit<SignInAttempt, "username" | "password">;

const maxProofAgeMs = 5 * 60_000;

/** A name for a new user from what the provider calls them. */
function wantedName({ claims, subject }: ProviderProfile): string {
  const given = [claims.preferred_username, claims.email, claims.name, subject].find(
    (text) => typeof text === "string" && text !== "",
  );
  const name = String(given)
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._@-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 56);
  return usernameRule.test(name) ? name.toLowerCase() : "user";
}

/** Makes a user without a password. A name that is taken, by whomever, gets a number: it never joins two accounts. */
async function makeUser(db: Database, profile: ProviderProfile, role: Role, nowMs: number): Promise<User> {
  const wanted = wantedName(profile);
  for (let at = 1; ; at += 1) {
    const username = at === 1 ? wanted : `${wanted}-${at}`;
    const user =
      (await addUser(db, { username, passwordHash: "", role }, nowMs)) && (await findUser(db, username));
    if (!user) continue;
    await addIdentity(db, profile, user.id, nowMs);
    return user;
  }
}

/** The user of a profile with the role of their groups; undefined where these give none, which ends their sign-ins and is kept
 *  for what else acts with their role. */
function userOf(db: Database, profile: ProviderProfile, role: Role | undefined, nowMs: number) {
  return db.transaction().execute(async (trx) => {
    // Two first sign-ins at the same moment make one user.
    await lockReplicas(db, trx, "accounts");
    const known = await findUserOfIdentity(trx, profile);
    if (role === undefined) {
      if (known !== undefined) {
        await changeUser(trx, known.username, { withoutRole: true });
        await revokeSignInsOf(trx, known.id, nowMs);
      }
      return { known, user: undefined };
    }
    if (known === undefined) return { known, user: await makeUser(trx, profile, role, nowMs) };
    if (known.role !== role || known.withoutRole)
      await changeUser(trx, known.username, { role, withoutRole: false });
    if (known.role !== role) await expireKeysOf(trx, known.id);
    return { known, user: { ...known, role, withoutRole: false } };
  });
}

/** Creates a sign-in. Throws a Problem (403): `no_role` or `account_disabled`. */
export async function signInWithProvider(
  profile: ProviderProfile,
  client: Client,
): Promise<{ userId: string; username: string; key: string }> {
  const db = database();
  const { oidc } = env().signIn;
  const nowMs = Date.now();
  const groups = groupsIn(profile.claims, oidc?.groupsClaim ?? "groups");
  const role = roleOfGroups(groups, oidc?.roles ?? []);
  const { known, user } = await userOf(db, profile, role, nowMs);
  if (known !== undefined && (known.withoutRole || known.role !== user?.role)) noteChange("access");
  const { ip, userAgent, requestId } = client;
  const actor = user?.username ?? known?.username ?? wantedName(profile);
  const event = { actor, ip, requestId, action: "signIn", phase: "event" } as const;
  const refuse = async (code: string, message: string) => {
    await appendAudit(db, { ...event, role: "none", status: 403, code }, nowMs);
    throw new Problem(403, code, message);
  };
  if (user === undefined) return refuse("no_role", "None of your groups has a role in this dashboard.");
  const provedAtMs = profile.authTimeMs === null ? null : Math.min(profile.authTimeMs, nowMs);
  const made = await addSignInOf(db, user, { ip, userAgent, provedAtMs }, nowMs);
  if (made === undefined) return refuse("account_disabled", "Your account in this dashboard is disabled.");
  await appendAudit(db, { ...event, role: user.role, status: 200 }, nowMs);
  await pruneSignIns(db, nowMs - 30 * absoluteSeconds * 1000);
  return { userId: user.id, username: user.username, key: made.key };
}

/** Takes a new sign-in at the provider as a proof of identity for the present sign-in. Throws a Problem (403) when it is
 *  someone else's, or was not made just now. */
export async function proveWithProvider(operator: SignedIn, profile: ProviderProfile): Promise<void> {
  const user = await findUserOfIdentity(database(), profile);
  if (user?.id !== operator.userId)
    throw new Problem(403, "other_account", "This is not the account that is signed in.");
  const nowMs = Date.now();
  if (profile.authTimeMs === null || nowMs - profile.authTimeMs >= maxProofAgeMs)
    throw new Problem(403, "not_proved", "The provider did not ask you to sign in again.");
  await proveSignIn(database(), operator.sid, Math.min(profile.authTimeMs, nowMs));
}
