import { describe, expect, it } from "vitest";
import { hostsOf } from "../lib/server/kernel/hosts-of.ts";
import { refuse, refuseForm, refusePlainHttp, stripInternalHeaders, targetBelow } from "./request-guard.ts";

const hosts = hostsOf(["https://fleet.example", "http://127.0.0.1:3000"]);
const request = (method: string, url: string, host: string | undefined = "fleet.example") => ({
  method,
  url,
  headers: host === undefined ? {} : { host },
  rawHeaders: host === undefined ? [] : ["Host", host],
});

describe("the request guard", () => {
  it("accepts ordinary requests", () => {
    expect(refuse(request("GET", "/invocations?since=5m&status=failed"), hosts)).toBeUndefined();
    expect(refuse(request("GET", "/", "FLEET.example:443"), hosts)).toBeUndefined();
    expect(refuse(request("GET", "/profiles/a%20b", "127.0.0.1:3000"), hosts)).toBeUndefined();
  });

  it.each([
    [405, "TRACE", "/"],
    [405, "", "/"],
    [400, "GET", "*"],
    [400, "GET", "//evil.example"],
    [400, "GET", "http://evil.example/"],
    [400, "GET", "/%ff"],
    [400, "GET", "/%"],
    [400, "GET", "/a%00"],
    [400, "GET", "/a\\b"],
    [400, "GET", `/api/proxies?token=fd_${"0".repeat(16)}${"A".repeat(43)}`],
    [400, "GET", `/${"a".repeat(9000)}`],
  ])("answers %i to %s %s", (status, method, url) =>
    expect(refuse(request(method, url), hosts)?.status).toBe(status),
  );

  it.each(["evil.example", "fleet.example:80", "127.0.0.1", "fleet.example.evil", "", "a b", "[::1"])(
    "refuses the host %j (T22)",
    (host) => expect(refuse(request("GET", "/", host), hosts)?.status).toBe(421),
  );

  it.each(["Host", "authorization", "Content-Type"])(
    "refuses a second %s, as a proxy in front may have read the other one (T22)",
    (name) => {
      const once = request("GET", "/api/livez");
      expect(refuse({ ...once, rawHeaders: ["host", "a", name, "b", name, "b"] }, hosts)?.status).toBe(400);
      expect(
        refuse({ ...once, rawHeaders: ["Cookie", "a=b", "Cookie", "c=d", "Host", "a"] }, hosts),
      ).toBeUndefined();
    },
  );

  it("sends plain http to https where that is the public address, and accepts nothing else by it (T23)", () => {
    const page = { method: "GET", url: "/invocations?since=5m" };
    expect(refusePlainHttp(page, "https://fleet.example")).toMatchObject({
      status: 308,
      headers: { location: "https://fleet.example/invocations?since=5m" },
    });
    const form = { method: "POST", url: "/api/auth/callback/credentials" };
    expect(refusePlainHttp(form, "https://fleet.example")?.status).toBe(403);
    expect(refusePlainHttp(page, "http://127.0.0.1:3000")).toBeUndefined();
  });

  it("answers health checks under any host, and nothing else (T22)", () => {
    for (const host of ["10.0.0.7:3000", "evil.example", undefined]) {
      const given = { headers: host === undefined ? {} : { host }, rawHeaders: [] };
      expect(refuse({ method: "GET", url: "/api/livez", ...given }, hosts)).toBeUndefined();
      expect(refuse({ method: "GET", url: "/api/readyz?verbose=1", ...given }, hosts)).toBeUndefined();
      for (const url of ["/api/livez/..", "/api/readyzx", "/api/session", "/api/livez/"])
        expect(refuse({ method: "GET", url, ...given }, hosts)?.status, url).toBe(421);
      expect(refuse({ method: "POST", url: "/api/livez", ...given }, hosts)?.status).toBe(421);
    }
  });

  it.each([
    ["POST", "/", "multipart/form-data; boundary=a", 415],
    ["POST", "/sign-in", "Multipart/Form-Data", 415],
    ["POST", "/api/nothing", "multipart/form-data; boundary=a", 415],
    ["POST", "/api/extensions", "multipart/form-data; boundary=a", 415],
    ["POST", "/api/deployments", "multipart/form-data; boundary=a", undefined],
    ["POST", "/api/auth/callback/credentials", "application/x-www-form-urlencoded", undefined],
    ["GET", "/", "multipart/form-data; boundary=a", undefined],
    ["POST", "/", undefined, undefined],
  ])("lets a form with files pass to uploads alone: %s %s of %s is %s (T34)", (method, url, type, status) => {
    const headers = type === undefined ? {} : { "content-type": type };
    expect(refuseForm({ method, url, headers })?.status).toBe(status);
  });

  it("removes headers that control the framework or are reserved for us (T11, T23, T26)", () => {
    const headers: Record<string, string> = {
      host: "fleet.example",
      cookie: "a=b",
      "x-middleware-subrequest": "1",
      x_middleware_subrequest: "1",
      "x-nextjs-data": "1",
      "x-forwarded-for": "1",
      x_forwarded_host: "1",
      "x-nonce": "1",
      "content-security-policy": "1",
      "x-fleetdeck-peer": "1",
      "next-action": "1",
      "next-resume": "1",
      forwarded: "1",
      rsc: "1",
    };
    stripInternalHeaders(headers);
    expect(Object.keys(headers)).toEqual(["host", "cookie", "rsc"]);
  });

  it.each([
    ["/ops", "/"],
    ["/ops?live=off", "/?live=off"],
    ["/ops/", "/"],
    ["/ops/api/livez?now", "/api/livez?now"],
    ["/opsapi/livez", undefined],
    ["/api/livez", undefined],
    ["/", undefined],
  ])("finds the target of %s below the base path", (target, below) => {
    expect(targetBelow("/ops", target)).toBe(below);
    expect(targetBelow("", target)).toBe(target);
  });
});
