import { describe, expect, it } from "vitest";
import type { Role } from "../../bff/operator.ts";
import type { KeptView } from "../store/views.ts";
import { changeable, checkSharing } from "./view-rights.ts";

const kept = (shared: boolean): KeptView => ({
  id: "v1",
  ownerId: "u1",
  owner: "ada",
  name: "Failing",
  shared,
  query: "status=failed",
  isDefault: false,
  createdAtMs: 1,
  updatedAtMs: 1,
});
const asker = (userId: string, role: Role) => ({ userId, role, username: userId });
const change = (view: KeptView | undefined, who: ReturnType<typeof asker>, what = {}) =>
  changeable(view, who, what);

describe("who may change a view", () => {
  it("hides another's personal view even from an admin", () => {
    expect(() => change(kept(false), asker("u2", "admin"))).toThrow("There is no such view.");
    expect(() => change(undefined, asker("u1", "admin"))).toThrow("There is no such view.");
  });
  it("leaves a shared view to its owner and admins", () => {
    expect(() => change(kept(true), asker("u2", "operator"), { name: "x" })).toThrow(
      "Only its owner, ada, or an admin",
    );
    expect(change(kept(true), asker("u2", "admin"), { name: "x" }).id).toBe("v1");
    expect(() => change(kept(true), asker("u2", "admin"), { is_default: true })).toThrow("owner's own");
    expect(change(kept(true), asker("u1", "operator"), { query: "" }).id).toBe("v1");
  });
  it("asks the operator role for whatever others see", () => {
    expect(change(kept(false), asker("u1", "viewer"), { name: "x" }).id).toBe("v1");
    expect(() => change(kept(false), asker("u1", "viewer"), { shared: true })).toThrow("role operator");
    expect(() => change(kept(true), asker("u1", "viewer"), { query: "" })).toThrow("role operator");
    expect(() => change(kept(true), asker("u1", "viewer"), { shared: false })).toThrow("role operator");
    expect(() => changeable(kept(true), asker("u1", "viewer"), undefined)).toThrow("role operator");
    expect(change(kept(true), asker("u1", "viewer"), { is_default: true }).id).toBe("v1");
    expect(() => checkSharing(asker("u1", "viewer"), true)).toThrow("role operator");
    expect(() => checkSharing(asker("u1", "viewer"), false)).not.toThrow();
  });
});
