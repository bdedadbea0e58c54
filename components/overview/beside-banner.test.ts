import { expect, it } from "vitest";
import type { Attention, AttentionItem } from "@/lib/bff/attention";
import { BffError } from "@/lib/queries/bff";
import { besideBanner, checksBesideList, isInBanner, silenceInBanner } from "./beside-banner.ts";

const common = { since_ms: null, sure: "certain" } as const;
const silent: AttentionItem = {
  ...common,
  id: "silent",
  kind: "silent",
  severity: "critical",
  code: "upstream_timeout",
  last_answer_at_ms: 1,
};
const recorder = (severity: AttentionItem["severity"]): AttentionItem => ({
  ...common,
  id: severity,
  kind: "recorder",
  severity,
  state: "failing",
  code: null,
  reached_ms: null,
  to_ms: null,
});
const attentionOf = (symptoms: AttentionItem[]): Attention => ({
  computed_at_ms: 2,
  from_ms: 0,
  open: { running: 1, queued: 0, oldest_queued_ms: null, read_at_ms: null, complete: true },
  entries: [
    { severity: "critical", cause: silent, symptoms, alerts: 2 },
    { severity: "serious", cause: recorder("serious"), symptoms: [], alerts: 0 },
  ],
  checks: [
    { subject: "pools", state: "not_checked", examined: null, at_ms: null, why: "upstream_timeout" },
    { subject: "alerts", state: "not_checked", examined: null, at_ms: null, why: "not_evaluated" },
  ],
});

it("is what the banner says: only a list that could not be read because the API does not answer", () => {
  const found = attentionOf([]);
  expect(silenceInBanner(new BffError(502, "upstream_unreachable", ""), found)).toBe(silent);
  expect(silenceInBanner(new BffError(503, "store_unavailable", ""), found)).toBeUndefined();
  expect(silenceInBanner(undefined, found)).toBeUndefined();
  expect(silenceInBanner(new BffError(502, "upstream_unreachable", ""), undefined)).toBeUndefined();
});

it.each([
  ["store_unavailable", true],
  ["store_full", true],
  ["upstream_timeout", true],
  ["dashboard_unreachable", true],
  ["internal_error", false],
  ["unreadable_answer", false],
])("two errors of the code %s have one cause: %s", (code, isOne) => {
  const banner = new BffError(503, code, "");
  expect(isInBanner(new BffError(503, code, ""), banner)).toBe(isOne);
  expect(isInBanner(new BffError(503, code, ""), new BffError(503, "other", ""))).toBe(false);
  expect(isInBanner(new BffError(503, code, ""), undefined)).toBe(false);
});

it("two errors without a code may have two causes", () => {
  expect(isInBanner(new Error("one"), new Error("another"))).toBe(false);
});

it("is not said again beside the banner, and hides nothing else", () => {
  const { entries, checks } = besideBanner(attentionOf([]));
  expect(entries.map(({ cause }) => cause.id)).toEqual(["serious"]);
  expect(checks.map(({ why }) => why)).toEqual([null, "not_evaluated"]);
});

it("is no reason of a check beside the list that has it as an entry", () => {
  const listed = attentionOf([]);
  expect(checksBesideList(listed).map(({ why }) => why)).toEqual([null, "not_evaluated"]);
  const { checks } = listed;
  expect(checksBesideList({ ...listed, entries: [] })).toBe(checks);
});

it("leaves what it explains as one entry, at the place of its own severity", () => {
  const { entries } = besideBanner(attentionOf([recorder("notice"), recorder("notice")]));
  expect(
    entries.map(({ cause, severity, symptoms, alerts }) => [cause.id, severity, symptoms.length, alerts]),
  ).toEqual([
    ["serious", "serious", 0, 0],
    ["notice", "notice", 1, 2],
  ]);
});
