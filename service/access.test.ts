import { describe, expect, it } from "vitest";
import { Access } from "./access.ts";

const access = new Access([
  { token: "all-token-1", scope: "all" },
  { token: "read-token-1", scope: "read" },
]);
const refused = expect.objectContaining({ status: 401 });

describe("who calls", () => {
  it("is known by its token alone", () => {
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
  ])("%j is nobody", (header) => expect(() => access.caller(header)).toThrow(refused));

  it("acts for an invocation until that is over, and no longer", () => {
    const [one, other] = [access.issueForInvocation("inv1"), access.issueForInvocation("inv2")];
    expect(access.caller(`Bearer ${one}`)).toEqual({ scope: "all", invocationId: "inv1" });
    access.revokeInvocation("inv1");
    expect(() => access.caller(`Bearer ${one}`)).toThrow(refused);
    expect(access.caller(`Bearer ${other}`)).toEqual({ scope: "all", invocationId: "inv2" });
  });
});
