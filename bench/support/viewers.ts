// Signed-in operators, created quickly: the rows and cookies of a sign-in, without its slow password hash.
import { encode } from "next-auth/jwt";
import { addSignIn } from "../../lib/server/auth/sign-ins.ts";
import { addUser, findUser } from "../../lib/server/auth/users.ts";
import type { Database } from "../../lib/server/db/database.ts";

const maxAge = 3600;

/** The `refetchInterval` of the overview's queries. */
export const overviewEveryMs = 5_000;
/** What an open overview requests. */
export const overviewPaths = [
  "/api/invocations?status=running&limit=100",
  "/api/invocations?status=queued&limit=100",
  "/api/browsers?status=active&limit=100",
  "/api/browser_pools",
  "/api/attention",
] as const;

/** Creates `count` operators, who may read logs; returns the Cookie header of each. `secret`: the dashboard's NEXTAUTH_SECRET. */
export async function createViewers(store: Database, secret: string, count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const username = `bench-viewer-${at}`;
    await addUser(store, { username, passwordHash: "-", role: "operator" }, Date.now());
    const user = await findUser(store, username);
    if (user === undefined) throw new Error("The user was not created.");
    const { key } = await addSignIn(
      store,
      { userId: user.id, ip: "127.0.0.1", userAgent: "bench" },
      Date.now(),
    );
    cookies.push(`fleetdeck.session=${await encode({ token: { key }, secret, maxAge })}`);
  }
  return cookies;
}
