import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { registerSecret } from "../kernel/known-secrets.ts";
import { visible as visibleOf } from "./redact-answer.ts";

const visible = (value: unknown) => visibleOf(JSON.stringify(value), value);

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

  it.each([
    ["that JSON spells as it is", "a-registered-secret"],
    ["that JSON escapes", 'a "registered" secret'],
  ])("is the same whether the text is searched as a whole or each of its parts: a secret %s", (_, secret) => {
    registerSecret(secret);
    const piece = fc.constantFrom(
      secret,
      `%61${secret.slice(1)}`,
      '"',
      "\\",
      "/",
      "\n",
      "token=abc",
      "Bearer abc",
      "https://user:pw@host",
      '{"password":"x"}',
      `fd_${"0".repeat(16)}${"x".repeat(43)}`,
      "x",
    );
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: text })), fc.boolean(), (value, isEscaped) => {
        const plain = JSON.stringify(value);
        const json = isEscaped ? plain.replaceAll("e", "\\u0065") : plain;
        const [inParts] = value.length === 0 ? [] : [value.map((item) => visibleOf("\\u", item))];
        expect(visibleOf(json, value)).toEqual(inParts ?? []);
      }),
    );
  });

  it("lacks registered secrets and API tokens, however the text spells them", () => {
    const secret = 'pa"ss\\wörd\t&more';
    registerSecret(secret);
    const withTab = "separated\tby a tab";
    registerSecret(withTab);
    const apiToken = `fd_${"0".repeat(16)}${"x".repeat(43)}`;
    const escaped = (text: string) =>
      [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    const inText = (text: string) => JSON.stringify(text).slice(1, -1);
    for (const part of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
      withTab,
      apiToken,
    ])
      for (const spelled of [inText(part), escaped(part), inText(part).replaceAll("/", "\\/")]) {
        const text = `{"plain":"x","at":"before ${spelled} after","${spelled}":"name","list":["${spelled}"]}`;
        const value: unknown = JSON.parse(text);
        const shown = JSON.stringify(visibleOf(text, value));
        expect(shown).toMatch(
          /^\{"plain":"x","at":"before \[redacted\] after",.*"list":\["\[redacted\]"\]\}$/,
        );
        expect(shown.includes(inText(part)), text).toBe(false);
      }
  });
});
