import { beforeEach, describe, expect, it, vi } from "vitest";
import { bffHeaders } from "../../bff/headers.ts";
import { appendAudit } from "../store/audit.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { type Act, audited } from "./audited.ts";

vi.mock("../store/database.ts", () => ({ database: () => ({}), StoreUnavailable: class extends Error {} }));
vi.mock("../store/audit.ts", () => ({ appendAudit: vi.fn() }));
vi.mock("../log.ts", () => ({ logFault: vi.fn() }));

const act: Act = {
  request: new Request("http://localhost/", {
    headers: { [bffHeaders.reason]: encodeURIComponent("stuck, π") },
  }),
  requestId: "r1",
  operator: { username: "ada", role: "operator", userId: "1", sid: "s", endsAtMs: 0 },
  action: "deleteBrowser",
  target: "session7",
};

/** What happened, in order: rows by their phase, and the act itself. */
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

describe("an act", () => {
  it("stands in the audit before it is done and with its answer afterwards", async () => {
    expect(await audited(act, work)).toEqual({ status: 204 });
    expect(order).toEqual(["intended", "done", "answered 204"]);
    for (const [, fact] of vi.mocked(appendAudit).mock.calls)
      expect(fact).toMatchObject({
        ...{ actor: "ada", role: "operator", requestId: "r1" },
        ...{ action: "deleteBrowser", target: "session7", reason: "stuck, π" },
      });
  });

  it("is not done when its intent cannot be written", async () => {
    vi.mocked(appendAudit).mockRejectedValueOnce(new Error("disk full"));
    await expect(audited(act, work)).rejects.toMatchObject({ status: 503, code: "audit_unavailable" });
    expect(order).toEqual([]);
  });

  it("that fails is answered with its failure, and stays failed", async () => {
    const failure = new UpstreamFailure(409, "conflict", "x", { unhealthy: false, retryable: false });
    await expect(audited(act, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(order).toEqual(["intended", "answered 409 conflict"]);
  });

  it("that was done is told as done though its answer could not be written", async () => {
    vi.mocked(appendAudit).mockImplementation(async (_, { phase }) => {
      if (phase === "answered") throw new Error("disk full");
    });
    expect(await audited(act, work)).toEqual({ status: 204 });
  });
});
