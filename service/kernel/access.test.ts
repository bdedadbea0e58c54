import { describe, expect, it } from "vitest";
import { Access, forwardedFor } from "./access.ts";

const access = new Access([
  { token: "all-token-1", scope: "all" },
  { token: "read-token-1", scope: "read" },
]);
const refused = expect.objectContaining({ status: 401 });

describe("access", () => {
  it("identifies a caller by its token", () => {
    expect(access.caller("Bearer all-token-1")).toEqual({ scope: "all" });
    expect(access.caller("bearer  read-token-1")).toEqual({ scope: "read" });
  });

  it.each([
    undefined,
    "",
    "all-token-1",
    "Basic all-token-1",
    "Bearer",
    "Bearer all-token-2",
    "Bearer all-token-1x",
    "Bearer all-token-1 x",
    "Bearer ALL-TOKEN-1",
  ])("refuses %j", (header) => expect(() => access.caller(header)).toThrow(refused));

  it("accepts an invocation's token until it is revoked", () => {
    const [one, other] = [access.issueForInvocation("inv1"), access.issueForInvocation("inv2")];
    expect(access.caller(`Bearer ${one}`)).toEqual({ scope: "all", invocationId: "inv1" });
    access.revokeInvocation("inv1");
    expect(() => access.caller(`Bearer ${one}`)).toThrow(refused);
    expect(access.caller(`Bearer ${other}`)).toEqual({ scope: "all", invocationId: "inv2" });
  });
});

describe("the next service with the same secret", () => {
  it("issues an invocation the same token", () => {
    const secret = new Uint8Array(32).fill(7);
    const [one, next] = [1, 2].map(() => new Access([], undefined, secret));
    const token = one?.issueForInvocation("inv1");
    expect(() => next?.caller(`Bearer ${token}`)).toThrow(refused);
    next?.issueForInvocation("inv1");
    expect(next?.caller(`Bearer ${token}`)).toEqual({ scope: "all", invocationId: "inv1" });
    expect(next?.issueForInvocation("inv2")).not.toBe(token);
    expect(new Access([]).issueForInvocation("inv1")).not.toBe(token);
  });
});

describe("another service of the same state", () => {
  const access = new Access([{ token: "read-token-1", scope: "read" }], "service-key");
  const forwarded = forwardedFor({ scope: "read", invocationId: "i1" });

  it("speaks for the caller that it forwards", () => {
    expect(access.caller("Bearer service-key")).toEqual({ scope: "all", isService: true });
    expect(access.caller("Bearer service-key", forwarded)).toEqual({ scope: "read", invocationId: "i1" });
  });

  it("is told from clients", () => {
    const callers = ["Bearer service-key", "Bearer read-token-1", "Bearer other-key", undefined];
    expect(callers.map((each) => access.isService(each))).toEqual([true, false, false, false]);
  });

  it("has no rights when it forwards somebody without a token", () => {
    const nobody = forwardedFor(undefined);
    expect(() => access.caller("Bearer service-key", nobody)).toThrow("send the header Authorization");
  });

  it("is the only one who does", () => {
    const forged = forwardedFor({ scope: "all" });
    expect(access.caller("Bearer read-token-1", forged)).toEqual({ scope: "read" });
    expect(() => access.caller("Bearer other-key", forged)).toThrow("this token is not known");
  });
});
