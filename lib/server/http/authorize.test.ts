import { beforeEach, describe, expect, it, vi } from "vitest";
import { ownOperations } from "../../bff/operations/operations.ts";
import type { Role } from "../../bff/roles.ts";
import { operations } from "../../contract/operations/operations.ts";
import { findSignInByKey } from "../auth/sign-ins.ts";
import { tokenOperator } from "../auth/token-operator.ts";
import { recordDenied } from "./audited.ts";
import { authorize } from "./authorize.ts";

vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ origins: ["https://fleet.example", "http://127.0.0.1:3000"] }),
}));
vi.mock("../db/database.ts", () => ({ database: () => ({}) }));
vi.mock("../auth/sign-ins.ts", () => ({
  findSignInByKey: vi.fn(),
  touchSignIn: vi.fn(),
  revokeSignIn: vi.fn(),
}));
vi.mock("../auth/sign-in-cookie.ts", () => ({
  absoluteSeconds: 3600,
  hasSignInCookie: (header: string | null) => header !== null,
  signInKeyOf: async (header: string | null) => header ?? undefined,
}));
vi.mock("../auth/token-operator.ts", async (original) => ({
  ...(await original<object>()),
  tokenOperator: vi.fn(),
}));
vi.mock("./audited.ts", () => ({ recordDenied: vi.fn() }));

let serial = 0;
/** The cookie of an operator with a role. */
function signedInAs(role: Role, mustChangePassword = false): string {
  serial += 1;
  const sid = `session ${serial}`;
  const at = { createdAtMs: Date.now(), seenAtMs: Date.now() };
  const keys = { key: sid, previousKey: null, rotatedAtMs: Date.now(), confirmedAtMs: null };
  const who = { sid, userId: "1", username: "ada", role, disabled: false, revoked: false };
  vi.mocked(findSignInByKey).mockImplementation(async (_, requested) =>
    requested === sid
      ? { ...who, ...at, mustChangePassword, hasPassword: true, provedAtMs: null, keys }
      : undefined,
  );
  return sid;
}

const ours = { host: "fleet.example", origin: "https://fleet.example" };
const request = (headers: Record<string, string>) =>
  new Request("https://fleet.example/api/browsers/s1", { headers });
const stop = operations.deleteBrowser;
const look = operations.retrieveBrowser;

beforeEach(() => void vi.mocked(recordDenied).mockClear());

describe("a request is authorized", () => {
  it("never without a sign-in", async () => {
    await expect(authorize(look, "viewer", request(ours), "r")).rejects.toMatchObject({ status: 401 });
  });

  it("with a one-time password only to change it", async () => {
    const cookie = signedInAs("admin", true);
    await expect(authorize(look, "viewer", request({ ...ours, cookie }), "r")).rejects.toMatchObject({
      status: 403,
      code: "password_change_required",
    });
    const { changePassword } = ownOperations;
    await expect(
      authorize(changePassword, "viewer", request({ ...ours, cookie }), "r"),
    ).resolves.toMatchObject({
      username: "ada",
    });
  });

  it("never with too low a role, and a refused write leaves an audit row", async () => {
    const cookie = signedInAs("viewer");
    await expect(authorize(stop, "operator", request({ ...ours, cookie }), "r")).rejects.toMatchObject({
      status: 403,
      code: "role_too_low",
    });
    expect(recordDenied).toHaveBeenCalledWith(
      expect.objectContaining({ action: "deleteBrowser", target: "/api/browsers/s1", requestId: "r" }),
    );
  });

  it("with the role or a higher one", async () => {
    for (const role of ["operator", "admin"] as const) {
      const cookie = signedInAs(role);
      expect(await authorize(stop, "operator", request({ ...ours, cookie }), "r")).toMatchObject({ role });
    }
    expect(recordDenied).not.toHaveBeenCalled();
  });
});

describe("the page of an account", () => {
  const of = (account: string, cookie: string) => ({ ...ours, cookie, "x-fleetdeck-operator": account });

  it("acts and reads for that account only, whoever else has signed in since", async () => {
    for (const operation of [stop, look]) {
      const own = of("1", signedInAs("operator"));
      expect(await authorize(operation, "viewer", request(own), "r")).toMatchObject({ userId: "1" });
      const other = of("2", signedInAs("operator"));
      await expect(authorize(operation, "viewer", request(other), "r")).rejects.toMatchObject({
        status: 401,
        code: "other_account",
      });
    }
  });

  it("is refused before the role of the other account is looked at, which did nothing", async () => {
    const other = request(of("2", signedInAs("viewer")));
    await expect(authorize(stop, "operator", other, "r")).rejects.toMatchObject({ code: "other_account" });
    expect(recordDenied).not.toHaveBeenCalled();
  });

  it("tells who is signed in, and signs them out", async () => {
    const { retrieveSession, signOut } = ownOperations;
    for (const operation of [retrieveSession, signOut])
      expect(await authorize(operation, "viewer", request(of("2", signedInAs("viewer"))), "r")).toMatchObject(
        { userId: "1" },
      );
  });
});

describe("an API token", () => {
  const apiToken = `fd_${"0".repeat(16)}${"A".repeat(43)}`;
  const authorization = `Bearer ${apiToken}`;
  beforeEach(() => {
    const who = { sid: "token:1", userId: "token:1", username: "token ci", tokenId: "1", endsAtMs: 1 };
    vi.mocked(tokenOperator).mockResolvedValue({ ...who, role: "admin", mustChangePassword: false });
  });

  it("needs no origin, as no browser sends it by itself", async () => {
    const operator = await authorize(stop, "operator", request({ authorization }), "r");
    expect(operator).toMatchObject({ username: "token ci" });
    expect(tokenOperator).toHaveBeenCalledWith(apiToken, "unknown");
  });

  it("is refused beside a sign-in's cookie, valid or not (T14)", async () => {
    for (const cookie of [signedInAs("admin"), "an old one"])
      await expect(
        authorize(look, "viewer", request({ ...ours, cookie, authorization }), "r"),
      ).rejects.toMatchObject({ status: 400, code: "two_credentials" });
  });

  it("does nothing that is for people, and the attempt is audited", async () => {
    const create = ownOperations.createApiToken;
    await expect(authorize(create, "admin", request({ authorization }), "r")).rejects.toMatchObject({
      status: 403,
      code: "people_only",
    });
    expect(recordDenied).toHaveBeenCalledWith(
      expect.objectContaining({
        action: "createApiToken",
        operator: expect.objectContaining({ tokenId: "1" }),
      }),
    );
  });

  it("of another system is ignored in the request of who is signed in", async () => {
    const headers = { ...ours, cookie: signedInAs("operator"), authorization: "Bearer eyJ.of.a-proxy" };
    expect(await authorize(stop, "operator", request(headers), "r")).toMatchObject({ username: "ada" });
  });
});

describe("a read", () => {
  const from = (site: string, role: Role) =>
    request({ host: "fleet.example", "sec-fetch-site": site, cookie: signedInAs(role) });
  const recorded = [
    ownOperations.exportActs,
    operations.downloadProfile,
    ownOperations.listPictures,
    ownOperations.watchLive,
    ownOperations.followProcessOutput,
  ];

  it.each(["cross-site", "same-site"])(
    "that is in the audit, or a stream, is refused for a link of a page that is %s (T14)",
    async (site) => {
      for (const operation of recorded)
        await expect(authorize(operation, "operator", from(site, "admin"), "r")).rejects.toMatchObject({
          status: 403,
          code: "wrong_origin",
        });
      await expect(authorize(look, "operator", from(site, "viewer"), "r")).rejects.toMatchObject({
        code: "wrong_origin",
      });
      expect(recordDenied).not.toHaveBeenCalled();
    },
  );

  it("of our own pages, of an address that was typed and of an older browser is authorized; so is a link to any other", async () => {
    for (const site of ["same-origin", "none"])
      expect(await authorize(recorded[0] ?? look, "admin", from(site, "admin"), "r")).toMatchObject({
        username: "ada",
      });
    const older = request({ host: "fleet.example", cookie: signedInAs("admin") });
    expect(await authorize(recorded[0] ?? look, "admin", older, "r")).toMatchObject({ username: "ada" });
    for (const operation of [look, ownOperations.showLiveView])
      expect(await authorize(operation, "viewer", from("cross-site", "viewer"), "r")).toMatchObject({
        username: "ada",
      });
  });
});

describe("a write", () => {
  it.each([
    ["no origin", { host: "fleet.example" }],
    ["a null origin", { ...ours, origin: "null" }],
    ["another site", { ...ours, origin: "https://evil.example" }],
    ["another scheme", { ...ours, origin: "http://fleet.example" }],
    ["another port", { ...ours, origin: "https://fleet.example:8443" }],
    ["a name of ours for another host", { host: "fleet.example", origin: "http://127.0.0.1:3000" }],
    ["a page the browser calls cross-site", { ...ours, "sec-fetch-site": "cross-site" }],
    ["a page the browser calls a neighbour", { ...ours, "sec-fetch-site": "same-site" }],
  ])("with %s is refused, whoever is signed in", async (_, headers) => {
    const cookie = signedInAs("admin");
    await expect(authorize(stop, "operator", request({ ...headers, cookie }), "r")).rejects.toMatchObject({
      status: 403,
      code: "wrong_origin",
    });
  });

  it("from our own page is authorized; a read needs no origin", async () => {
    const cookie = signedInAs("operator");
    const own = { ...ours, "sec-fetch-site": "same-origin", cookie };
    expect(await authorize(stop, "operator", request(own), "r")).toMatchObject({ username: "ada" });
    expect(await authorize(look, "viewer", request({ cookie }), "r")).toMatchObject({ username: "ada" });
  });

  it("from our own page may name the default port, as proxies do, and no other", async () => {
    const cookie = signedInAs("operator");
    const by = (host: string) =>
      authorize(stop, "operator", request({ host, origin: "https://fleet.example", cookie }), "r");
    for (const host of ["fleet.example:443", "FLEET.example"])
      expect(await by(host)).toMatchObject({ username: "ada" });
    for (const host of ["fleet.example:80", "fleet.example:3000", "127.0.0.1:3000"])
      await expect(by(host)).rejects.toMatchObject({ code: "wrong_origin" });
  });

  it("from another site leaves no audit row in the name of the operator", async () => {
    const cookie = signedInAs("viewer");
    const foreign = request({ ...ours, origin: "https://evil.example", cookie });
    await expect(authorize(stop, "operator", foreign, "r")).rejects.toMatchObject({ code: "wrong_origin" });
    expect(recordDenied).not.toHaveBeenCalled();
  });
});
