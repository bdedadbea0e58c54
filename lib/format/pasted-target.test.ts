import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropSecrets, pastedText, resolvePasted } from "./pasted-target.ts";

const id = "htzv5orfit78e1m2biiifpbv";
const other = "k3v0p9x2m7q4w1z8r5t6y0ab";
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhYmMifQ.c2lnbmF0dXJl";

describe("resolvePasted", () => {
  it("derives the kind from a path and drops its query", () => {
    expect(resolvePasted(`https://ops.example/invocations/${id}?tab=output#x`)).toEqual([
      { kind: "invocation", id },
    ]);
    expect(resolvePasted(`GET /browsers/${id}/logs/stream?source=path`)).toEqual([{ kind: "browser", id }]);
    expect(resolvePasted(`/browser_pools/${id}`)).toEqual([{ kind: "pool", id }]);
    expect(resolvePasted("/profiles/shop-de/download")).toEqual([{ kind: "profile", id: "shop-de" }]);
    expect(resolvePasted("/proxies/res-eu-3/check")).toEqual([{ kind: "proxy", id: "res-eu-3" }]);
  });
  it("preserves log, panes, line and tab of a session, and drops the rest of the query", () => {
    const at = "2026-01-01T03:09:00.012Z";
    expect(
      resolvePasted(
        `https://ops.example/browsers/${id}?source=path&path=%2Fvar%2Flog%2Fa.log&at=${encodeURIComponent(at)}&line=9f3c&x=1#y`,
      ),
    ).toEqual([{ kind: "browser", id, query: { source: "path", path: "/var/log/a.log", at, line: "9f3c" } }]);
    expect(resolvePasted(`https://ops.example/browsers/${id}?panes=s.chromium*g*p.%2Fb&lock=on`)).toEqual([
      { kind: "browser", id, query: { panes: "s.chromium*g*p./b", lock: "on" } },
    ]);
    expect(
      resolvePasted(
        `curl 'https://api.example/browsers/${id}/logs/stream?follow=true&source=supervisor&supervisor_process=chromium&jwt=${jwt}'`,
      ),
    ).toEqual([{ kind: "browser", id, query: { source: "supervisor", supervisor_process: "chromium" } }]);
    expect(resolvePasted(`/browsers/${id}/process/9b2f7c1e-0f1a-4c55-9d0e-1234567890ab/status`)).toEqual([
      {
        kind: "browser",
        id,
        query: { tab: "processes", processes: "9b2f7c1e-0f1a-4c55-9d0e-1234567890ab" },
      },
    ]);
    expect(resolvePasted(`/browsers/${id}/replays/${other}`)).toEqual([
      { kind: "browser", id, query: { tab: "replays", replay: other } },
    ]);
  });
  it("offers a bare id as every possible kind", () => {
    expect(resolvePasted(`  ${id} `).map((target) => target.kind)).toEqual([
      "invocation",
      "browser",
      "pool",
      "proxy",
      "profile",
    ]);
    expect(resolvePasted("9b2f7c1e-0f1a-4c55-9d0e-1234567890ab")).toHaveLength(5);
  });
  it("finds ids in an error body", () => {
    const body = `{"code":"not_found","message":"no such invocation","invocation_id":"${id}","session_id": "${other}"}`;
    expect(resolvePasted(body)).toEqual([
      { kind: "invocation", id },
      { kind: "browser", id: other },
    ]);
    expect(resolvePasted(`{"code":"not_found","message":"browser ${id} has ended"}`)[0]).toEqual({
      kind: "invocation",
      id,
      isGuess: true,
    });
  });
  it("returns nothing for words, dots and empty text", () => {
    for (const text of ["", "   ", "proxies", "settings", "/invocations/..", "/invocations/."]) {
      expect(resolvePasted(text)).toEqual([]);
    }
  });
  it("leaves text that is no address as it is", () => {
    for (const text of [
      "Timeout 7000ms exceeded while waiting for locator('#place-order')",
      "is it down? ticket #4711",
      "expected [data-step=2] > button#pay",
    ])
      expect(dropSecrets(text)).toBe(text);
    for (const text of [
      "?token=opaque",
      "#access_token=opaque",
      "see ops.example/a?token=opaque#access_token=opaque",
    ])
      expect(dropSecrets(text)).not.toContain("opaque");
  });
  it("never returns a signed token", () => {
    for (const text of [
      `wss://host/browser/cdp?jwt=${jwt}`,
      `https://host/browser/remote?jwt=${jwt}&x=1`,
      `Authorization: Bearer ${jwt}`,
      `{"jwt":"${jwt}","session_id":"${id}"}`,
      `jwt=opaque-token-1234 ${id}`,
      `https://host/browsers/${id}?path=%2Fx%3Fjwt%3Dopaque-token-1234&panes=${jwt}`,
      `https://host/browsers/${id}?source=path&path=%2Fx&jwt=opaque-token-1234`,
      jwt,
    ]) {
      const shown = JSON.stringify([dropSecrets(text), resolvePasted(text)]);
      for (const part of [...jwt.split("."), "opaque-token-1234"]) expect(shown).not.toContain(part);
    }
    expect(resolvePasted(`{"jwt":"${jwt}","session_id":"${id}"}`)).toEqual([{ kind: "browser", id }]);
  });
  it("keeps the session that only an address's token names, without the token", () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = (claims: object) => `${part({ alg: "HS256" })}.${part(claims)}.c2lnbmF0dXJl`;
    const shown = (claims: object) => pastedText(`wss://host/browser/cdp?jwt=${signed(claims)}`);
    expect(shown({ sub: id, purpose: "cdp" })).toBe(`wss://host/browser/cdp ${id}`);
    expect(shown({ session_id: id, sub: other })).toBe(`wss://host/browser/cdp ${id}`);
    for (const claims of [{ sub: "ann@example.com" }, { sub: 5 }, [], {}])
      expect(shown(claims)).toBe("wss://host/browser/cdp");
    expect(pastedText(`wss://host/browser/cdp?jwt=eyJh.eyJ!`)).not.toContain("eyJ");
  });
  it("returns at most eight targets with safe ids for any text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 40 }), (around, tail) => {
        const targets = resolvePasted(`${around}/browsers/${tail} ${id}`);
        expect(targets.length).toBeLessThanOrEqual(8);
        for (const target of targets) expect(target.id).toMatch(/^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/);
      }),
    );
  });
});
