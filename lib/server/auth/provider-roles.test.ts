import { expect, it } from "vitest";
import { groupsIn, roleOfGroups } from "./provider-roles.ts";

const mapped = [
  ["ops", "operator"],
  ["ops-admins", "admin"],
  ["*", "viewer"],
] as const;

it("the highest role of all groups counts, and a star is everyone", () => {
  expect(roleOfGroups(["ops-admins", "ops"], mapped)).toBe("admin");
  expect(roleOfGroups(["ops", "cooks"], mapped)).toBe("operator");
  expect(roleOfGroups([], mapped)).toBe("viewer");
  expect(roleOfGroups(["cooks"], mapped.slice(0, 2))).toBeUndefined();
});

it("a group named like the star is not everyone, and names are compared exactly", () => {
  expect(roleOfGroups(["OPS", "ops "], mapped.slice(0, 2))).toBeUndefined();
});

it("groups are a list or one text, in the claim or inside of one", () => {
  expect(groupsIn({ groups: ["a", 1, null, "b"] }, "groups")).toEqual(["a", "b"]);
  expect(groupsIn({ groups: "a" }, "groups")).toEqual(["a"]);
  expect(groupsIn({ realm_access: { roles: ["a"] } }, "realm_access.roles")).toEqual(["a"]);
  expect(groupsIn({ "https://x.example/groups": ["a"] }, "https://x.example/groups")).toEqual(["a"]);
  expect(groupsIn({}, "constructor.name")).toEqual([]);
});
