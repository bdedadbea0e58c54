// Single sign-on against a real OpenID provider on loopback.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createApiToken } from "../../lib/server/auth/api-tokens.ts";
import {
  adminPassword,
  type Reply,
  type RunningDashboard,
  spawnDashboard,
  startDashboard,
  Visitor,
} from "../support/dashboard/dashboard.ts";
import { type FaultyApi, startFaultyApi } from "../support/fakes/faulty-api.ts";
import { freePort } from "../support/programs/free-port.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../support/programs/openid-provider.ts";

const token = "openid-tests-token-1";
let api: FaultyApi;
let provider: OpenIdProvider;
let dashboard: RunningDashboard;
let variables: Record<string, string> = {};

beforeAll(async () => {
  api = await startFaultyApi({ token });
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startOpenIdProvider(`${publicUrl}/api/auth/callback/oidc`);
  variables = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_ROLES: "ops-admins=admin,ops=operator",
    OIDC_NAME: "Acme",
  };
  dashboard = await startDashboard({
    apiBaseUrl: api.url,
    token,
    variables: { ...variables, PORT: String(port), PUBLIC_URL: publicUrl, RECORDER: "off" },
  });
});
afterAll(async () => {
  await dashboard?.stop();
  await provider?.close();
  await api?.close();
});

const start = z.object({ url: z.string() });
const session = z.object({ operator: z.object({ username: z.string(), role: z.string() }) });

/** Follows the browser's way to the provider, through its form, and up to the address that leads back. */
async function wayBack(visitor: Visitor, atProvider: Visitor, form: Record<string, string> = {}) {
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse((await visitor.get("/api/auth/csrf")).json);
  const begun = await visitor.sendForm("/api/auth/signin/oidc", {
    csrfToken,
    callbackUrl: "/pools?a=b",
    ...form,
  });
  expect(begun.status).toBe(200);
  let next = start.parse(begun.json).url;
  while (next.startsWith(provider.issuer)) {
    const reply = await atProvider.get(next.slice(provider.issuer.length));
    expect(reply.status, next).toBe(303);
    next = new URL(reply.headers.location ?? "", provider.issuer).href;
  }
  return next.slice(dashboard.url.length);
}

async function signIn(visitor: Visitor, atProvider = new Visitor(provider.issuer)): Promise<Reply> {
  return visitor.get(await wayBack(visitor, atProvider));
}
const operatorOf = async (visitor: Visitor) =>
  session.parse((await visitor.get("/api/session")).json).operator;
const person = (subject: string, groups: string[], username = subject) => ({ subject, username, groups });

describe("signing in at the provider", () => {
  it("leads back to the requested page, with the role of the groups, and with state, nonce and PKCE", async () => {
    provider.account = person("s-ada", ["cooks", "ops"], "Ada.L");
    const visitor = new Visitor(dashboard.url);
    const reply = await signIn(visitor);
    expect(reply.status).toBe(303);
    expect(reply.headers.location).toBe(`${dashboard.url}/pools?a=b`);
    expect(await operatorOf(visitor)).toEqual({ username: "ada.l", role: "operator" });
    const request = provider.requests.at(-1);
    expect(request?.get("code_challenge_method")).toBe("S256");
    expect(request?.get("state")).toMatch(/.{20}/);
    expect(request?.get("nonce")).toMatch(/.{20}/);
    for (const secret of [provider.clientSecret, "id_token", "access_token"])
      expect(reply.text).not.toContain(secret);
  });

  it("maps groups to a role at each sign-in, and ends an earlier sign-in of the same browser (T13, T15)", async () => {
    provider.account = person("s-bo", ["ops"], "bo");
    const visitor = new Visitor(dashboard.url);
    await signIn(visitor);
    const before = visitor.clone();
    provider.account = person("s-bo", ["ops-admins", "ops"], "bo");
    await signIn(visitor);
    expect(await operatorOf(visitor)).toEqual({ username: "bo", role: "admin" });
    expect((await before.get("/api/session")).status).toBe(401);
  });

  it("is refused with a clear text without a role, which ends the sign-ins and API tokens of the account", async () => {
    provider.account = person("s-cy", ["ops"], "cy");
    const elsewhere = new Visitor(dashboard.url);
    await signIn(elsewhere);
    const wanted = { name: "cy's", role: "operator", expires_in_days: 1 } as const;
    const made = await createApiToken(await dashboard.store(), wanted, "cy", Date.now());
    const program = new Visitor(dashboard.url);
    const asProgram = () => program.get("/api/session", { authorization: `Bearer ${made.token}` });
    expect((await asProgram()).status).toBe(200);
    provider.account = person("s-cy", ["cooks"], "cy");
    const visitor = new Visitor(dashboard.url);
    const reply = await signIn(visitor);
    expect(reply.headers.location).toBe(`${dashboard.url}/sign-in?error=no_role`);
    expect((await visitor.get("/sign-in?error=no_role")).text).toContain("None of your groups has a role");
    expect((await visitor.get("/api/session")).status).toBe(401);
    expect((await asProgram()).json).toMatchObject({ code: "invalid_token" });
    const admin = await dashboard.admin();
    expect((await admin.get("/api/audit?action=signIn&limit=5")).json).toMatchObject([
      expect.anything(),
      { actor: "cy", status: 403, code: "no_role" },
      { actor: "cy", status: 200 },
      expect.anything(),
      expect.anything(),
    ]);
  });

  it("binds accounts to issuer and subject: a name or an address of someone else opens nothing", async () => {
    provider.account = { ...person("s-evil", ["ops"], "admin"), email: "admin@example.com" };
    const visitor = new Visitor(dashboard.url);
    await signIn(visitor);
    expect(await operatorOf(visitor)).toEqual({ username: "admin-2", role: "operator" });
    provider.account = person("s-evil", ["ops"], "renamed");
    const again = new Visitor(dashboard.url);
    await signIn(again);
    expect((await operatorOf(again)).username).toBe("admin-2");
    expect(await operatorOf(await dashboard.admin())).toEqual({ username: "admin", role: "admin" });
  });

  it("needs the cookies of the browser that began it, once (T15)", async () => {
    provider.account = person("s-di", ["ops"], "di");
    const began = new Visitor(dashboard.url);
    const path = await wayBack(began, new Visitor(provider.issuer));
    const victim = new Visitor(dashboard.url);
    expect((await victim.get(path)).headers.location).toBe(`${dashboard.url}/sign-in?error=provider_refused`);
    expect((await victim.get("/api/session")).status).toBe(401);
    const forged = path.replace(/state=[^&]+/, "state=made-up");
    expect((await began.clone().get(forged)).headers.location).toContain("error=provider_refused");
    expect((await began.get(path)).headers.location).toBe(`${dashboard.url}/pools?a=b`);
    expect((await began.clone().get(path)).headers.location).toContain("error=provider_refused");
  });

  it("never leads away from the dashboard afterwards (T21)", async () => {
    provider.account = person("s-ed", ["ops"], "ed");
    for (const callbackUrl of [
      "https://evil.example/x",
      "//evil.example",
      "/\\evil.example",
      "/api/session",
    ]) {
      const visitor = new Visitor(dashboard.url);
      const path = await wayBack(visitor, new Visitor(provider.issuer), { callbackUrl });
      expect((await visitor.get(path)).headers.location, callbackUrl).toBe(`${dashboard.url}/`);
    }
  });

  it("is begun by our own pages only (T14)", async () => {
    const visitor = new Visitor(dashboard.url);
    const { csrfToken } = z
      .object({ csrfToken: z.string() })
      .parse((await visitor.get("/api/auth/csrf")).json);
    const form = { csrfToken, callbackUrl: "/" };
    const foreign = await visitor.sendForm("/api/auth/signin/oidc", form, { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const old = await visitor.sendForm("/api/auth/signin/oidc", { ...form, csrfToken: "made-up" });
    expect(old.json).toMatchObject({ code: "csrf_mismatch" });
  });
});

describe("an account of the provider", () => {
  it("that is disabled here cannot sign in, and its role is not changed here", async () => {
    provider.account = person("s-fi", ["ops"], "fi");
    const visitor = new Visitor(dashboard.url);
    await signIn(visitor);
    const admin = await dashboard.admin();
    const { accounts } = z
      .object({ accounts: z.array(z.object({ id: z.string(), username: z.string(), password: z.string() })) })
      .parse((await admin.get("/api/accounts")).json);
    const fi = accounts.find(({ username }) => username === "fi");
    expect(fi?.password).toBe("none");
    const change = (body: unknown) => admin.send("PATCH", `/api/accounts/${fi?.id}`, body);
    expect((await change({ role: "admin" })).json).toMatchObject({ code: "role_from_provider" });
    expect((await change({ disabled: true })).status).toBe(200);
    expect((await signIn(visitor)).headers.location).toContain("error=account_disabled");
  });

  it("proves who it is by a fresh sign-in there, in the same sign-in here (T30)", async () => {
    provider.account = person("s-gu", ["ops"], "gu");
    const visitor = new Visitor(dashboard.url);
    const atProvider = new Visitor(provider.issuer);
    await signIn(visitor, atProvider);
    const db = await dashboard.store();
    await db
      .updateTable("sign_ins")
      .set({ proved_at_ms: Date.now() - 300_000 })
      .execute();
    const download = () => visitor.get("/api/profiles/profile1/download");
    expect((await download()).json).toMatchObject({ code: "provider_proof_required" });
    const { id } = await db
      .selectFrom("users")
      .select("id")
      .where("username", "=", "gu")
      .executeTakeFirstOrThrow();
    // Someone else who signs in at the provider proves nothing.
    provider.account = person("s-other", ["ops"], "other");
    const others = await wayBack(visitor, new Visitor(provider.issuer), { prove: "1" });
    const other = await visitor.get(others);
    expect(other.headers.location).toContain("/sign-in/confirmed?error=");
    expect((await download()).status).toBe(403);
    provider.account = person("s-gu", ["ops"], "gu");
    const back = await visitor.get(await wayBack(visitor, atProvider, { prove: "1" }));
    expect(back.headers.location).toBe(`${dashboard.url}/sign-in/confirmed`);
    expect(provider.requests.at(-1)?.get("prompt")).toBe("login");
    expect((await download()).status).toBe(200);
    const rows = await db.selectFrom("sign_ins").select("sid").where("user_id", "=", id).execute();
    expect(rows).toHaveLength(1);
  });
});

describe("without passwords", () => {
  it("the dashboard starts only where single sign-on is set up and makes admins", async () => {
    const common = { API_BASE_URL: api.url, API_TOKEN: token, PORT: "0", SIGN_IN_PASSWORD: "off" };
    const alone = spawnDashboard(common);
    expect(await alone.ended).toBe(1);
    expect(alone.output()).toContain("OIDC_ISSUER is not set: nobody could sign in");
    const adminless = spawnDashboard({ ...common, ...variables, OIDC_ROLES: "*=viewer" });
    expect(await adminless.ended).toBe(1);
    expect(adminless.output()).toContain("OIDC_ROLES gives no group the admin role");
  });

  it("the form is refused and not shown, also for the first admin", async () => {
    const off = await startDashboard({
      apiBaseUrl: api.url,
      token,
      variables: { ...variables, SIGN_IN_PASSWORD: "off", RECORDER: "off" },
    });
    try {
      const visitor = new Visitor(off.url);
      const reply = await visitor.signIn("admin", adminPassword);
      expect(reply.status).toBe(403);
      expect(reply.json).toMatchObject({ code: "password_sign_in_off" });
      const page = (await visitor.get("/sign-in")).text;
      expect(page).toContain("Acme");
      expect(page).not.toContain('type="password"');
    } finally {
      await off.stop();
    }
  });
});
