// @isolated: it settles a configuration and an API token, which a process has once.
import { createServer } from "node:http";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { listenOnFreePort } from "../../../tests/support/programs/free-port.ts";
import { readConfiguration, settle } from "../kernel/env.ts";
import { Problem } from "../kernel/problem.ts";
import { showLiveView } from "./live-view-page.ts";
import { liveViewTicket } from "./live-view-ticket.ts";

const nonce = "AAAAAAAAAAAAAAAAAAAAAA==";
const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src blob:`;
const pages: Record<string, { status: number; headers: Record<string, string>; html: string }> = {
  "/view": { status: 200, headers: { "content-security-policy": policy }, html: "<p>picture" },
  "/ended": { status: 404, headers: {}, html: "<p>gone" },
  "/busy": { status: 429, headers: {}, html: "<p>busy" },
  "/full": { status: 529, headers: {}, html: "<p>full" },
  "/open": { status: 200, headers: {}, html: "<p>no policy" },
  "/two-sources": {
    status: 200,
    headers: { "content-security-policy": `script-src 'nonce-${nonce}' https://evil.example` },
    html: "<p>its own sources",
  },
  "/secret": { status: 200, headers: { "content-security-policy": policy }, html: "a-token-of-the-tests" },
};
const api = await listenOnFreePort(
  createServer((request, response) => {
    const page = pages[request.url?.split("?", 1)[0] ?? ""];
    response.writeHead(page?.status ?? 500, {
      "content-type": "text/html; charset=utf-8",
      "set-cookie": "a=b",
      ...page?.headers,
    });
    response.end(page?.html);
  }),
);
afterAll(api.close);
// The token has a reader of its own.
beforeEach(() => void vi.stubEnv("API_TOKEN", "a-token-of-the-tests"));
settle(readConfiguration({ API_BASE_URL: api.url, API_TOKEN: "a-token-of-the-tests" }), {
  port: 3000,
  sessionSecret: "a-secret-of-the-tests-with-32-characters",
  development: false,
});

const ada = { sid: "ada's sign-in" };
const shown = async (path: string, host = "localhost:3000") => {
  const answer = await showLiveView(liveViewTicket(`${api.url}${path}?jwt=x`, ada), ada, host);
  const { "content-security-policy": rules, ...headers } = { ...answer.headers };
  return {
    status: answer.status,
    html: Buffer.from(answer.bytes ?? []).toString(),
    rules: rules?.split("; "),
    headers,
  };
};

it("is the API's page with a policy of ours, without an origin (T10, T25, T27)", async () => {
  expect(await shown("/view")).toEqual({
    status: 200,
    html: "<p>picture",
    headers: { "content-type": "text/html; charset=utf-8", "x-frame-options": "SAMEORIGIN" },
    rules: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "img-src blob:",
      "connect-src ws://localhost:3000/api/live-view/socket",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "sandbox allow-scripts",
    ],
  });
  expect((await shown("/two-sources")).rules).not.toContainEqual(expect.stringContaining("evil"));
  expect((await shown("/view", "evil.example")).rules).toContain(
    "connect-src ws://127.0.0.1:3000/api/live-view/socket",
  );
});

it("says that a view has ended, or that it cannot be shown", async () => {
  expect(await shown("/ended")).toMatchObject({ status: 404, html: expect.stringContaining("has ended") });
  for (const path of ["/open", "/secret", "/broken", "/busy", "/full"]) {
    const page = await shown(path);
    expect(page.status, path).toBeGreaterThanOrEqual(429);
    expect(page.html, path).toContain("cannot be shown");
    expect(page.html).not.toContain("a-token-of-the-tests");
    expect(page.rules?.slice(0, 2)).toEqual(["default-src 'none'", "base-uri 'none'"]);
  }
});

it("is shown to the sign-in that opened it alone (T28)", async () => {
  const ticket = liveViewTicket(`${api.url}/view?jwt=x`, ada);
  expect(ticket).not.toContain("jwt");
  const refusal = async (given: string, by: { sid: string; tokenId?: string }) =>
    showLiveView(given, by, null).catch((error: unknown) => (error instanceof Problem ? error.code : error));
  expect(await refusal(ticket, { sid: "another" })).toBe("not_your_live_view");
  expect(await refusal(ticket, { ...ada, tokenId: "a token" })).toBe("not_your_live_view");
  expect(await refusal(`${ticket}A`, ada)).toBe("no_live_view");
  expect(await refusal("x", ada)).toBe("no_live_view");
});
