import { describe, expect, it } from "vitest";
import { signalKinds } from "@/lib/bff/alert-rules";
import { draftOf, newDraft, type RuleDraft, ruleForm } from "./rule-draft.ts";

const faultsOf = (draft: RuleDraft) =>
  new Set(ruleForm.safeParse(draft).error?.issues.map(({ path }) => path.join(".")));

describe("a rule draft", () => {
  it.each(signalKinds)("%s starts as a valid rule, and round-trips", (kind) => {
    const setting = ruleForm.parse(newDraft(kind, "Mine"));
    const rule = {
      ...setting,
      id: "1",
      created_by: "a",
      created_at_ms: 1,
      updated_at_ms: 1,
      mutes: [],
      subjects: [],
      webhooks_off: 0,
    };
    expect(ruleForm.parse(draftOf(rule))).toEqual(setting);
  });

  it("names what is invalid: no name, no number, a limit out of range", () => {
    const draft = newDraft("failure_share", "");
    const typed = {
      ...draft,
      signal: { ...draft.signal, percent: "101", least: "a few" },
      for_seconds: "",
    };
    expect(faultsOf(typed)).toEqual(new Set(["name", "signal.percent", "signal.least", "for_seconds"]));
  });

  it("requires at least one limit of stuck invocations; one of them may be left out", () => {
    const draft = newDraft("stuck", "Mine");
    const with_ = (minutes: string, p99_times: string) => ({
      ...draft,
      signal: { ...draft.signal, minutes, p99_times },
    });
    expect(ruleForm.parse(with_("", "3")).signal).toEqual({ kind: "stuck", minutes: null, p99_times: 3 });
    expect(faultsOf(with_("", ""))).toEqual(new Set(["signal.minutes"]));
    expect(ruleForm.safeParse(with_("", "")).error?.issues.map(({ message }) => message)).toEqual([
      "Enter minutes, a multiple of the p99, or both.",
    ]);
    // A number's fault says its bounds.
    const [issue] = ruleForm.safeParse(with_("0", "soon")).error?.issues ?? [];
    expect(issue?.message).toBe("must be a whole number from 1 to 10080");
  });
});
