import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Visitor } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { waitFor } from "../support/wait-until.ts";

const { dashboard } = await faultyDashboardForTests({ token: "accounts-tests-token-1" });
const withPassword = z.object({ account: z.object({ id: z.string() }), one_time_password: z.string() });

async function invite(username: string, role: string) {
  const admin = await dashboard.admin();
  const reply = await admin.send("POST", "/api/accounts", { username, role });
  expect(reply.status).toBe(201);
  const { account, one_time_password: password } = withPassword.parse(reply.json);
  return { admin, id: account.id, password };
}

async function signedIn(username: string, password: string): Promise<Visitor> {
  const visitor = new Visitor(dashboard.url);
  expect((await visitor.signIn(username, password)).status).toBe(200);
  return visitor;
}

describe("an invited person", () => {
  it("can do nothing but set a password after the first sign-in, on pages and in calls", async () => {
    const { password } = await invite("ada", "operator");
    const visitor = await signedIn("ada", password);
    expect((await visitor.get("/api/proxies")).json).toMatchObject({ code: "password_change_required" });
    expect((await visitor.get("/api/live?topic=fleet")).status).toBe(403);
    const page = await visitor.get("/pools");
    expect(page.status).toBe(307);
    expect(page.headers.location).toBe("/sign-in/new-password?callbackUrl=%2Fpools");
    const change = { new_password: "a password of her own" };
    expect((await visitor.send("PUT", "/api/session/password", change)).status).toBe(204);
    expect((await visitor.get("/api/proxies")).status).toBe(200);
    expect((await visitor.get("/pools")).status).toBe(200);
  });

  it("is refused within seconds once disabled, and signs in again once enabled (T13)", async () => {
    const { admin, id, password } = await invite("bo", "operator");
    const visitor = await signedIn("bo", password);
    const change = { old_password: password, new_password: "a password of his own" };
    await visitor.send("PUT", "/api/session/password", change);
    const update = (body: unknown) => admin.send("PATCH", `/api/accounts/${id}`, body);
    expect((await update({ disabled: true })).json).toMatchObject({ disabled: true });
    await waitFor(
      "it is over",
      async () => (await visitor.get("/api/proxies")).status,
      (status) => status === 401,
    );
    expect((await visitor.signIn("bo", change.new_password)).status).toBe(401);
    expect((await update({ disabled: false, role: "viewer" })).json).toMatchObject({ role: "viewer" });
    const again = await signedIn("bo", change.new_password);
    expect((await again.send("POST", "/api/proxies/proxy1/check")).status).toBe(403);
  });
});

it("accounts are audited with what changed, and never with a password", async () => {
  const { admin, id, password } = await invite("cy", "viewer");
  await admin.send("PATCH", `/api/accounts/${id}`, { role: "operator" });
  const reset = withPassword.parse((await admin.send("POST", `/api/accounts/${id}/reset`)).json);
  const reply = await admin.get("/api/audit?limit=20");
  for (const target of ["cy: viewer", "cy: role viewer → operator"]) expect(reply.text).toContain(target);
  for (const secret of [password, reset.one_time_password]) expect(reply.text).not.toContain(secret);
});

it("the last enabled admin stays one", async () => {
  const admin = await dashboard.admin();
  const list = z.object({ accounts: z.array(z.object({ id: z.string(), username: z.string() })) });
  const { accounts } = list.parse((await admin.get("/api/accounts")).json);
  const id = accounts.find(({ username }) => username === "admin")?.id;
  for (const body of [{ role: "viewer" }, { disabled: true }]) {
    const reply = await admin.send("PATCH", `/api/accounts/${id}`, body);
    expect(reply.status).toBe(409);
    expect(reply.json).toMatchObject({ code: "last_admin" });
  }
});
