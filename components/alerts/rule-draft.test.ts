import { describe, expect, it } from "vitest";
import { signalKinds } from "@/lib/bff/alert-rules";
import { draftOf, newDraft, readDraft } from "./rule-draft.ts";

describe("a rule as it is typed", () => {
  it.each(signalKinds)("%s begins as a rule that may be saved, and comes back as it was", (kind) => {
    const { setting, wrong } = readDraft(newDraft(kind, "Mine"));
    expect([...wrong]).toEqual([]);
    if (setting === undefined) throw new Error("no setting");
    const rule = {
      ...setting,
      id: "1",
      created_by: "a",
      created_at_ms: 1,
      updated_at_ms: 1,
      mutes: [],
      subjects: [],
    };
    expect(readDraft(draftOf(rule)).setting).toEqual(setting);
  });

  it("names what is wrong: no name, no figure, a bound that is too far", () => {
    const draft = newDraft("failure_share");
    const typed = { ...draft, fields: { ...draft.fields, percent: "101", least: "a few" }, forSeconds: "" };
    const { setting, wrong } = readDraft(typed);
    expect(setting).toBeUndefined();
    expect(wrong).toEqual(new Set(["name", "percent", "least", "for_seconds"]));
  });

  it("asks for at least one bound of stuck runs; one of them may be left out", () => {
    const draft = newDraft("stuck", "Mine");
    const with_ = (minutes: string, p99_times: string) =>
      readDraft({ ...draft, fields: { ...draft.fields, minutes, p99_times } });
    expect(with_("", "3").setting?.signal).toEqual({ kind: "stuck", minutes: null, p99_times: 3 });
    expect(with_("", "").setting).toBeUndefined();
    expect(with_("", "").wrong).toEqual(new Set(["minutes"]));
  });
});
