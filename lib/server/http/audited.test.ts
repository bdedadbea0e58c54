import { beforeEach, describe, expect, it, vi } from "vitest";
import { bffHeaders } from "../../bff/headers.ts";
import { appendAudit } from "../audit/audit-chain.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { type Act, audited } from "./audited.ts";

vi.mock("../db/database.ts", () => ({ database: () => ({}) }));
vi.mock("../audit/audit-chain.ts", () => ({ appendAudit: vi.fn() }));
vi.mock("../kernel/log.ts", () => ({ logFault: vi.fn() }));

const act: Act = {
  request: new Request("http://localhost/", {
    headers: { [bffHeaders.reason]: encodeURIComponent("stuck, π") },
  }),
  requestId: "r1",
  operator: {
    ...{ username: "ada", role: "operator", userId: "1", sid: "s", endsAtMs: 0 },
    mustChangePassword: false,
  },
  action: "deleteBrowser",
  target: "session7",
};

/** The audit rows by phase, and the write itself, in order. */
let order: string[] = [];
const work = async () => {
  order.push("done");
  return { status: 204 };
};

beforeEach(() => {
  order = [];
  vi.mocked(appendAudit).mockReset();
  vi.mocked(appendAudit).mockImplementation(async (_, { phase, status, code }) => {
    order.push([phase, status, code].filter((part) => part !== undefined).join(" "));
  });
});

describe("an audited write", () => {
  it("has an audit row before it is done and one with its outcome afterwards", async () => {
    expect(await audited(act, work)).toEqual({ status: 204 });
    expect(order).toEqual(["intended", "done", "answered 204"]);
    for (const [, event] of vi.mocked(appendAudit).mock.calls)
      expect(event).toMatchObject({
        ...{ actor: "ada", role: "operator", requestId: "r1" },
        ...{ action: "deleteBrowser", target: "session7", reason: "stuck, π" },
      });
  });

  it("that makes something has its id as the target of the outcome", async () => {
    const made = async () => ({ status: 201, id: "new7" });
    await audited({ ...act, target: "shop v1 buy" }, made, ({ id }) => id);
    const targets = vi.mocked(appendAudit).mock.calls.map(([, { phase, target }]) => [phase, target]);
    expect(targets).toEqual([
      ["intended", "shop v1 buy"],
      ["answered", "new7"],
    ]);
  });

  it("is not done when its intent cannot be written", async () => {
    vi.mocked(appendAudit).mockRejectedValueOnce(new Error("disk full"));
    await expect(audited(act, work)).rejects.toMatchObject({ status: 503, code: "audit_unavailable" });
    expect(order).toEqual([]);
  });

  it("that fails rejects with its failure, which is recorded", async () => {
    const failure = new UpstreamFailure(409, "conflict", "x", { unhealthy: false, retryable: false });
    await expect(audited(act, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(order).toEqual(["intended", "answered 409 conflict"]);
  });

  it("succeeds even if its outcome could not be written", async () => {
    vi.mocked(appendAudit).mockImplementation(async (_, { phase }) => {
      if (phase === "answered") throw new Error("disk full");
    });
    expect(await audited(act, work)).toEqual({ status: 204 });
  });
});
