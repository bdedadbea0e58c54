import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSession } from "../../lib/server/store/sessions.ts";
import { changeUser } from "../../lib/server/store/users.ts";
import { adminPassword, ask, type RunningDashboard, startDashboard, Visitor } from "../support/dashboard.ts";
import { patience } from "../support/eventually.ts";
import { type FaultyApi, startFaultyApi } from "../support/faulty-api.ts";

const token = "session-tests-token-1";
// The row of a session is read again every five seconds.
const eventually = patience(60_000);
let api: FaultyApi;
let dashboard: RunningDashboard;

beforeAll(async () => {
  api = await startFaultyApi({ token });
  dashboard = await startDashboard({ apiBaseUrl: api.url, token });
});
afterAll(async () => {
  await dashboard.stop();
  await api.close();
});

describe("signing in", () => {
  it("gives a cookie that scripts cannot read and other sites cannot send along (T18)", async () => {
    const visitor = new Visitor(dashboard.url);
    const reply = await visitor.signIn("admin", adminPassword);
    const cookie = reply.headers["set-cookie"]?.find((line) => line.startsWith("fleetdeck.session="));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie?.length).toBeLessThan(4096);
  });

  it("never adopts a session from before and ends it (T15)", async () => {
    const visitor = await dashboard.admin();
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
      const reply = await ask(dashboard.url, "/api/auth/callback/credentials", {
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

  it("needs the form's own token and our own origin (T14)", async () => {
    const body = new URLSearchParams({
      username: "admin",
      password: adminPassword,
      csrfToken: "made-up",
    }).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
    };
    const path = "/api/auth/callback/credentials";
    const noToken = await ask(dashboard.url, path, {
      method: "POST",
      headers: { ...headers, origin: dashboard.url },
      body,
    });
    expect(noToken.status).toBe(403);
    expect(
      noToken.headers["set-cookie"]?.some((line) => line.startsWith("fleetdeck.session=")) ?? false,
    ).toBe(false);
    const noOrigin = await ask(dashboard.url, path, { method: "POST", headers, body });
    expect(noOrigin.status).toBe(403);
  });

  it("has only the two routes of next-auth that are needed", async () => {
    for (const path of ["session", "signout", "signin", "providers", "error", "callback/other", "_log"]) {
      expect((await ask(dashboard.url, `/api/auth/${path}`)).status, path).toBe(404);
    }
  });
});

describe("a session", () => {
  it("is over at once after sign-out, wherever its cookie was copied (T16)", async () => {
    const visitor = await dashboard.admin();
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
    await eventually(
      "it is refused",
      async () => (await visitor.send("POST", "/api/proxies/proxy1/check")).status,
      (status) => status === 403,
    );
    expect((await visitor.get("/api/proxies")).status).toBe(200);
    await changeUser(await dashboard.store(), username, { disabled: true });
    await eventually(
      "it is over",
      async () => (await visitor.get("/api/proxies")).status,
      (status) => status === 401,
    );
  });

  it("ends when it was idle for half an hour and after eight hours whatever happens (T17)", async () => {
    for (const column of ["seen_at_ms", "created_at_ms"] as const) {
      const visitor = await dashboard.admin();
      const db = await dashboard.store();
      const newest = await db
        .selectFrom("sessions")
        .select("sid")
        .orderBy("created_at_ms", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      expect((await findSession(db, newest.sid))?.revoked).toBe(false);
      const ago = column === "seen_at_ms" ? 31 * 60_000 : 8 * 3_600_000 + 1000;
      await db
        .updateTable("sessions")
        .set({ [column]: Date.now() - ago })
        .where("sid", "=", newest.sid)
        .execute();
      await eventually(
        "it is over",
        async () => (await visitor.get("/api/session")).status,
        (status) => status === 401,
      );
    }
  });

  it("is not believed from a cookie we did not seal", async () => {
    for (const value of ["x", "a.b.c.d.e", "eyJhbGciOiJub25lIn0.eyJzaWQiOiJhIn0.", "%ff"]) {
      const visitor = new Visitor(dashboard.url);
      visitor.cookies.set("fleetdeck.session", value);
      expect((await visitor.get("/api/session")).status, value).toBe(401);
    }
  });
});

describe("guessing", () => {
  it("locks an account after five failures, even for the right password, and says until when (T19)", async () => {
    const visitor = await dashboard.signedIn("viewer");
    const { username } = visitorName(await visitor.get("/api/session"));
    const guesser = new Visitor(dashboard.url);
    for (let at = 0; at < 5; at += 1) {
      const reply = await guesser.signIn(username, `wrong ${at}`);
      expect(reply.status).toBe(401);
      expect(reply.json).toMatchObject({ code: "wrong_credentials" });
    }
    const sixth = await guesser.signIn(username, username);
    expect(sixth.status).toBe(429);
    expect(sixth.json).toMatchObject({ code: "locked" });
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("says the same of an unknown name as of a wrong password (T19)", async () => {
    const guesser = new Visitor(dashboard.url);
    const unknown = await guesser.signIn("nobody-of-that-name", "x");
    expect(unknown.status).toBe(401);
    expect(unknown.json).toMatchObject({
      code: "wrong_credentials",
      message: "Wrong user name or password.",
    });
  });

  it("believes no forwarded address: a hundred claimed ones are one (T23)", async () => {
    const db = await dashboard.store();
    const guesser = new Visitor(dashboard.url);
    await guesser.signIn("spoofed-1", "x", {
      "x-forwarded-for": "203.0.113.1",
      x_forwarded_for: "203.0.113.1",
    });
    await guesser.signIn("spoofed-2", "x", {
      "x-forwarded-for": "203.0.113.2",
      "x-fleetdeck-peer": "203.0.113.2",
    });
    const subjects = (await db.selectFrom("login_attempts").select("subject").execute()).map(
      (row) => row.subject,
    );
    expect(subjects.filter((subject) => subject.startsWith("ip:"))).toEqual(["ip:127.0.0.1"]);
  });
});

function visitorName(reply: { json: unknown }): { username: string } {
  const { json } = reply;
  const operator = typeof json === "object" && json !== null ? Reflect.get(json, "operator") : undefined;
  return { username: String(Reflect.get(operator, "username")) };
}
