import { expect, it } from "vitest";
import { tallyProfiles } from "./profile-tally.ts";

const known = (id: string, name: string | null, ended_at_ms: number | null = null) => ({
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
  expect(tallyProfiles(users, [known("pr_1", "payroll"), known("pr_2", null)])).toEqual([
    { profile: "pr_1", pools: [pool("a"), pool("b")], sessions: 2 },
    { profile: "pr_2", pools: [], sessions: 1 },
  ]);
});

it("keeps what nobody knows under what it was referred to by", () => {
  const users = [{ profile: { name: "never seen" } }, { profile: { name: "never seen" } }];
  // A mention by name is remembered under the name.
  expect(tallyProfiles(users, [known("never seen", "never seen")])).toEqual([
    { profile: "never seen", pools: [], sessions: 2 },
  ]);
});

it("takes a name for the living profile of that name, and an id for itself though another is named so", () => {
  const profiles = [known("new", "payroll"), known("old", "payroll", 9), known("other", "new")];
  expect(tallyProfiles([{ profile: { name: "payroll" } }, { profile: { id: "new" } }], profiles)).toEqual([
    { profile: "new", pools: [], sessions: 2 },
  ]);
});
