import { describe, expect, it } from "vitest";
import {
  type Draft,
  type DraftStore,
  dropDraft,
  keepDraft,
  noteSent,
  readAside,
  readDraft,
  startOf,
} from "./invoke-draft.ts";
import { emptyFields } from "./invoke-fields.ts";

function shelf(maxLength = 10_000): DraftStore & { held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > maxLength) throw new DOMException("full", "QuotaExceededError");
      held.set(key, value);
    },
    removeItem: (key) => void held.delete(key),
  };
}
const half: Draft = { fields: { ...emptyFields, app_name: "shop" }, origin: "", savedAtMs: 5 };

describe("a draft", () => {
  it("comes back to its operator and to nobody else", () => {
    const store = shelf();
    expect(keepDraft(store, "ann", half)).toBe(true);
    expect(readDraft(store, "ann")).toEqual(half);
    expect(readDraft(store, "bob")).toBeUndefined();
    dropDraft(store, "ann");
    expect(readDraft(store, "ann")).toBeUndefined();
  });
  it("that is too large is gone as a whole, and that is said", () => {
    const store = shelf(300);
    keepDraft(store, "ann", half);
    const large = { ...half, fields: { ...half.fields, payload: "x".repeat(400) } };
    expect(keepDraft(store, "ann", large)).toBe(false);
    expect(readDraft(store, "ann")).toBeUndefined();
  });
  it("of another form steps aside for a newer one and is offered again, until it is taken up", () => {
    const store = shelf();
    keepDraft(store, "ann", half);
    const again = { ...half, origin: "?from=i1" };
    keepDraft(store, "ann", again);
    noteSent(store, "ann", { ...again, sentAs: "i2" });
    expect(readAside(store, "ann")).toEqual(half);
    const kept = [readDraft(store, "ann"), readAside(store, "ann")];
    expect(startOf(kept, "", emptyFields)).toEqual({ fields: half.fields, from: half, other: undefined });
    expect(startOf(kept, "?from=i9", emptyFields).other).toEqual(half);
    keepDraft(store, "ann", { ...half, savedAtMs: 9 });
    expect(readAside(store, "ann")).toBeUndefined();
  });
  it("that cannot be read is none", () => {
    const store = shelf();
    for (const text of ["{", "null", '{"fields":{}}', '"x"']) {
      store.held.set("fleetdeck.invoke.ann", text);
      expect(readDraft(store, "ann")).toBeUndefined();
    }
  });
});

describe("noteSent", () => {
  it("marks what was sent, not what was written meanwhile", () => {
    const store = shelf();
    keepDraft(store, "ann", half);
    noteSent(store, "ann", { ...half, sentAs: "i1" });
    expect(readDraft(store, "ann")?.sentAs).toBe("i1");
    const next = { ...half, fields: { ...half.fields, action_name: "search" } };
    keepDraft(store, "ann", next);
    noteSent(store, "ann", { ...half, sentAs: "i2" });
    expect(readDraft(store, "ann")).toEqual(next);
  });
});

describe("startOf", () => {
  const prefill = { ...emptyFields, app_name: "other" };
  it("goes on with the draft of the same address", () => {
    expect(startOf([half], "", prefill)).toEqual({ fields: half.fields, from: half, other: undefined });
  });
  it("starts as another address says, and offers the draft unless it was sent", () => {
    expect(startOf([half], "?from=i1", prefill)).toEqual({ fields: prefill, from: undefined, other: half });
    expect(startOf([{ ...half, sentAs: "i1" }], "?from=i1", prefill).other).toBeUndefined();
    expect(startOf([undefined], "", prefill)).toEqual({ fields: prefill, from: undefined, other: undefined });
  });
});
