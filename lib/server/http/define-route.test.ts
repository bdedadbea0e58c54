import { beforeEach, describe, expect, it, vi } from "vitest";
import { bffHeaders } from "../../bff/headers.ts";
import { ownOperations } from "../../bff/operations/operations.ts";
import { operations } from "../../contract/operations/operations.ts";
import { Problem } from "../kernel/problem.ts";
import type { StoredAnswer } from "../upstream/answer.ts";
import { call } from "../upstream/call.ts";
import { audited } from "./audited.ts";
import { defineRoute, publicRoute } from "./define-route.ts";
import { readAuditedInput } from "./read-audited-input.ts";

const db = vi.hoisted(() => ({}));
vi.mock("../db/database.ts", () => ({ database: () => db }));
vi.mock("../kernel/log.ts", () => ({ logFault: vi.fn() }));
vi.mock("../upstream/call.ts", () => ({ call: vi.fn() }));
vi.mock("./read-audited-input.ts", () => ({ readAuditedInput: vi.fn() }));
vi.mock("./audited.ts", () => ({ audited: vi.fn((_act: unknown, work: () => unknown) => work()) }));

const { checkProxy, retrieveProxy } = operations;
const operator = {
  username: "ada",
  role: "operator",
  userId: "1",
  sid: "s1",
  endsAtMs: 0,
  mustChangePassword: false,
} as const;
const input = { params: { id: "p1" } };
const answer: StoredAnswer = {
  operation: retrieveProxy,
  status: 200,
  value: { id: "p1" },
  bytes: new TextEncoder().encode('{"id":"p1"}'),
  badItems: 0,
  paging: {},
  observedAtMs: 1234,
};
const request = new Request("https://fleet.example/api/proxies/p1");
const context = { params: Promise.resolve({ id: "p1" }) };

beforeEach(() => {
  vi.mocked(audited).mockClear();
  vi.mocked(call).mockReset().mockResolvedValue(answer);
  vi.mocked(readAuditedInput)
    .mockReset()
    .mockImplementation(async (operation, _role, of, _context, requestId) => ({
      operator,
      input,
      act: { request: of, requestId, operator, action: operation.id, target: "p1" },
    }));
});

describe("a route without a handler", () => {
  it("forwards the upstream's answer with its time, and no header that does not apply", async () => {
    const response = await defineRoute(retrieveProxy)(request, context);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"id":"p1"}');
    expect(response.headers.get(bffHeaders.observedAtMs)).toBe("1234");
    expect(response.headers.get("cache-control")).toBe("no-store");
    for (const name of [bffHeaders.badItems, bffHeaders.stale])
      expect(response.headers.has(name)).toBe(false);
  });

  it("forwards paging, and reports mismatching items and an older answer", async () => {
    const paging = { "x-has-more": "true", "x-next-offset": "20" };
    vi.mocked(call).mockResolvedValue({ ...answer, badItems: 2, stale: "upstream_timeout", paging });
    const { headers } = await defineRoute(retrieveProxy)(request, context);
    expect(headers.get(bffHeaders.badItems)).toBe("2");
    expect(headers.get(bffHeaders.stale)).toBe("upstream_timeout");
    expect(headers.get("x-next-offset")).toBe("20");
  });

  it.each([204, 205])("forwards %d, which has no body", async (status) => {
    vi.mocked(call).mockResolvedValue({ ...answer, status });
    const response = await defineRoute(retrieveProxy)(request, context);
    expect([response.status, response.body]).toEqual([status, null]);
  });

  it("shares a read among viewers and ends it with the page; a write is audited and continues", async () => {
    await defineRoute(retrieveProxy)(request, context);
    expect(call).toHaveBeenLastCalledWith(retrieveProxy, input, { signal: request.signal, viewer: "s1" });
    expect(audited).not.toHaveBeenCalled();
    await defineRoute(checkProxy)(request, context);
    expect(call).toHaveBeenLastCalledWith(checkProxy, input, {});
    expect(audited).toHaveBeenCalledTimes(1);
  });

  it("may send more than the input", async () => {
    const sent = { params: { id: "p2" } };
    const sends = vi.fn(async () => sent);
    const made = vi.fn();
    await defineRoute(checkProxy, { sends, audit: { target: ({ params }) => params.id, made } })(
      request,
      context,
    );
    expect(sends).toHaveBeenCalledExactlyOnceWith(input);
    expect(call).toHaveBeenLastCalledWith(checkProxy, sent, {});
    expect(vi.mocked(audited).mock.lastCall?.[0].target).toBe("p1");
  });

  it("requires the operation's role", async () => {
    await defineRoute(checkProxy)(request, context);
    expect(vi.mocked(readAuditedInput).mock.lastCall?.[1]).toBe("operator");
  });

  it("reports each forwarded answer", async () => {
    const onAnswer = vi.fn();
    await defineRoute(retrieveProxy, { onAnswer })(request, context);
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(answer, input);
  });

  it("answers with the failure, or with its fallback", async () => {
    const failure = new Problem(502, "upstream_unreachable", "It cannot be reached.");
    vi.mocked(call).mockRejectedValue(failure);
    const failed = await defineRoute(retrieveProxy)(request, context);
    expect([failed.status, await failed.json()]).toMatchObject([502, { code: "upstream_unreachable" }]);
    const fallback = vi.fn(async () => ({ status: 200, body: { id: "p1" }, headers: { "x-from": "list" } }));
    const onAnswer = vi.fn();
    const instead = await defineRoute(retrieveProxy, { fallback, onAnswer })(request, context);
    expect([instead.status, instead.headers.get("x-from"), await instead.json()]).toEqual([
      200,
      "list",
      { id: "p1" },
    ]);
    expect(fallback).toHaveBeenCalledWith(failure, expect.objectContaining({ operator, input, request }));
    expect(onAnswer).not.toHaveBeenCalled();
    const none = await defineRoute(retrieveProxy, { fallback: async () => undefined })(request, context);
    expect(none.status).toBe(502);
  });
});

it("names by answer and input what an audited write made or was done to", async () => {
  const made = vi.fn(() => "s7");
  await defineRoute(checkProxy, { audit: { target: () => "po1 (s7)", made } })(request, context);
  const [act, , options] = vi.mocked(audited).mock.lastCall ?? expect.unreachable();
  expect(act.target).toBe("po1 (s7)");
  expect(options?.madeBy?.(answer)).toBe("s7");
  expect(made).toHaveBeenCalledExactlyOnceWith(answer, input);
});

describe("a route with a handler", () => {
  it("answers with what the handler returns", async () => {
    const handler = vi.fn(async () => ({ status: 201, body: { done: true }, headers: { "x-a": "1" } }));
    const response = await defineRoute(retrieveProxy, { handler })(request, context);
    expect([response.status, await response.json(), response.headers.get("x-a")]).toEqual([
      201,
      { done: true },
      "1",
    ]);
    expect(handler).toHaveBeenCalledWith(expect.objectContaining({ operator, input, request }));
    expect([vi.mocked(call).mock.calls.length, vi.mocked(audited).mock.calls.length]).toEqual([0, 0]);
    const empty = await defineRoute(checkProxy, { handler: async () => ({ status: 204 }) })(request, context);
    expect([empty.status, empty.body]).toEqual([204, null]);
    expect(audited).toHaveBeenCalledTimes(1);
  });

  it("answers with a body and the operation's status", async () => {
    const { listWebhooks, testWebhook, deleteWebhook } = ownOperations;
    const list = vi.fn(async () => ({ webhooks: [] }));
    const read = await defineRoute(listWebhooks, { answer: list })(request, context);
    expect([read.status, await read.json()]).toEqual([200, { webhooks: [] }]);
    expect(list).toHaveBeenCalledWith({
      operator,
      input,
      request,
      requestId: read.headers.get(bffHeaders.requestId),
      db,
      nowMs: expect.any(Number),
    });
    expect(audited).not.toHaveBeenCalled();
    const done = await defineRoute(deleteWebhook, { answer: async () => {} })(request, context);
    expect([done.status, done.body]).toEqual([204, null]);
    expect(audited).toHaveBeenCalledTimes(1);
    const failure = new Problem(404, "not_found", "There is no such webhook.");
    const failed = defineRoute(testWebhook, { answer: () => Promise.reject(failure) });
    expect((await failed(request, context)).status).toBe(404);
  });

  it("answers with a problem when sign-in, input or handler fail", async () => {
    const handler = vi.fn(() => Promise.reject(new Problem(409, "conflict", "It runs already.")));
    const route = defineRoute(retrieveProxy, { handler });
    const response = await route(request, context);
    expect([response.status, await response.json()]).toEqual([
      409,
      {
        code: "conflict",
        message: "It runs already.",
        request_id: response.headers.get(bffHeaders.requestId),
      },
    ]);
    vi.mocked(readAuditedInput).mockRejectedValue(new Problem(401, "signed_out", "Sign in."));
    expect((await route(request, context)).status).toBe(401);
    expect(handler).toHaveBeenCalledTimes(1);
  });
});

describe("a public operation", () => {
  const { livez } = ownOperations;

  it("has a route without sign-in", async () => {
    const response = await publicRoute(livez, async () => ({ status: 200, body: { ok: true } }))(
      request,
      context,
    );
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(readAuditedInput).not.toHaveBeenCalled();
    const failing = publicRoute(livez, () => Promise.reject(new Problem(503, "down", "Down.")));
    expect((await failing(request, context)).status).toBe(503);
  });

  it("has no other route, and no other operation has one", () => {
    expect(() => defineRoute(livez)).toThrow("public");
    expect(() => publicRoute(retrieveProxy, async () => ({ status: 200 }))).toThrow("public");
  });
});

describe("a route that is audited by opening", () => {
  const { listPictures } = ownOperations;

  it("audits each object that its answer shows, once until nobody looked for ten minutes", async () => {
    vi.useFakeTimers();
    const opens = async () => ["b1", "b2"];
    const answer = vi.fn(async () => []);
    const get = () => defineRoute(listPictures, { answer, opens })(request, context);
    const targets = () => vi.mocked(audited).mock.calls.map(([{ target }]) => target);
    await Promise.all([get(), get()]);
    expect(targets()).toEqual(["b1", "b2"]);
    const ids = vi.mocked(audited).mock.calls.map(([{ requestId }]) => requestId);
    expect(new Set(ids).size).toBe(2);
    vi.advanceTimersByTime(9 * 60_000);
    await get();
    vi.advanceTimersByTime(9 * 60_000);
    await get();
    expect(targets()).toHaveLength(2);
    vi.advanceTimersByTime(11 * 60_000);
    await get();
    expect(targets()).toHaveLength(4);
    vi.useRealTimers();
  });

  it("shows nothing when the audit cannot be written", async () => {
    vi.mocked(audited).mockRejectedValueOnce(new Problem(503, "audit_unavailable", "Not written."));
    const answer = vi.fn(async () => []);
    const response = await defineRoute(listPictures, { answer, opens: async () => ["b3"] })(request, context);
    expect(response.status).toBe(503);
    expect(answer).not.toHaveBeenCalled();
  });

  it("has to say what it opens, and no other route may", () => {
    const answer = async () => [];
    expect(() => defineRoute(listPictures, { answer })).toThrow("by the rule opening");
    expect(() => defineRoute(retrieveProxy, { opens: async () => [] })).toThrow("by the rule none");
  });
});
