import { expect, it } from "vitest";
import { z } from "zod";
import { adminPassword, userPassword, type Visitor } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";

const { dashboard, api } = await faultyDashboardForTests({
  token: "proof-tests-token-1",
  // It requests of its own accord, and requests are counted here.
  variables: { RECORDER: "off" },
});
const download = (visitor: Visitor) => visitor.get("/api/profiles/profile1/download");
const invite = (visitor: Visitor, username: string) =>
  visitor.send("POST", "/api/accounts", { username, role: "viewer" });
const reveal = (visitor: Visitor) => visitor.send("POST", "/api/browsers/session1/cdp-address");
const prove = (visitor: Visitor, password: string) =>
  visitor.send("POST", "/api/session/proof", { password });

const entries = z.array(z.object({ action: z.string(), phase: z.string(), status: z.nullable(z.number()) }));

/** A sign-in of the admin whose last proof is so many milliseconds old. */
async function provedBefore(ageMs: number): Promise<Visitor> {
  const visitor = await dashboard.signedInAdmin();
  const db = await dashboard.store();
  await db
    .updateTable("sign_ins")
    .set({ proved_at_ms: Date.now() - ageMs })
    .execute();
  return visitor;
}

it("downloads of profiles, CDP addresses and changes of accounts need the password of the last five minutes (T30)", async () => {
  const visitor = await provedBefore(5 * 60_000);
  const before = api.hits.length;
  for (const refused of [await download(visitor), await reveal(visitor), await invite(visitor, "ada")]) {
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({ code: "password_proof_required" });
  }
  expect(api.hits.length).toBe(before);
  const wrong = await prove(visitor, "not the one");
  expect(wrong.status).toBe(400);
  expect(wrong.json).toMatchObject({ code: "wrong_password" });
  expect((await download(visitor)).status).toBe(403);
  expect((await prove(visitor, adminPassword)).status).toBe(204);
  expect((await download(visitor)).status).toBe(200);
  expect((await reveal(visitor)).status).toBe(200);
  expect((await invite(visitor, "ada")).status).toBe(201);
});

it("the audit has a password given again as one act, a refused one and that of a change, too", async () => {
  const visitor = await dashboard.signedIn("viewer");
  const change = { old_password: "not the one", new_password: "a password of their own" };
  for (const [reply, action, status] of [
    [await prove(visitor, "not the one"), "proveIdentity", 400],
    [await prove(visitor, userPassword), "proveIdentity", 204],
    [await visitor.send("PUT", "/api/session/password", change), "changePassword", 400],
  ] as const) {
    const admin = await dashboard.admin();
    const audit = await admin.get(`/api/audit?request_id=${reply.headers["x-request-id"]}`);
    expect(entries.parse(audit.json).toReversed()).toEqual([
      { action, phase: "intended", status: null },
      { action, phase: "answered", status },
    ]);
  }
});

it("what was proved in one sign-in counts for no other (T30)", async () => {
  const visitor = await provedBefore(5 * 60_000);
  const other = await provedBefore(5 * 60_000);
  expect((await prove(visitor, adminPassword)).status).toBe(204);
  expect((await download(visitor)).status).toBe(200);
  expect((await download(other)).status).toBe(403);
});

it("guesses are limited as those of the sign-in form (T19)", async () => {
  const visitor = await dashboard.signedIn("viewer");
  for (let at = 0; at < 5; at += 1) expect((await prove(visitor, `guess ${at}`)).status).toBe(400);
  const sixth = await prove(visitor, "another");
  expect(sixth.status).toBe(429);
  expect(sixth.json).toMatchObject({ code: "locked" });
});
