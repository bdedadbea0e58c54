import { expect, it } from "vitest";
import { tallyProfiles } from "./profile-tally.ts";

const recorded = (id: string, name: string | null, ended_at_ms: number | null = null) => ({
  id,
  name,
  ended_at_ms,
});
const pool = (id: string) => ({ id, name: `name of ${id}` });

it("counts pools and sessions by profile, referred to by id or by name", () => {
  const users = [
    { profile: { id: "pr_1" }, pool: pool("a") },
    { profile: { name: "payroll" }, pool: pool("b") },
    { profile: { id: "pr_1", name: "payroll" } },
    { profile: { name: "payroll" } },
    { profile: { id: "pr_2" } },
    { profile: null },
    { profile: {} },
  ];
  expect(tallyProfiles(users, [recorded("pr_1", "payroll"), recorded("pr_2", null)])).toEqual([
    { profile: "pr_1", pools: [pool("a"), pool("b")], sessions: 2 },
    { profile: "pr_2", pools: [], sessions: 1 },
  ]);
});

it("counts unknown profiles under their reference", () => {
  const users = [{ profile: { name: "never seen" } }, { profile: { name: "never seen" } }];
  // A reference by name is recorded with the name as id.
  expect(tallyProfiles(users, [recorded("never seen", "never seen")])).toEqual([
    { profile: "never seen", pools: [], sessions: 2 },
  ]);
});

it("resolves a name to the existing profile of that name, and an id to itself even if it is another's name", () => {
  const profiles = [recorded("new", "payroll"), recorded("old", "payroll", 9), recorded("other", "new")];
  expect(tallyProfiles([{ profile: { name: "payroll" } }, { profile: { id: "new" } }], profiles)).toEqual([
    { profile: "new", pools: [], sessions: 2 },
  ]);
});
