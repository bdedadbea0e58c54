// Attacks the redaction with generated secrets: whatever carries them, and however they are written.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { isCredentialName } from "../../lib/server/kernel/credential-names.ts";
import { containsSecret, registerSecret, withoutSecretBytes } from "../../lib/server/kernel/known-secrets.ts";
import { redact } from "../../lib/server/kernel/redact.ts";
import { maxTextLength, toLogItem } from "../../lib/server/streams/log-item.ts";
import { telemetryItem } from "../../lib/server/streams/telemetry-item.ts";
import { readAnswer } from "../../lib/server/upstream/answer.ts";
import { failureOfStatus } from "../../lib/server/upstream/upstream-failure.ts";

const token = "sk_live/4f+9b=Zq Ü~7|x";
registerSecret(token);

const percent = (text: string, upper: boolean) =>
  [...Buffer.from(text)]
    .map((byte) => {
      const hex = byte.toString(16).padStart(2, "0");
      return `%${upper ? hex.toUpperCase() : hex}`;
    })
    .join("");
const escapedUnits = (text: string) =>
  text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** Ways of writing a text so that its reader gets it back. */
const spellings: Readonly<Record<string, fc.Arbitrary<(text: string) => string>>> = {
  raw: fc.constant((text: string) => text),
  "percent-encoded": fc.constant(encodeURIComponent),
  "percent-encoded twice": fc.constant((text: string) => encodeURIComponent(encodeURIComponent(text))),
  "percent-encoded as a form": fc.constant((text: string) =>
    new URLSearchParams({ v: text }).toString().slice(2),
  ),
  "percent-encoded throughout": fc.boolean().map((upper) => (text: string) => percent(text, upper)),
  "escaped as in JSON": fc.constant((text: string) =>
    JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  ),
  "escaped throughout": fc.constant(escapedUnits),
  "in base64": fc
    .tuple(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), fc.constantFrom("base64", "base64url"))
    .map(
      ([before, after, encoding]) =>
        (text: string) =>
          Buffer.from(`${before}${text}${after}`).toString(encoding === "base64" ? "base64" : "base64url"),
    ),
  "in hex": fc.boolean().map((upper) => (text: string) => {
    const hex = Buffer.from(text).toString("hex");
    return upper ? hex.toUpperCase() : hex;
  }),
};
const spelling = fc.oneof(...Object.values(spellings));
const filler = fc.string({ maxLength: 12 });
/** A text with the token in it, in some spelling. */
const carrier = fc
  .tuple(filler, spelling, filler)
  .map(([before, spell, after]) => `${before} ${spell(token)} ${after}`);

/** Whether anything readable is left: the token itself, or what decodes to a large part of it. */
function reveals(text: string): boolean {
  const core = token.slice(3, 18);
  const decoded = [
    text,
    text.replaceAll("\\/", "/"),
    text.replace(/\\+u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    text
      .replaceAll("+", " ")
      .replace(/%(25)*([\da-f]{2})/gi, (_, __, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    text.replace(/%(25)*([\da-f]{2})/gi, (_, __, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  ];
  const runs = text.match(/[A-Za-z\d+/_-]{16,}/g) ?? [];
  for (const run of runs) {
    decoded.push(Buffer.from(run, "hex").toString("latin1"));
    for (let at = 0; at < 4; at += 1) decoded.push(Buffer.from(run.slice(at), "base64").toString("latin1"));
  }
  return decoded.some((each) => each.includes(core) || each.includes(Buffer.from(core).toString("latin1")));
}

/** JSON with a text somewhere: as a value, as a name, within JSON that is a text. */
const holding = (text: string) =>
  fc.constantFrom<unknown>(
    text,
    { note: text },
    { [text]: 1 },
    [{ deep: [{ deeper: text }] }],
    JSON.stringify({ note: text }),
    JSON.stringify(JSON.stringify([{ note: text }])),
  );

describe("the API's token, repeated by the API (T01, T03)", () => {
  it("is recognized in the test's own terms in every spelling", () => {
    fc.assert(fc.property(spelling, (spell) => reveals(spell(token))));
  });

  it("is in no text", () => {
    fc.assert(
      fc.property(carrier, (text) => {
        expect(containsSecret(text)).toBe(true);
        expect(reveals(redact(text)), text).toBe(false);
      }),
    );
  });

  it("is neither in the bytes of an answer nor in the value that is stored", () => {
    fc.assert(
      fc.property(carrier.chain(holding), (held) => {
        const answer = readAnswer(operations.listProxies, {
          status: 200,
          headers: { "content-type": "application/json", "x-has-more": token, "x-next-offset": token },
          bytes: Buffer.from(JSON.stringify([{ id: "p", name: "n", held }])),
          receivedAtMs: 0,
        });
        expect(reveals(new TextDecoder().decode(answer.bytes))).toBe(false);
        expect(reveals(JSON.stringify(answer.value))).toBe(false);
        expect(reveals(JSON.stringify(answer.paging))).toBe(false);
      }),
    );
  });

  it("is in no error, neither in its message nor in its code", () => {
    const statuses = fc.constantFrom(400, 403, 404, 409, 422, 429, 500, 503, 529);
    fc.assert(
      fc.property(carrier, statuses, spelling, (message, status, spell) => {
        const body = JSON.stringify({ code: spell(token), message });
        const failure = failureOfStatus(status, Buffer.from(body), spell(token), 0);
        expect(reveals(`${failure.code} ${failure.message}`)).toBe(false);
      }),
    );
    registerSecret("abcdef_hidden_token");
    expect(
      failureOfStatus(400, Buffer.from('{"code":"abcdef_hidden_token","message":"x"}'), undefined, 0).code,
    ).toBe("bad_request");
  });

  it("is in no line of a log, and not half of it at the end of one that was cut", () => {
    fc.assert(
      fc.property(carrier.chain(holding), (held) => {
        const text = typeof held === "string" ? held : JSON.stringify(held);
        expect(
          reveals(toLogItem(JSON.stringify({ event: "log", message: text }), false, "now")?.text ?? ""),
        ).toBe(false);
        expect(reveals(toLogItem(text, false, "now")?.text ?? "")).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: token.length }), spelling, (shift, spell) => {
        const message = `${"x".repeat(maxTextLength - shift)}${spell(token)}`;
        const line = toLogItem(JSON.stringify({ event: "log", message }), false, "now");
        expect(containsSecret(line?.text ?? "")).toBe(false);
        expect(line?.text).not.toContain(token.slice(0, 8));
      }),
    );
    for (let length = 8; length <= token.length; length += 1) {
      const data = `{"event":"log","message":"x ${token.slice(0, length)}`;
      expect(toLogItem(data, true, "now")?.text).toBe("x [redacted]");
    }
  });

  it("is nowhere in an event of telemetry", () => {
    fc.assert(
      fc.property(carrier.chain(holding), carrier, (held, text) => {
        const { text: line } = telemetryItem({
          seq: 1,
          event: {
            category: "console",
            type: text,
            ts: 1,
            source: { kind: "cdp", event: text, metadata: { url: text } },
            data: { text, held },
          },
        });
        expect(reveals(line)).toBe(false);
      }),
    );
  });
});

it("is overwritten in bytes, wherever they are divided, and nothing else is (T01)", async () => {
  const ascii = "token-of-a-file-0123456789";
  registerSecret(ascii);
  const text = `\u0000begin ${ascii} middle ${Buffer.from(ascii).toString("base64")} end`;
  const whole = Buffer.from(text);
  for (let size = 1; size < whole.length; size += 1) {
    const parts: Uint8Array[] = [];
    async function* divided() {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    }
    for await (const part of withoutSecretBytes(divided())) parts.push(part);
    const clean = Buffer.concat(parts).toString();
    expect(clean).toHaveLength(text.length);
    expect(clean).toMatch(/^\0begin \*{26} middle \*+\w?=* end$/);
  }
});

const words = [
  ["access", "token"],
  ["refresh", "token"],
  ["id", "token"],
  ["client", "secret"],
  ["db", "password"],
  ["api", "key"],
  ["private", "key"],
  ["password"],
  ["passphrase"],
  ["secret"],
  ["token"],
  ["jwt"],
];
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
/** A credential's name as someone may write it. */
const credentialName = fc
  .tuple(fc.constantFrom(...words), fc.constantFrom("_", "-", "", "camel", "Pascal"), fc.boolean())
  .map(([parts, style, upper]) => {
    if (style === "camel") return parts.map((part, at) => (at === 0 ? part : capital(part))).join("");
    if (style === "Pascal") return parts.map(capital).join("");
    const name = parts.join(style);
    return upper ? name.toUpperCase() : name;
  });
const value = fc.stringMatching(/^[A-Za-z\d]{12,24}$/).map((text) => `h7${text}`);

describe("a credential by its name, in any spelling (T03)", () => {
  it("is recognized as a field, and what is no credential is not", () => {
    fc.assert(fc.property(credentialName, (name) => isCredentialName(name)));
    for (const name of ["tokens_used", "max_tokens", "session_id", "name", "keyboard", "secretary", "monkey"])
      expect(isCredentialName(name), name).toBe(false);
  });

  const texts: readonly [string, (name: string, value: string) => string][] = [
    ["an assignment", (name, given) => `${name}=${given} next`],
    ["a header", (name, given) => `X: y\r\n${name}: ${given}\r\nZ: 1`],
    ["a query", (name, given) => `https://a.test/p?x=1&${name}=${given}&y=2`],
    ["an encoded query", (name, given) => encodeURIComponent(`?x=1&${name}=${given}`)],
    ["quotes with spaces", (name, given) => `${name}="two ${given}" next`],
    ["JSON", (name, given) => JSON.stringify({ a: 1, [name]: given, b: 2 })],
    ["JSON in a sentence", (name, given) => `got ${JSON.stringify({ [name]: `a "q" ${given}` })} from there`],
    ["JSON in JSON", (name, given) => JSON.stringify({ body: JSON.stringify({ [name]: `a "q" ${given}` }) })],
    [
      "JSON in JSON in a sentence",
      (name, given) => `x ${JSON.stringify(JSON.stringify({ [name]: given }))} y`,
    ],
    ["an object", (name, given) => JSON.stringify({ [name]: { value: given, list: [given] } })],
    ["YAML", (name, given) => `a: 1\n${name}: '${given}'\nb: 2`],
    ["a Ruby hash", (name, given) => `{:${name} => "${given}"}`],
  ];
  it.each(texts)("is not in a text: %s", (_, write) => {
    fc.assert(
      fc.property(credentialName, value, (name, given) => {
        const text = write(name, given);
        expect(redact(text), text).not.toContain(given);
      }),
    );
  });

  it.each([
    ["of a URL", (given: string) => `postgres://ann:${given}@db:5432/x`],
    ["of a URL with an @ in it", (given: string) => `amqp://ann:p@${given}@db/x`],
    ["of a URL without a user", (given: string) => `redis://:${given}@cache:6379`],
    ["that is the user of a URL", (given: string) => `https://${given}@git.test/a.git`],
    ["of an encoded URL", (given: string) => encodeURIComponent(`https://ann:${given}@db/x`)],
    ["of a cookie", (given: string) => `Cookie: a=b; session=${given}; c=d`],
    ["of a cookie in JSON", (given: string) => JSON.stringify({ "Set-Cookie": `a=${given}; Path=/` })],
    ["of an authorization", (given: string) => `Authorization: Digest username="x", response=${given}`],
    ["of a bearer", (given: string) => `curl -H 'Authorization: Bearer ${given}'`],
    ["of a data source", (given: string) => `host=db user=x pass=${given}`],
  ])("is not in a text: the password %s", (_, write) => {
    fc.assert(fc.property(value, (given) => !redact(write(given)).includes(given)));
  });

  it("leaves JSON readable as JSON", () => {
    fc.assert(
      fc.property(credentialName, fc.oneof(value, fc.integer({ min: 1000 })), (name, given) => {
        const clean: unknown = JSON.parse(redact(JSON.stringify({ a: 1, [name]: given, b: "x" })));
        expect(clean).toEqual({ a: 1, [name]: "[redacted]", b: "x" });
      }),
    );
  });
});
