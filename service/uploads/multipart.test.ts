import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundaryOf, MalformedMultipart, multipartEvents, type PartHead } from "./multipart.ts";

async function* inPieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut > from && cut < bytes.length) {
      yield bytes.subarray(from, cut);
      from = cut;
    }
  }
  yield bytes.subarray(from);
}

async function read(body: Buffer | string, cuts: readonly number[] = [], boundary = "b") {
  const parts: (PartHead & { content: Buffer })[] = [];
  let head: PartHead | undefined;
  let content: Buffer[] = [];
  for await (const event of multipartEvents(inPieces(Buffer.from(body), cuts), boundary)) {
    if (event.kind === "part") [head, content] = [event.head, []];
    if (event.kind === "data") content.push(event.chunk);
    if (event.kind === "end" && head) parts.push({ ...head, content: Buffer.concat(content) });
  }
  return parts;
}

const named = (name: string, content = "x", boundary = "b") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;

describe("T34 multipart", () => {
  test("gives back any content, however the body is cut into pieces", async () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      fc
        .array(fc.constantFrom("\r", "\n", "-", "--b", "\r\n--", "b", "\r\n--a", "\r\n"), { maxLength: 8 })
        .map((pieces) => Buffer.from(pieces.join(""))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(content.filter((bytes) => !`\r\n${bytes.toString("latin1")}`.includes("\r\n--b"))),
        fc.array(fc.nat(400), { maxLength: 30 }),
        async (contents, cuts) => {
          const body = Buffer.concat([
            ...contents.flatMap((bytes, at) => [
              Buffer.from(`--b\r\nContent-Disposition: form-data; name=n${at}\r\n\r\n`),
              bytes,
              Buffer.from("\r\n"),
            ]),
            Buffer.from("--b--\r\nepilogue"),
          ]);
          const parts = await read(body, cuts);
          expect(parts.map((part) => part.content)).toEqual(contents);
          expect(parts.map((part) => part.name)).toEqual(contents.map((_, at) => `n${at}`));
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each<[string, string, string]>([
    ["no closing boundary", named("a"), "closing boundary"],
    ["an end in the content", named("a").slice(0, -2), "closing boundary"],
    ["an end in the headers", "--b\r\nContent-Dispo", "closing boundary"],
    ["nothing", "", "does not contain its boundary"],
    ["another boundary", named("a", "x", "other"), "does not contain its boundary"],
    ["no boundary for long", "x".repeat(40_000), "does not start with its boundary"],
    ["a header of 1 MB", `--b\r\nX: ${"x".repeat(1_000_000)}\r\n\r\n`, "larger than"],
    ["a part without headers", "--b\r\n\r\nx\r\n--b--", "no content-disposition"],
    [
      "a part without a name",
      `--b\r\nContent-Disposition: form-data; filename="a"\r\n\r\nx\r\n--b--`,
      "no name",
    ],
    [
      "another disposition",
      `--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--b--`,
      "form-data",
    ],
    [
      "two names",
      `--b\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n\r\n--b--`,
      "parameter name more",
    ],
    [
      "two dispositions",
      "--b\r\nContent-Disposition: form-data; name=a\r\ncontent-disposition: form-data; name=b\r\n\r\n\r\n--b--",
      "more than once",
    ],
    [
      "a bare line feed",
      "--b\r\nContent-Disposition: form-data; name=a\nX: y\r\n\r\n\r\n--b--",
      "header line",
    ],
    [
      "a folded header",
      `--b\r\nContent-Disposition: form-data;\r\n name="a"\r\n\r\n\r\n--b--`,
      "header line",
    ],
    ["an open quote", `--b\r\nContent-Disposition: form-data; name="a\r\n\r\n\r\n--b--`, "cannot be read"],
    ["words after a boundary", "--bogus\r\n", "something else"],
    [
      "base64",
      "--b\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--",
      "send it as it is",
    ],
  ])("refuses %s, in one piece and byte by byte", async (_, body, words) => {
    const everywhere = Array.from({ length: Math.min(body.length, 2_000) }, (_unused, at) => at);
    for (const cuts of [[], everywhere]) {
      const failure = await read(body, cuts).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(MalformedMultipart);
      expect(String(failure)).toContain(words);
    }
  });

  test("reads names and file names as each client escapes them", async () => {
    const disposition = (rest: string) => `--b\r\ncontent-disposition: form-data; ${rest}\r\n\r\n\r\n`;
    const parts = await read(
      [
        disposition(String.raw`name="a\"b\\c"; filename="C:\dir\x"`),
        disposition(`name="a%22b" ; filename="naïve;.txt"`),
        disposition(`name=plain;filename*=UTF-8''na%C3%AFve; filename="x"`),
        "--b--",
      ].join(""),
    );
    expect(parts.map(({ name, filename }) => [name, filename])).toEqual([
      [String.raw`a"b\c`, String.raw`C:\dir\x`],
      [`a"b`, "naïve;.txt"],
      ["plain", "naïve"],
    ]);
  });

  test("a content type has one boundary of 1 to 70 characters", () => {
    expect(boundaryOf("multipart/form-data; boundary=abc")).toBe("abc");
    expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b;c"')).toBe("a b;c");
    for (const bad of [
      "application/json",
      "multipart/form-data",
      `multipart/form-data; boundary=${"x".repeat(71)}`,
    ]) {
      expect(boundaryOf(bad)).toBeUndefined();
    }
    expect(boundaryOf(undefined)).toBeUndefined();
    expect(() => boundaryOf("multipart/form-data; boundary=a; boundary=b")).toThrow(MalformedMultipart);
  });
});
