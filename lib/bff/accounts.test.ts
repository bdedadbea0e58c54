import { expect, it } from "vitest";
import { accounts, accountWithPassword } from "./accounts.ts";

it("an account of a replica of the version before, which does not say whether it is without a role, is read", () => {
  const account = {
    id: "1",
    username: "ada",
    role: "viewer",
    disabled: false,
    password: "one_time",
    one_time_until_ms: 1,
    created_at_ms: 1,
    last_seen_ms: null,
  };
  const list = { accounts: [account] };
  expect(accounts.parse(list)).toEqual(list);
  const created = { account, one_time_password: "secret" };
  expect(accountWithPassword.parse(created)).toEqual(created);
});
