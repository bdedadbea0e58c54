import { describe, expect, it } from "vitest";
import {
  type Draft,
  type DraftStore,
  dropDraft,
  markDraftSent,
  readDisplacedDraft,
  readDraft,
  saveDraft,
  startOf,
} from "./invoke-draft.ts";
import { emptyFields } from "./invoke-fields.ts";

function createStore(maxLength = 10_000): DraftStore & { held: Map<string, string> } {
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
  it("is restored for its operator only", () => {
    const store = createStore();
    expect(saveDraft(store, "ann", half)).toBe(true);
    expect(readDraft(store, "ann")).toEqual(half);
    expect(readDraft(store, "bob")).toBeUndefined();
    dropDraft(store, "ann");
    expect(readDraft(store, "ann")).toBeUndefined();
  });
  it("that is too large is dropped as a whole, and save reports it", () => {
    const store = createStore(300);
    saveDraft(store, "ann", half);
    const large = { ...half, fields: { ...half.fields, payload: "x".repeat(400) } };
    expect(saveDraft(store, "ann", large)).toBe(false);
    expect(readDraft(store, "ann")).toBeUndefined();
  });
  it("of another form is displaced by a newer one and offered again until it is opened", () => {
    const store = createStore();
    saveDraft(store, "ann", half);
    const again = { ...half, origin: "?from=i1" };
    saveDraft(store, "ann", again);
    markDraftSent(store, "ann", { ...again, sentAs: "i2" });
    expect(readDisplacedDraft(store, "ann")).toEqual(half);
    const drafts = [readDraft(store, "ann"), readDisplacedDraft(store, "ann")];
    expect(startOf(drafts, "", emptyFields)).toEqual({ fields: half.fields, from: half, other: undefined });
    expect(startOf(drafts, "?from=i9", emptyFields).other).toEqual(half);
    saveDraft(store, "ann", { ...half, savedAtMs: 9 });
    expect(readDisplacedDraft(store, "ann")).toBeUndefined();
  });
  it("that cannot be parsed is ignored", () => {
    const store = createStore();
    for (const text of ["{", "null", '{"fields":{}}', '"x"']) {
      store.held.set("fleetdeck.invoke.ann", text);
      expect(readDraft(store, "ann")).toBeUndefined();
    }
  });
});

describe("markDraftSent", () => {
  it("marks what was sent, not what was typed meanwhile", () => {
    const store = createStore();
    saveDraft(store, "ann", half);
    markDraftSent(store, "ann", { ...half, sentAs: "i1" });
    expect(readDraft(store, "ann")?.sentAs).toBe("i1");
    const next = { ...half, fields: { ...half.fields, action_name: "search" } };
    saveDraft(store, "ann", next);
    markDraftSent(store, "ann", { ...half, sentAs: "i2" });
    expect(readDraft(store, "ann")).toEqual(next);
  });
});

describe("startOf", () => {
  const prefill = { ...emptyFields, app_name: "other" };
  it("restores the draft of the same address", () => {
    expect(startOf([half], "", prefill)).toEqual({ fields: half.fields, from: half, other: undefined });
  });
  it("starts from another address, and offers the draft unless it was sent", () => {
    expect(startOf([half], "?from=i1", prefill)).toEqual({ fields: prefill, from: undefined, other: half });
    expect(startOf([{ ...half, sentAs: "i1" }], "?from=i1", prefill).other).toBeUndefined();
    expect(startOf([undefined], "", prefill)).toEqual({ fields: prefill, from: undefined, other: undefined });
  });
});
