import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { bffHeaders } from "../../bff/headers.ts";
import { decodeQuery, InvalidInput } from "../../contract/request.ts";
import { StoreUnavailable } from "../db/store-unavailable.ts";
import { logFault } from "../kernel/log.ts";
import { Problem } from "../kernel/problem.ts";
import { problemResponse, toProblem } from "./problem-response.ts";

vi.mock("../kernel/log.ts", () => ({ logFault: vi.fn() }));

beforeEach(() => void vi.mocked(logFault).mockClear());

const bodyOf = async (error: unknown) => {
  const response = problemResponse(error, "r1");
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe("the response for an error", () => {
  it("is the API's error with the request id, never stored or framed", async () => {
    const { status, headers, body } = await bodyOf(new Problem(404, "not_found", "There is no such pool."));
    expect(status).toBe(404);
    expect(body).toEqual({ code: "not_found", message: "There is no such pool.", request_id: "r1" });
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get(bffHeaders.requestId)).toBe("r1");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.has("retry-after")).toBe(false);
  });

  it("has the headers, the details and the time to wait of the problem", async () => {
    const details = [{ code: "invalid_input", message: "body.size too big" }];
    const extras = { details, retryAfterSeconds: 0, headers: { allow: "GET" } };
    const { headers, body } = await bodyOf(new Problem(429, "too_many", "Wait.", extras));
    expect(body).toMatchObject({ details });
    expect([headers.get("retry-after"), headers.get("allow")]).toEqual(["0", "GET"]);
  });

  it("has a challenge where a credential is missing, and that of a wrong one", async () => {
    const challengeOf = async (problem: Problem) => (await bodyOf(problem)).headers.get("www-authenticate");
    expect(await challengeOf(new Problem(401, "not_signed_in", "Sign in."))).toBe('Bearer realm="Fleetdeck"');
    const wrong = 'Bearer realm="Fleetdeck", error="invalid_token"';
    const headers = { "www-authenticate": wrong };
    expect(await challengeOf(new Problem(401, "invalid_token", "Wrong.", { headers }))).toBe(wrong);
    expect(await challengeOf(new Problem(403, "role_too_low", "No."))).toBeNull();
  });

  it("says of a parameter that this version does not have that another replica may have it", async () => {
    const search = new URLSearchParams("limit=1&colour=red");
    const refusalOf = (schema: Parameters<typeof decodeQuery>[0]) => {
      try {
        return decodeQuery(schema, search, "refuse");
      } catch (error) {
        return error;
      }
    };
    expect((await bodyOf(refusalOf(z.object({ limit: z.string() })))).body).toMatchObject({
      code: "unknown_parameter",
      message: expect.stringMatching(/^query\.colour is not a known parameter.*upgrade/),
    });
    const { body } = await bodyOf(refusalOf(z.object({ limit: z.enum(["2"]) })));
    expect(body).toMatchObject({ code: "bad_request", details: [{}, {}] });
  });

  it("names every part of an invalid input", async () => {
    const error = new InvalidInput([
      { path: "query.limit", message: "is too big" },
      { path: "body", message: "is missing" },
    ]);
    const { status, body } = await bodyOf(error);
    expect(status).toBe(400);
    expect(body).toEqual({
      code: "bad_request",
      message: "query.limit is too big",
      details: [
        { code: "invalid_input", message: "query.limit is too big" },
        { code: "invalid_input", message: "body is missing" },
      ],
      request_id: "r1",
    });
    expect(logFault).not.toHaveBeenCalled();
  });

  it("invites to try again when the store cannot be reached", async () => {
    const { status, headers, body } = await bodyOf(new StoreUnavailable("The database does not answer."));
    expect([status, body.code]).toEqual([503, "store_unavailable"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("exposes nothing of an unexpected error, which is logged with the request id", async () => {
    for (const error of [new Error("secret detail"), "secret detail", undefined]) {
      const { status, body } = await bodyOf(error);
      expect([status, body.code, body.request_id]).toEqual([500, "internal_error", "r1"]);
      expect(body.message).toMatch(/request id/);
      expect(JSON.stringify(body)).not.toContain("secret detail");
      expect(logFault).toHaveBeenLastCalledWith(expect.stringMatching(/./), error, { request_id: "r1" });
    }
  });
});

it("logs no fault when the browser disconnected before the response", () => {
  const aborted = Object.assign(new Error("gone"), { name: "ResponseAborted" });
  expect(toProblem(aborted, "r1")).toMatchObject({ status: 499, code: "client_left" });
  expect(logFault).not.toHaveBeenCalled();
  expect(toProblem({ name: "ResponseAborted" }, "r1").status).toBe(500);
});

it("leaves a problem as it is", () => {
  const problem = new Problem(409, "conflict", "It runs already.");
  expect(toProblem(problem, "r1")).toBe(problem);
});
