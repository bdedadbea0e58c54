import { expect, it } from "vitest";
import { alert } from "./alerts.ts";

it("an alert of a replica of the version before, which does not say whether it is severe, is read", () => {
  const before = {
    kind: "proxy_down",
    subject: "p1",
    since_ms: 1,
    resolved_at_ms: null,
    limit_ms: null,
    id: "a1",
    rule_id: "r1",
    rule_name: "Proxy down",
    label: "res-eu-3",
    fired_at_ms: 1,
    resolved_why: null,
    fired_message: "down",
    message: "down",
    known: true,
    no_data_since_ms: null,
    closable: false,
    closed_by: null,
    closed_note: null,
    silent: false,
    notifies_end: false,
    muted_until_ms: null,
    rule_muted: false,
  };
  expect(alert.parse(before)).toEqual(before);
});
