import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findSignIn } from "../../lib/server/auth/sign-ins.ts";
import { changeUser } from "../../lib/server/auth/users.ts";
import {
  adminPassword,
  type Reply,
  sendRequest,
  userPassword,
  Visitor,
} from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { waitFor } from "../support/wait-until.ts";

const token = "session-tests-token-1";
const { dashboard } = await faultyDashboardForTests({ token, variables: { RECORDER: "off" } });

describe("signing in", () => {
  it("sets a cookie that is HttpOnly and SameSite (T18)", async () => {
    const visitor = new Visitor(dashboard.url);
    const reply = await visitor.signIn("admin", adminPassword);
    const cookie = reply.headers["set-cookie"]?.find((line) => line.startsWith("fleetdeck.session="));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie?.length).toBeLessThan(4096);
  });

  it("never adopts an earlier sign-in, and ends it (T15)", async () => {
    const visitor = await dashboard.signedInAdmin();
    const before = new Map(visitor.cookies);
    await visitor.signIn("admin", adminPassword);
    expect(visitor.cookies.get("fleetdeck.session")).not.toBe(before.get("fleetdeck.session"));
    const old = new Visitor(dashboard.url);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect((await old.get("/api/session")).status).toBe(401);
  });

  it("answers a broken form with 400 and never with 500", async () => {
    for (const [type, body] of [
      ["application/x-www-form-urlencoded", "username=%ff&password"],
      ["application/x-www-form-urlencoded", ""],
      ["application/json", "{"],
      ["text/plain", "username=a&password=b&csrfToken=c"],
    ] as const) {
      const reply = await sendRequest(dashboard.url, "/api/auth/callback/credentials", {
        method: "POST",
        headers: {
          origin: dashboard.url,
          "content-type": type,
          "content-length": String(Buffer.byteLength(body)),
        },
        body,
      });
      expect([400, 415], `${type} ${body}`).toContain(reply.status);
    }
  });

  it("requires the form's token and our origin (T14)", async () => {
    const form = { username: "admin", password: adminPassword, csrfToken: "made-up" };
    const visitor = new Visitor(dashboard.url);
    const refused = [await visitor.sendForm("/api/auth/callback/credentials", form)];
    // With a token that is right, as one that was read by another page would be.
    for (const origin of ["", "null", "https://evil.example"])
      refused.push(await visitor.signIn("admin", adminPassword, { origin }));
    const { json } = await visitor.get("/api/auth/csrf");
    const right = Object.assign({}, form, { csrfToken: Reflect.get(Object(json), "csrfToken") });
    const body = new URLSearchParams(right).toString();
    const headers = {
      cookie: visitor.cookieHeader(),
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(Buffer.byteLength(body)),
    };
    refused.push(
      await sendRequest(dashboard.url, "/api/auth/callback/credentials", { method: "POST", headers, body }),
    );
    expect(refused.map(({ status, json }) => [status, Reflect.get(Object(json), "code")])).toEqual([
      [403, "csrf_mismatch"],
      [403, "wrong_origin"],
      [403, "wrong_origin"],
      [403, "wrong_origin"],
      [403, "wrong_origin"],
    ]);
    expect([...visitor.cookies.keys()]).not.toContain("fleetdeck.session");
  });

  it("exposes only the two required routes of next-auth", async () => {
    for (const path of ["session", "signout", "signin", "providers", "error", "callback/other", "_log"]) {
      expect((await sendRequest(dashboard.url, `/api/auth/${path}`)).status, path).toBe(404);
    }
  });
});

describe("a session", () => {
  it("ends immediately on sign-out, also for copied cookies (T16)", async () => {
    const visitor = await dashboard.signedInAdmin();
    const copy = new Visitor(dashboard.url);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    expect((await copy.get("/api/invocations")).status).toBe(200);
    expect((await visitor.send("DELETE", "/api/session")).status).toBe(204);
    expect((await copy.get("/api/invocations")).status).toBe(401);
    expect((await copy.get("/api/session")).status).toBe(401);
  });

  it("follows a change of role and of the account within seconds (T13)", async () => {
    const visitor = await dashboard.signedIn("operator");
    expect((await visitor.send("POST", "/api/proxies/proxy1/check")).status).toBe(200);
    const { username } = visitorName(await visitor.get("/api/session"));
    await changeUser(await dashboard.store(), username, { role: "viewer" });
    await waitFor(
      "it is refused",
      async () => (await visitor.send("POST", "/api/proxies/proxy1/check")).status,
      (status) => status === 403,
    );
    expect((await visitor.get("/api/proxies")).status).toBe(200);
    await changeUser(await dashboard.store(), username, { disabled: true });
    await waitFor(
      "it is over",
      async () => (await visitor.get("/api/proxies")).status,
      (status) => status === 401,
    );
  });

  it("ends after half an hour idle, and after eight hours in any case (T17)", async () => {
    for (const column of ["seen_at_ms", "created_at_ms"] as const) {
      const visitor = await dashboard.signedInAdmin();
      const db = await dashboard.store();
      const newest = await db
        .selectFrom("sign_ins")
        .select("sid")
        .orderBy("created_at_ms", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      expect((await findSignIn(db, newest.sid))?.revoked).toBe(false);
      const ago = column === "seen_at_ms" ? 31 * 60_000 : 8 * 3_600_000 + 1000;
      await db
        .updateTable("sign_ins")
        .set({ [column]: Date.now() - ago })
        .where("sid", "=", newest.sid)
        .execute();
      await waitFor(
        "it is over",
        async () => (await visitor.get("/api/session")).status,
        (status) => status === 401,
      );
    }
  });

  /** A new sign-in of the admin, whose key was last replaced so many milliseconds ago. */
  async function signedInWithKeyOf(ageMs: number) {
    const visitor = await dashboard.signedInAdmin();
    const db = await dashboard.store();
    const { sid } = await db
      .selectFrom("sign_ins")
      .select("sid")
      .orderBy("created_at_ms", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const set = (values: { rotated_at_ms?: number; confirmed_at_ms?: number }) =>
      db.updateTable("sign_ins").set(values).where("sid", "=", sid).execute();
    await set({ rotated_at_ms: Date.now() - ageMs });
    return { visitor, set };
  }
  const keyIn = (reply: Reply) =>
    reply.headers["set-cookie"]?.find((line) => line.startsWith("fleetdeck.session="));

  it("gets a new key after ten minutes, and parallel calls with the old one go on for half a minute (T17)", async () => {
    const { visitor, set } = await signedInWithKeyOf(10 * 60_000 + 1);
    const old = visitor.clone();
    const parallel = await Promise.all(Array.from({ length: 20 }, () => old.clone().get("/api/proxies")));
    expect(parallel.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    // The answer with the key may be lost: it comes again until the new key is used.
    const again = await waitFor(
      "the key is sent again",
      () => visitor.get("/api/proxies"),
      (reply) => keyIn(reply) !== undefined,
    );
    expect(keyIn(again)).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=28\d{3}$/);
    expect(visitor.cookies.get("fleetdeck.session")).not.toBe(old.cookies.get("fleetdeck.session"));
    expect((await visitor.get("/api/proxies")).status).toBe(200);
    expect((await old.clone().get("/api/proxies")).status).toBe(200);
    await set({ confirmed_at_ms: Date.now() - 30_001 });
    await waitFor(
      "the old key is refused",
      async () => (await old.clone().get("/api/proxies")).status,
      (status) => status === 401,
    );
    expect((await visitor.get("/api/proxies")).status).toBe(200);
    expect(keyIn(await visitor.get("/api/proxies"))).toBeUndefined();
  });

  it("gets a new key when the role changes (T15)", async () => {
    const visitor = await dashboard.signedIn("operator");
    const { username } = visitorName(await visitor.get("/api/session"));
    const admin = await dashboard.admin();
    const { accounts } = z
      .object({ accounts: z.array(z.object({ id: z.string(), username: z.string() })) })
      .parse((await admin.get("/api/accounts")).json);
    const id = accounts.find((each) => each.username === username)?.id;
    await admin.send("PATCH", `/api/accounts/${id}`, { role: "viewer" });
    await waitFor(
      "there is a new key",
      async () => keyIn(await visitor.get("/api/session")),
      (key) => key !== undefined,
    );
  });

  it("is listed for its user, and for admins with those of others; each is ended at once (T16)", async () => {
    const here = await dashboard.signedIn("viewer");
    const { username } = visitorName(await here.get("/api/session"));
    const elsewhere = new Visitor(dashboard.url);
    await elsewhere.signIn(username, userPassword, { "user-agent": "another browser" });
    const list = z.object({
      sign_ins: z.array(
        z.object({ id: z.string(), username: z.string(), user_agent: z.string(), current: z.boolean() }),
      ),
    });
    const own = list.parse((await here.get("/api/sign_ins")).json).sign_ins;
    expect(own.map(({ username: name, current }) => [name, current])).toEqual([
      [username, false],
      [username, true],
    ]);
    expect(own[0]?.user_agent).toBe("another browser");
    expect((await here.get("/api/sign_ins?of=everyone")).status).toBe(403);
    const admin = await dashboard.signedInAdmin();
    const everyone = list.parse((await admin.get("/api/sign_ins?of=everyone")).json).sign_ins;
    const mine = everyone.find(({ current }) => current)?.id;
    expect((await here.send("DELETE", `/api/sign_ins/${mine}`)).status).toBe(404);
    expect((await here.send("DELETE", "/api/sign_ins")).status).toBe(204);
    expect((await elsewhere.get("/api/session")).status).toBe(401);
    expect((await here.get("/api/session")).status).toBe(200);
    const last = own.find(({ current }) => current)?.id;
    expect((await admin.send("DELETE", `/api/sign_ins/${last}`)).status).toBe(204);
    expect((await here.get("/api/session")).status).toBe(401);
  });

  it("is refused from a cookie with a foreign seal", async () => {
    for (const value of ["x", "a.b.c.d.e", "eyJhbGciOiJub25lIn0.eyJzaWQiOiJhIn0.", "%ff"]) {
      const visitor = new Visitor(dashboard.url);
      visitor.cookies.set("fleetdeck.session", value);
      expect((await visitor.get("/api/session")).status, value).toBe(401);
    }
  });
});

describe("password guessing", () => {
  it("locks an account after five failures for new devices, also for the right password, and returns until when (T19)", async () => {
    const visitor = await dashboard.signedIn("viewer");
    const { username } = visitorName(await visitor.get("/api/session"));
    expect((await visitor.signIn(username, userPassword)).status).toBe(200);
    const attacker = new Visitor(dashboard.url);
    for (let at = 0; at < 5; at += 1) {
      const reply = await attacker.signIn(username, `wrong ${at}`);
      expect(reply.status).toBe(401);
      expect(reply.json).toMatchObject({ code: "wrong_credentials" });
    }
    const sixth = await attacker.signIn(username, userPassword);
    expect(sixth.status).toBe(429);
    expect(sixth.json).toMatchObject({ code: "locked" });
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
    // The owner's device is known by its cookie, without a sign-in.
    visitor.cookies.delete("fleetdeck.session");
    expect((await visitor.signIn(username, userPassword)).status).toBe(200);
  });

  it("does not learn from the device cookie who has signed in, nor does a page's script (T18, T19)", async () => {
    const visitor = new Visitor(dashboard.url);
    const reply = await visitor.signIn("admin", adminPassword);
    const cookie = reply.headers["set-cookie"]?.find((line) => line.startsWith("fleetdeck.device="));
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=15552000$/);
    expect(cookie).not.toContain("admin");
    const device = new Visitor(dashboard.url);
    device.cookies.set("fleetdeck.device", visitor.cookies.get("fleetdeck.device") ?? "");
    expect((await device.get("/api/session")).status).toBe(401);
  });

  it("gets the same response for an unknown name as for a wrong password (T19)", async () => {
    const attacker = new Visitor(dashboard.url);
    const unknown = await attacker.signIn("nobody-of-that-name", "x");
    expect(unknown.status).toBe(401);
    expect(unknown.json).toMatchObject({
      code: "wrong_credentials",
      message: "Wrong user name or password.",
    });
  });

  it("ignores forwarded addresses: a hundred claimed ones are one (T23)", async () => {
    const db = await dashboard.store();
    const attacker = new Visitor(dashboard.url);
    await attacker.signIn("spoofed-1", "x", {
      "x-forwarded-for": "203.0.113.1",
      x_forwarded_for: "203.0.113.1",
    });
    await attacker.signIn("spoofed-2", "x", {
      "x-forwarded-for": "203.0.113.2",
      "x-fleetdeck-peer": "203.0.113.2",
    });
    const subjects = (await db.selectFrom("login_attempts").select("subject").execute()).map(
      (row) => row.subject,
    );
    expect(subjects.filter((subject) => subject.startsWith("network:"))).toEqual(["network:127.0.0.1"]);
  });
});

function visitorName(reply: { json: unknown }): { username: string } {
  const { json } = reply;
  const operator = typeof json === "object" && json !== null ? Reflect.get(json, "operator") : undefined;
  return { username: String(Reflect.get(operator, "username")) };
}
