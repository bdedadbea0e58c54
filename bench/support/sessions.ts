// Signed-in operators by the hundred: their rows and cookies as a sign-in leaves them, without its costly hash.
import { encode } from "next-auth/jwt";
import type { Database } from "../../lib/server/store/database.ts";
import { addSession } from "../../lib/server/store/sessions.ts";
import { addUser, findUser } from "../../lib/server/store/users.ts";

const maxAge = 3600;

/** So many viewers; the Cookie header of each. `secret`: the dashboard's NEXTAUTH_SECRET. */
export async function manyViewers(store: Database, secret: string, count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const username = `bench-viewer-${at}`;
    await addUser(store, { username, passwordHash: "-", role: "viewer" }, Date.now());
    const user = await findUser(store, username);
    if (user === undefined) throw new Error("The user was not made.");
    const sid = await addSession(store, { userId: user.id, ip: "127.0.0.1", userAgent: "bench" }, Date.now());
    cookies.push(`fleetdeck.session=${await encode({ token: { sid }, secret, maxAge })}`);
  }
  return cookies;
}
