import { expect, it, vi } from "vitest";
import { bffHeaders } from "../../bff/headers.ts";
import { runAct } from "../audit/run-act.ts";
import { audited } from "./audited.ts";

vi.mock("../db/database.ts", () => ({ database: () => ({}) }));
vi.mock("../audit/run-act.ts", () => ({ runAct: vi.fn() }));
vi.mock("../kernel/log.ts", () => ({ logFault: vi.fn() }));

const reason = (text: string) => new Request("http://localhost/", { headers: { [bffHeaders.reason]: text } });
const operator = {
  username: "ada",
  role: "operator" as const,
  userId: "1",
  sid: "s",
  endsAtMs: 0,
  mustChangePassword: false,
} as const;
const act = { requestId: "r1", operator, action: "deleteBrowser", target: "session7" };

/** The act that was handed over to be recorded and run. */
async function handedOver(request: Request, work: () => Promise<{ status: number }>) {
  await audited({ ...act, request }, work, { madeBy: () => "new7" });
  const [, given] = vi.mocked(runAct).mock.lastCall ?? [];
  if (given === undefined) throw new Error("nothing was recorded");
  return given;
}

it("an audited write is recorded with its operator, their reason, and what it made", async () => {
  const request = reason(encodeURIComponent("stuck, π"));
  const { event, changed } = await handedOver(request, async () => ({ status: 201 }));
  expect(event()).toEqual({
    actor: "ada",
    role: "operator",
    ip: "unknown",
    requestId: "r1",
    action: "deleteBrowser",
    target: "session7",
    reason: "stuck, π",
  });
  expect(changed?.({ status: 201 })).toEqual({ target: "new7" });
  expect((await handedOver(reason("100 %"), async () => ({ status: 201 }))).event().reason).toBe("100 %");
});

it("an act on many has the id of its batch, which must be a UUID", async () => {
  const of = (batch: string) =>
    handedOver(new Request("http://localhost/", { headers: { [bffHeaders.batch]: batch } }), async () => ({
      status: 200,
    }));
  const id = "3F9C1C52-7A51-4D0E-9A53-0C3A44D8F6B1";
  expect((await of(id)).event()).toMatchObject({ batchId: id.toLowerCase() });
  await expect(of("batch 7").then(({ event }) => event())).rejects.toMatchObject({
    status: 400,
    code: "bad_batch",
  });
});

it("an unexpected error of an audited write is recorded as the problem that is answered", async () => {
  const { work } = await handedOver(reason("x"), () => Promise.reject(new TypeError("secret detail")));
  await expect(work()).rejects.toMatchObject({ status: 500, code: "internal_error" });
});
