import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extensionParts } from "../../bff/extension-upload.ts";
import { Problem } from "../kernel/problem.ts";
import { ExtensionForm } from "./extension-form.ts";
import { boundaryOf, MultipartGuard } from "./multipart-guard.ts";

const boundary = "----of-the-tests";
const zip = Buffer.from("PK\x03\x04\r\n--\r\n------of-the-test, nearly a boundary", "latin1");
const name = (text: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${extensionParts.name}"\r\n\r\n${text}\r\n`;
const file = (content: Buffer = zip) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${extensionParts.zip}"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n${content.toString("latin1")}\r\n`;
const end = `--${boundary}--\r\n`;
const bytes = (...parts: string[]) => Buffer.from(parts.join(""), "latin1");

function guarded(body: Buffer, chunkBytes = body.length): ExtensionForm {
  const form = new ExtensionForm();
  const guard = new MultipartGuard(boundary, form);
  for (let at = 0; at < body.length; at += chunkBytes) guard.take(body.subarray(at, at + chunkBytes));
  guard.end();
  return form;
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

describe("an upload of extensions (T34)", () => {
  it("is accepted in chunks of any size", () => {
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
    [
      "a part header of a megabyte",
      bytes(`--${boundary}\r\n${"x".repeat(1024 * 1024)}`),
      /the head of a part is too long/,
    ],
    ["another part", bytes(name("a").replace("[name]", "[other]"), file(), end), /expected the name/],
    ["a part that is no archive", bytes(name("a"), file(Buffer.from("hello")), end), /not a zip/],
    ["an empty archive", bytes(name("a"), file(Buffer.alloc(0)), end), /not a zip/],
  ])("refuses %s", (_, body, fault) => {
    expect(faultOf(body)).toEqual({ status: 400, message: expect.stringMatching(fault) });
  });

  it("refuses an eleventh extension, a long name and a large archive as too large", () => {
    const many = Array.from({ length: 11 }, (_, at) => name(`e${at}`) + file());
    expect(faultOf(bytes(...many, end)).status).toBe(413);
    expect(faultOf(bytes(name("a".repeat(2000)), file(), end)).status).toBe(413);
    const guard = new MultipartGuard(boundary, new ExtensionForm());
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

it("reads the boundary of a content type, up to 70 characters", () => {
  expect(boundaryOf("multipart/form-data; boundary=----a'()+,./:=?-_9Z")).toBe("----a'()+,./:=?-_9Z");
  expect(boundaryOf("Multipart/Form-Data; Boundary=x")).toBe("x");
  const longest = "b".repeat(70);
  expect(boundaryOf(`multipart/form-data; boundary=${longest}`)).toBe(longest);
  for (const type of [
    `multipart/form-data; boundary=${longest}b`,
    "multipart/form-data; boundary=",
    "multipart/form-data; charset=utf-8; boundary=a",
    "multipart/form-data;boundary=a",
  ])
    expect(() => boundaryOf(type)).toThrow(expect.objectContaining({ status: 400, code: "bad_request" }));
  for (const type of ["text/multipart/form-data; boundary=a", "multipart/form-data2; boundary=a"])
    expect(() => boundaryOf(type)).toThrow(expect.objectContaining({ status: 415 }));
});

describe("an upload at its limits", () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, at) => name(`e${at}`) + file());

  it("has ten extensions", () => {
    expect(guarded(bytes(...pairs(10), end)).names).toHaveLength(10);
    expect(faultOf(bytes(...pairs(11), end))).toEqual({
      status: 413,
      message: expect.stringContaining("10"),
    });
  });

  it("has names of 255 characters, whose part may be larger only by their delimiter", () => {
    const longest = "n".repeat(255);
    expect(guarded(bytes(name(longest), file(), end)).names).toEqual([longest]);
    expect(faultOf(bytes(name(`${longest}n`), file(), end)).status).toBe(400);
    expect(faultOf(bytes(name("n".repeat(1024)), file(), end)).status).toBe(400);
    expect(faultOf(bytes(name("n".repeat(1025)), file(), end)).status).toBe(413);
    // Without an end in sight, it is refused before it is complete.
    const guard = new MultipartGuard(boundary, new ExtensionForm());
    const open = name("").slice(0, -2);
    guard.take(bytes(open, "n".repeat(1024)));
    expect(() => guard.take(Buffer.alloc(1024, "n"))).toThrow(expect.objectContaining({ status: 413 }));
  });

  it("has part heads of a kilobyte at most", () => {
    const guard = new MultipartGuard(boundary, new ExtensionForm());
    guard.take(bytes(`--${boundary}\r\n${"x".repeat(1024)}`));
    expect(() => guard.take(bytes("x"))).toThrow("the head of a part is too long");
    expect(faultOf(bytes(`--${boundary}\r\n${"x".repeat(1024)}\r\n\r\n`)).message).toMatch(
      /expected the name/,
    );
    expect(faultOf(bytes(`--${boundary}\r\n${"x".repeat(1025)}\r\n\r\n`)).message).toMatch(
      /the head of a part is too long/,
    );
  });

  it("has archives of 50 MiB each and 100 MiB together", () => {
    const mebibyte = Buffer.alloc(1024 * 1024);
    const archive = file(Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), mebibyte.subarray(4)]));
    const [head = "", tail = ""] = [archive.slice(0, -2 - mebibyte.length), "\r\n"];
    const sendArchive = (guard: MultipartGuard, called: string, extraBytes: number) => {
      guard.take(bytes(name(called), head, "PK\x03\x04"));
      for (let count = 0; count < 49; count += 1) guard.take(mebibyte);
      guard.take(mebibyte.subarray(0, mebibyte.length - 4 + extraBytes));
      guard.take(Buffer.alloc(Math.max(0, extraBytes)));
      guard.take(bytes(tail));
    };
    const form = new ExtensionForm();
    const exact = new MultipartGuard(boundary, form);
    sendArchive(exact, "a", 0);
    sendArchive(exact, "b", 0);
    exact.take(bytes(end));
    exact.end();
    expect(form.names).toEqual(["a", "b"]);
    expect(() => exact.take(Buffer.alloc(64 * 1024))).toThrow(
      expect.objectContaining({ status: 413, code: "body_too_large" }),
    );
    const large = new MultipartGuard(boundary, new ExtensionForm());
    expect(() => {
      sendArchive(large, "a", 1);
      large.take(bytes(end));
    }).toThrow(/^a is larger/);
  });
});

it("ends after its closing boundary, with or without a line end", () => {
  const body = (after: string) => bytes(name("a"), file(), `--${boundary}--${after}`);
  for (const after of ["", "\r", "\r\n"]) expect(guarded(body(after)).names).toEqual(["a"]);
  for (const after of ["\n", "x", "\r\n\r\n", "\r\nx"]) expect(faultOf(body(after)).status).toBe(400);
});

it("refuses a boundary that is followed by anything else, and an incomplete first one", () => {
  expect(faultOf(bytes(name("a"), file(), `--${boundary}x\r\n`)).message).toMatch(/line break/);
  expect(faultOf(bytes(`--${boundary}`)).message).toMatch(/closing boundary/);
  expect(faultOf(bytes("--")).message).toMatch(/closing boundary/);
  expect(faultOf(bytes("-x")).message).toMatch(/does not start/);
});

it("counts the extension that is at fault, and names it", () => {
  expect(faultOf(bytes(name("a"), file(), name("b/"), file(), end)).message).toMatch(/name of extension 2/);
  expect(faultOf(bytes(name("a"), file(), name("b"), name("c"), end)).message).toMatch(
    /archive of extension 2/,
  );
  expect(faultOf(bytes(name("a"), file(), name("b"), file(Buffer.from("no")), end)).message).toMatch(
    /^The.* b is not/,
  );
});
