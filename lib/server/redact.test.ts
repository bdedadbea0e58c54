import { describe, expect, it } from "vitest";
import { holdsSecret, neverShow, redact, withoutKnownSecrets } from "./redact.ts";

describe("the redactor (T03)", () => {
  it("takes out a known secret in every usual encoding", () => {
    const secret = "s3cret/with+signs=";
    neverShow(secret);
    const bytes = Buffer.from(secret);
    for (const form of [
      secret,
      encodeURIComponent(secret),
      bytes.toString("base64"),
      bytes.toString("hex"),
    ]) {
      expect(holdsSecret(`a ${form} b`)).toBe(true);
      expect(withoutKnownSecrets(`a ${form} b`)).toBe("a [redacted] b");
    }
  });

  it.each([
    ["Authorization: Bearer abc.def-ghi", "Authorization: Bearer [redacted]"],
    ["wss://h/browser/cdp?jwt=abc123&x=1", "wss://h/browser/cdp?jwt=[redacted]&x=1"],
    ['{"password":"hunter2","a":1}', '{"password":"[redacted]","a":1}'],
    ["postgres://user:hunter2@db/x", "postgres://[redacted]@db/x"],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln end", "token [redacted] end"],
    ["nothing to hide: 42", "nothing to hide: 42"],
  ])("%s", (text, clean) => expect(redact(text)).toBe(clean));
});
