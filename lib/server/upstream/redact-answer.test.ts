import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visible } from "./redact-answer.ts";

describe("a redacted upstream body (T02, T35)", () => {
  it("is the identical value when nothing is removed", () => {
    const value = [{ id: "a", nested: { unknown: [1, null, "x"] } }];
    expect(visible(value)).toBe(value);
  });

  it("lacks signed addresses and fields named like credentials, at any depth", () => {
    expect(
      visible({
        session_id: "s",
        cdp_ws_url: "wss://h?jwt=x",
        browser_live_view_url: "https://h?jwt=x",
        secret_x: 1,
        config: { has_password: true, password: "p", api_key: "k", apikey: "k", username: "u" },
        list: [{ access_token: "t", tokens_used: 3 }],
        max_tokens: 5,
      }),
    ).toEqual({
      session_id: "s",
      config: { has_password: true, username: "u" },
      list: [{ tokens_used: 3 }],
      max_tokens: 5,
    });
  });

  it("contains the names of an application's environment variables, not their values", () => {
    expect(visible({ env_vars: { A: "1", B: "2" } })).toEqual({ env_vars: { A: "[hidden]", B: "[hidden]" } });
  });

  it("has no prototype keys", () => {
    const json: unknown = JSON.parse('{"id":"a","__proto__":{"admin":true},"constructor":{"prototype":1}}');
    expect(JSON.stringify(visible(json))).toBe('{"id":"a"}');
  });

  it("equals the original for any JSON without such names", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/token|secret|pass|auth|cookie|jwt|cred|key|proto|constructor|env_vars|_url/i.test(text));
        expect(JSON.stringify(visible(value))).toBe(text);
      }),
    );
  });
});
