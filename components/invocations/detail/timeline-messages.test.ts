import { describe, expect, it } from "vitest";
import type { AuditEntry } from "@/lib/bff/audit";
import { actDetail, formatAct } from "./timeline-messages.ts";

const id = "r00000000000000000000001";
const session = "s00000000000000000000001";
const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  seq: 1,
  at_ms: 0,
  actor: "ann",
  role: "operator",
  ip: "",
  request_id: "q1",
  target: id,
  action: "updateInvocation",
  phase: "answered",
  status: 200,
  code: null,
  reason: "",
  ...over,
});
const textOf = (over: Partial<AuditEntry>) => formatAct(entry(over), id);

describe("an operator's act", () => {
  it.each([
    ["createInvocation", id, "ann invoked it"],
    ["updateInvocation", id, "ann cancelled it"],
    ["deleteBrowser", session, "ann ended browser s00000…00001"],
    ["startReplay", session, "ann started a recording of browser s00000…00001"],
    ["openLiveView", session, "ann watched browser s00000…00001"],
    ["deleteStoredLog", session, "ann deleted a stored log of browser s00000…00001"],
    ["uploadBrowserExtensions", session, "ann loaded extensions into browser s00000…00001"],
    ["newOperation", session, "ann used newOperation on browser s00000…00001"],
    ["killProcess", `${session}/712`, "ann sent a signal to a process of browser s00000…00001 712"],
    ["spawnProcess", `${session} kill -9 712`, "ann ran a command in browser s00000…00001 kill -9 712"],
    [
      "spawnProcess",
      `${session} awk '{print $1, $&}' $$ $'a' $\`b\``,
      "ann ran a command in browser s00000…00001 awk '{print $1, $&}' $$ $'a' $`b`",
    ],
    ["spawnProcess", `${session} echo (a)`, "ann ran a command in browser s00000…00001 echo (a)"],
    ["moveFile", `${session} /a/b → /c`, "ann moved a file of browser s00000…00001 /a/b → /c"],
  ])("%s reads as a person would say it", (action, target, text) =>
    expect(textOf({ action, target })).toBe(text),
  );

  it("that ended it as succeeded did not cancel it", () => {
    const ended = { action: "updateInvocation", intended_target: `${id} as succeeded` };
    expect(textOf(ended)).toBe("ann ended it as succeeded");
    expect(textOf({ ...ended, phase: "unknown", status: null })).toBe(
      "ann tried to end it as succeeded, outcome unknown",
    );
  });

  it("names the extensions that were loaded, which only its answer has", () => {
    const target = `${session} a.zip b.zip`;
    expect(textOf({ action: "uploadBrowserExtensions", target, intended_target: session })).toBe(
      "ann loaded extensions into browser s00000…00001 a.zip b.zip",
    );
  });

  it("of a pool on the browser names both", () => {
    expect(textOf({ action: "acquireBrowser", target: session, intended_target: "checkout" })).toBe(
      "ann acquired browser s00000…00001 from pool checkout",
    );
    const released = { action: "releaseBrowser", intended_target: `checkout (${session}, not reused)` };
    expect(textOf({ ...released, target: session })).toBe(
      "ann released browser s00000…00001 to pool checkout",
    );
  });

  it("of a pool on the browser names both without an answer, too", () => {
    const released = { action: "releaseBrowser", status: null } as const;
    expect(textOf({ ...released, target: `po1 (${session})`, phase: "intended" })).toBe(
      "ann tried to release browser s00000…00001 to pool po1, no answer yet",
    );
    expect(textOf({ ...released, target: `po1 (${session}, not reused)`, phase: "unknown" })).toBe(
      "ann tried to release browser s00000…00001 to pool po1, outcome unknown",
    );
  });

  it.each(["checkout eu", "eu/checkout", "eu (old)", "checkout-live-sales", "checkouts of the storefront"])(
    "of a pool that is addressed by its name has the whole name (%s)",
    (pool) => {
      const acquired = { action: "acquireBrowser", target: session, intended_target: pool };
      expect(textOf(acquired)).toBe(`ann acquired browser s00000…00001 from pool ${pool}`);
      const released = { action: "releaseBrowser", intended_target: `${pool} (${session})` };
      expect(textOf({ ...released, target: session })).toBe(
        `ann released browser s00000…00001 to pool ${pool}`,
      );
    },
  );

  it("of a pool that is addressed by its id has a short id", () => {
    const acquired = {
      action: "acquireBrowser",
      target: session,
      intended_target: "p00000000000000000000001",
    };
    expect(textOf(acquired)).toBe("ann acquired browser s00000…00001 from pool p00000…00001");
  });

  it("of a pool names it as it is written", () => {
    const acquired = { action: "acquireBrowser", target: session, intended_target: "$$-$&" };
    expect(textOf(acquired)).toBe("ann acquired browser s00000…00001 from pool $$-$&");
  });

  it("has the operator's reason", () => {
    expect(textOf({ reason: "stuck" })).toBe('ann cancelled it, "stuck"');
  });

  it("without success is an attempt", () => {
    const ended = { action: "deleteBrowser", target: session };
    expect(textOf({ ...ended, status: 409, code: "conflict" })).toBe(
      "ann tried to end browser s00000…00001, failed",
    );
    expect(textOf({ ...ended, phase: "denied", status: 403 })).toBe(
      "ann tried to end browser s00000…00001, refused",
    );
    expect(textOf({ ...ended, phase: "intended", status: null })).toBe(
      "ann tried to end browser s00000…00001, no answer yet",
    );
  });

  it("has its operation and answer as a detail", () => {
    expect(actDetail(entry({}))).toBe("updateInvocation, answered 200");
    expect(actDetail(entry({ status: 409, code: "conflict" }))).toBe(
      "updateInvocation, answered 409 conflict",
    );
    expect(actDetail(entry({ phase: "intended", status: null }))).toBe("updateInvocation, intended");
  });
});
