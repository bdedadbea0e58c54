import { describe, expect, it } from "vitest";
import type { Role } from "../../bff/roles.ts";
import { changeable, checkSharing } from "./view-rights.ts";
import type { StoredView } from "./views.ts";

const stored = (shared: boolean): StoredView => ({
  id: "v1",
  owner_id: "u1",
  username: "ada",
  name: "Failing",
  shared: shared ? 1 : 0,
  query: "status=failed",
  is_default: 0,
  created_at_ms: 1,
  updated_at_ms: 1,
});
const requester = (userId: string, role: Role) => ({ userId, role, username: userId });
const change = (view: StoredView | undefined, who: ReturnType<typeof requester>, what = {}) =>
  changeable(view, who, what);

describe("the right to change a view", () => {
  it("reports another operator's personal view as missing, even to an admin", () => {
    expect(() => change(stored(false), requester("u2", "admin"))).toThrow("There is no such view.");
    expect(() => change(undefined, requester("u1", "admin"))).toThrow("There is no such view.");
  });
  it("belongs to the owner and to admins for a shared view", () => {
    expect(() => change(stored(true), requester("u2", "operator"), { name: "x" })).toThrow(
      "Only its owner ada or an admin",
    );
    expect(change(stored(true), requester("u2", "admin"), { name: "x" }).id).toBe("v1");
    expect(() => change(stored(true), requester("u2", "admin"), { is_default: true })).toThrow(
      "belongs to its owner",
    );
    expect(change(stored(true), requester("u1", "operator"), { query: "" }).id).toBe("v1");
  });
  it("requires the role operator for changes that others see", () => {
    expect(change(stored(false), requester("u1", "viewer"), { name: "x" }).id).toBe("v1");
    expect(() => change(stored(false), requester("u1", "viewer"), { shared: true })).toThrow("operator role");
    expect(() => change(stored(true), requester("u1", "viewer"), { query: "" })).toThrow("operator role");
    expect(() => change(stored(true), requester("u1", "viewer"), { shared: false })).toThrow("operator role");
    expect(() => changeable(stored(true), requester("u1", "viewer"), undefined)).toThrow("operator role");
    expect(change(stored(true), requester("u1", "viewer"), { is_default: true }).id).toBe("v1");
    expect(() => checkSharing(requester("u1", "viewer"), true)).toThrow("operator role");
    expect(() => checkSharing(requester("u1", "viewer"), false)).not.toThrow();
  });
});
