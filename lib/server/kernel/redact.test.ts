import { describe, expect, it } from "vitest";
import { containsSecret, registerSecret, withoutKnownSecrets } from "./known-secrets.ts";
import { redact } from "./redact.ts";

describe("the redactor (T03)", () => {
  it("removes a registered secret in every usual encoding", () => {
    const secret = "s3cret/with+signs=";
    registerSecret(secret);
    const bytes = Buffer.from(secret);
    for (const form of [
      secret,
      encodeURIComponent(secret),
      bytes.toString("base64"),
      bytes.toString("base64url"),
      bytes.toString("hex"),
    ]) {
      expect(containsSecret(`a ${form} b`)).toBe(true);
      expect(withoutKnownSecrets(`a ${form} b`)).toBe("a [redacted] b");
    }
  });

  it("removes a secret whose encoding is padded, with and without the padding", () => {
    const secret = "0123456789";
    registerSecret(secret);
    const padded = Buffer.from(secret).toString("base64");
    expect(padded).toMatch(/==$/);
    expect(withoutKnownSecrets(`a ${padded.slice(0, -2)} b`)).toBe("a [redacted] b");
    expect(withoutKnownSecrets(`a ${padded} b`)).not.toContain(padded.slice(0, -2));
  });

  it("registers secrets of at least eight characters, as shorter ones would redact ordinary words", () => {
    registerSecret("eightchr");
    registerSecret("7letter");
    expect(withoutKnownSecrets("a eightchr b 7letter")).toBe("a [redacted] b 7letter");
    expect(containsSecret("a 7letter b")).toBe(false);
    expect(containsSecret("a eightchr b")).toBe(true);
  });

  it.each([
    ["bearer   two,spaces", "bearer [redacted],spaces"],
    ["Basic dXNlcjpwYXNz; next", "Basic [redacted]; next"],
    ["api_key = 'k-1' and apikey: k2", "api_key = '[redacted]' and apikey: [redacted]"],
    ["ACCESS_TOKEN=abc;secret=def", "ACCESS_TOKEN=[redacted];secret=[redacted]"],
    ["https://u:p@a/x and wss://u:p@b", "https://[redacted]@a/x and wss://[redacted]@b"],
    ["https://host:8080/path@v1", "https://host:8080/path@v1"],
    ["Authorization: Bearer abc.def-ghi", "Authorization: Bearer [redacted]"],
    ["wss://h/browser/cdp?jwt=abc123&x=1", "wss://h/browser/cdp?jwt=[redacted]&x=1"],
    ['{"password":"hunter2","a":1}', '{"password":"[redacted]","a":1}'],
    ["postgres://user:hunter2@db/x", "postgres://[redacted]@db/x"],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln end", "token [redacted] end"],
    [
      `curl with fd_${"0".repeat(16)}${"a-_Z".repeat(11).slice(1)}, they wrote`,
      "curl with [redacted], they wrote",
    ],
    [
      '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\na1\r\n--x',
      '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n[redacted]\r\n--x',
    ],
    [
      String.raw`{"body":"name=\"api_key\"\r\n\r\na1\r\n--x"}`,
      String.raw`{"body":"name=\"api_key\"\r\n\r\n[redacted]\r\n--x"}`,
    ],
    ['say {"token": ["a1"]} twice', 'say {"token": ["[redacted]"]} twice'],
    [
      "https://cdn/x?Expires=1&X-Amz-Signature=a1&y=2",
      "https://cdn/x?Expires=1&X-Amz-Signature=[redacted]&y=2",
    ],
    ["Digest username=u, response=r", "Digest [redacted]"],
    ["Set-Cookie: a=b; Path=/", "Set-Cookie: [redacted]"],
    ["next=https%3A%2F%2Fu:p%40a%2Fx", "next=https%3A%2F%2F[redacted]%40a%2Fx"],
    ["AUTHORIZATION=abc", "AUTHORIZATION=[redacted]"],
    ["passphrase: a1 pwd: a2 jwt: a3", "passphrase: [redacted] pwd: [redacted] jwt: [redacted]"],
    ["credentials: a1", "credentials: [redacted]"],
    ["/x?sig=a1", "/x?sig=[redacted]"],
    ["/x?signature=a1", "/x?signature=[redacted]"],
    ["nothing to hide: 42", "nothing to hide: 42"],
  ])("%s", (text, clean) => expect(redact(text)).toBe(clean));

  it.each([
    ["a word", "x"],
    ["beginnings of signed tokens", "-eyJ-"],
    ["beginnings of addresses", "a://a:"],
    ["names of credentials", "token "],
  ])("takes no more than its share of time for a megabyte of %s", (_, part) => {
    // A pattern that looks ahead from every place would take hours.
    const text = part.repeat(1_000_000 / part.length);
    expect(redact(text).length).toBeGreaterThan(0);
  });
});
