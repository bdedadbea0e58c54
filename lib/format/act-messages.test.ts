import { expect, it } from "vitest";
import { type AuditedAct, targetOfEnd } from "../bff/audit.ts";
import { ownOperations } from "../bff/operations/operations.ts";
import { allOperations } from "../contract/operations/operations.ts";
import { auditActionOf, auditRuleOf } from "../server/auth/operation-audit.ts";
import { operationRoles } from "../server/auth/operation-roles.ts";
import { actionsWithText, formatAct, formatActName, formatParts } from "./act-messages.ts";

const act = (more: Partial<AuditedAct>): AuditedAct => ({
  seq: 1,
  at_ms: 0,
  actor: "ada",
  role: "operator",
  ip: "",
  request_id: "q1",
  reason: "",
  count: 1,
  action: "checkProxy",
  target: "px1",
  outcome: "ok",
  status: 200,
  code: null,
  duration_ms: 5,
  phases: [],
  object: { kind: "proxy", id: "px1", name: "mobile-tokyo" },
  ...more,
});
const none = { ok: 0, failed: 0, refused: 0, unknown: 0, running: 0 };
const invocation = { kind: "invocation", id: "i1", name: "buy" } as const;
const session = { kind: "session", id: "htzv5orfit78e1m2biiifpbv", name: null } as const;

it("has a text for every operation that is audited", () => {
  const operations = [...allOperations, ...Object.values(ownOperations)];
  const audited = operations.filter(
    ({ id }) => id in operationRoles && auditRuleOf(operationOf(id)) !== "none",
  );
  function operationOf(id: string) {
    return operations.find((each) => each.id === id) ?? { id, method: "GET" };
  }
  expect(audited.map(({ id }) => auditActionOf(id)).filter((id) => !actionsWithText.includes(id))).toEqual(
    [],
  );
});

it.each([
  [{}, "ada checked proxy mobile-tokyo"],
  [
    { action: "createView", target: "Failing-since-monday", object: null },
    "ada saved view Failing-since-monday",
  ],
  [
    {
      action: "deleteAlertRule",
      target: "5a1e8a0e-1111-4222-8333-944445555566",
      object: {
        kind: "alert_rule",
        id: "5a1e8a0e-1111-4222-8333-944445555566",
        name: "Checkout fails",
      },
    },
    "ada deleted alert rule Checkout fails",
  ],
  [
    { action: "createAlertRule", target: "Checkout fails", object: null },
    "ada added alert rule Checkout fails",
  ],
  [
    {
      action: "muteAlertRule",
      target: "rule1 (mobile-tokyo) to 1 h",
      object: { kind: "alert_rule", id: "rule1", name: "Proxy down" },
    },
    "ada set the mute of alert rule Proxy down (mobile-tokyo) to 1 h",
  ],
  [
    {
      action: "setPoolRate",
      target: "po1 to the observed rate",
      object: { kind: "pool", id: "po1", name: "checkout_eu" },
    },
    "ada set the fill rate of pool checkout_eu to the observed rate",
  ],
  [
    {
      action: "setFailureGroup",
      target: `${"3f9a".repeat(8)} to muted for 7 d: Timeout <n>ms`,
      object: null,
    },
    "ada changed the state of failure 3f9a3f…a3f9a to muted for 7 d: Timeout <n>ms",
  ],
  [
    { action: "setFailureGroup", target: "3f9a".repeat(8), object: null },
    "ada changed the state of failure 3f9a3f…a3f9a",
  ],
  [
    { action: "setProxySchedule", target: "every 15 min, up to 60 per hour → off", object: null },
    "ada set the schedule of proxy checks every 15 min, up to 60 per hour → off",
  ],
  [
    { action: "setProxySchedule", target: "/api/proxies/schedule", object: null, outcome: "refused" },
    "ada tried to set the schedule of proxy checks",
  ],
  // Records of earlier versions do not have it.
  [{ action: "setProxySchedule", target: "", object: null }, "ada set the schedule of proxy checks"],
  [
    { action: "downloadReplay", target: `${session.id}/r1`, object: session },
    "ada opened a recording of browser htzv5o…ifpbv r1",
  ],
  [
    { action: "updateInvocation", target: targetOfEnd("i1", "failed"), object: invocation },
    "ada cancelled invocation buy",
  ],
  [
    { action: "updateInvocation", target: targetOfEnd("i1", "succeeded"), object: invocation },
    "ada ended invocation buy as succeeded",
  ],
  [
    {
      action: "updateInvocation",
      target: targetOfEnd("i1", "succeeded"),
      object: invocation,
      outcome: "failed",
    },
    "ada tried to end invocation buy as succeeded",
  ],
  [{ action: "createWebhook", target: "", object: null }, "ada added webhook"],
  [{ action: "createView", target: "", object: null }, "ada saved view"],
  [
    {
      action: "flushPool",
      target: "9b2f7c1e-0f1a-4c55-9d0e-1234567890ab",
      object: { kind: "pool", id: "9b2f7c1e-0f1a-4c55-9d0e-1234567890ab", name: null },
    },
    "ada flushed pool 9b2f7c…890ab",
  ],
  [{ outcome: "failed" }, "ada tried to check proxy mobile-tokyo"],
  [{ outcome: "unknown" }, "ada tried to check proxy mobile-tokyo"],
  [{ outcome: "running" }, "ada started to check proxy mobile-tokyo"],
  [{ outcome: "refused", target: "/api/proxies/px1/check" }, "ada tried to check proxy mobile-tokyo"],
  [{ object: null, target: "" }, "ada checked proxy"],
  [
    {
      action: "updatePool",
      target: "checkout-live-sales (size: 5)",
      object: { kind: "pool", id: "checkout-live-sales", name: null },
    },
    "ada edited pool checkout-live-sales (size: 5)",
  ],
  [
    { action: "flushPool", target: session.id, object: { kind: "pool", id: session.id, name: null } },
    "ada flushed pool htzv5o…ifpbv",
  ],
  [{ action: "deleteBrowser", target: session.id, object: session }, "ada ended browser htzv5o…ifpbv"],
  [
    { action: "readFile", target: `${session.id} /tmp/a.txt`, object: session },
    "ada read a file of browser htzv5o…ifpbv /tmp/a.txt",
  ],
  [
    { action: "stopReplay", target: `${session.id}/r1`, object: session },
    "ada stopped a recording of browser htzv5o…ifpbv r1",
  ],
  [
    {
      action: "createInvocation",
      target: "shop v1 buy",
      object: invocation,
    },
    "ada invoked shop v1 buy",
  ],
  [
    { target: "", object: null, outcome: "failed", parts: { ...none, ok: 1_038, failed: 2 } },
    "ada checked 1,040 proxies",
  ],
  [
    { target: "", object: null, outcome: "failed", parts: { ...none, failed: 3 } },
    "ada tried to check 3 proxies",
  ],
  [
    { target: "", object: null, outcome: "running", parts: { ...none, ok: 3, running: 2 } },
    "ada started to check 5 proxies",
  ],
  [
    { action: "updateProfile", target: "", object: null, parts: { ...none, ok: 3 } },
    "ada renamed profile 3 times",
  ],
  [{ action: "signIn", target: "", object: null, actor: "" }, "someone signed in"],
  [{ action: "somethingNew", target: "it", object: null }, "ada somethingNew it"],
] as const)("%j reads %s", (more, sentence) => {
  expect(formatAct(act(more))).toBe(sentence);
});

it("says how the acts of a batch ended where they did not end alike", () => {
  expect(formatParts({ ...none, ok: 1_038, failed: 2, unknown: 1 })).toBe(
    "1,038 ok, 2 failed, 1 outcome unknown",
  );
  expect(formatParts({ ...none, ok: 40 })).toBe("");
  expect(formatParts(undefined)).toBe("");
});

it("names an operation as a choice", () => {
  expect(formatActName("checkProxy")).toBe("Check proxy");
  expect(formatActName("readFile")).toBe("Read a file of browser");
  expect(formatActName("setProxySchedule")).toBe("Set the schedule of proxy checks");
  expect(formatActName("createAccount")).toBe("Create account");
  expect(formatActName("somethingNew")).toBe("somethingNew");
});
