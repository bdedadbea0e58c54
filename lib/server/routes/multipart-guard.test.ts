import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extensionParts } from "../../bff/extension-upload.ts";
import { Problem } from "../problem.ts";
import { boundaryOf, MultipartGuard } from "./multipart-guard.ts";

const boundary = "----of-the-tests";
const zip = Buffer.from("PK\x03\x04\r\n--\r\n------of-the-test, nearly a boundary", "latin1");
const name = (text: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${extensionParts.name}"\r\n\r\n${text}\r\n`;
const file = (content: Buffer = zip) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${extensionParts.zip}"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n${content.toString("latin1")}\r\n`;
const end = `--${boundary}--\r\n`;
const bytes = (...parts: string[]) => Buffer.from(parts.join(""), "latin1");

function guarded(body: Buffer, chunkBytes = body.length): MultipartGuard {
  const guard = new MultipartGuard(boundary);
  for (let at = 0; at < body.length; at += chunkBytes) guard.take(body.subarray(at, at + chunkBytes));
  guard.end();
  return guard;
}

function faultOf(body: Buffer): { status: number; message: string } {
  try {
    guarded(body);
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, message: error.message };
    throw error;
  }
  throw new Error("it passed");
}

describe("an upload that passes (T34)", () => {
  it("is let through however it is cut into pieces", () => {
    const body = bytes(name("one"), file(), name("two"), file(), end);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: body.length }), (size) => {
        expect(guarded(body, size).names).toEqual(["one", "two"]);
      }),
    );
  });

  it.each([
    ["no parts", bytes(end), /does not start/],
    ["no closing boundary", bytes(name("a"), file()), /before its closing boundary/],
    ["cut off in an archive", bytes(name("a"), file()).subarray(0, -30), /before its closing boundary/],
    ["a preamble", bytes("hello\r\n", name("a"), file(), end), /does not start/],
    ["an epilogue", bytes(name("a"), file(), end, "more"), /follows its closing boundary/],
    ["a name without an archive", bytes(name("a"), end), /no archive/],
    ["an archive without a name", bytes(file(), end), /expected the name/],
    ["two names", bytes(name("a"), name("b"), file(), file(), end), /expected the archive/],
    ["the same name twice", bytes(name("a"), file(), name("a"), file(), end), /twice/],
    ["a name outside of the pattern", bytes(name("../a"), file(), end), /must be/],
    ["a dot as name", bytes(name(".."), file(), end), /must not be/],
    [
      "a header too many",
      bytes(name("a").replace("\r\n\r\n", "\r\nx: y\r\n\r\n"), file(), end),
      /expected the name/,
    ],
    ["a head of a megabyte", bytes(`--${boundary}\r\n${"x".repeat(1024 * 1024)}`), /too long a head/],
    ["another part", bytes(name("a").replace("[name]", "[other]"), file(), end), /expected the name/],
    ["something that is no archive", bytes(name("a"), file(Buffer.from("hello")), end), /not a zip/],
    ["an empty archive", bytes(name("a"), file(Buffer.alloc(0)), end), /not a zip/],
  ])("refuses %s", (_, body, fault) => {
    expect(faultOf(body)).toEqual({ status: 400, message: expect.stringMatching(fault) });
  });

  it("refuses an eleventh extension, a long name and a large archive as too large", () => {
    const many = Array.from({ length: 11 }, (_, at) => name(`e${at}`) + file());
    expect(faultOf(bytes(...many, end)).status).toBe(413);
    expect(faultOf(bytes(name("a".repeat(2000)), file(), end)).status).toBe(413);
    const guard = new MultipartGuard(boundary);
    guard.take(bytes(name("a"), file().slice(0, -2)));
    const piece = Buffer.alloc(1024 * 1024);
    expect(() => {
      for (let at = 0; at < 51; at += 1) guard.take(piece);
    }).toThrow(/larger than/);
  });
});

it.each([
  [null, 415],
  ["application/json", 415],
  ["multipart/form-data", 400],
  ['multipart/form-data; boundary="a"', 400],
  ["multipart/form-data; boundary=a; boundary=b", 400],
])("refuses the content type %s", (type, status) => {
  expect(() => boundaryOf(type)).toThrow(expect.objectContaining({ status }));
});
