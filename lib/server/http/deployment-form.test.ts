import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deploymentUploadLimits, envVarPart } from "../../bff/deployment-upload.ts";
import { envVarBounds } from "../../contract/deployments.ts";
import { Problem } from "../kernel/problem.ts";
import { DeploymentForm } from "./deployment-form.ts";
import { MultipartGuard } from "./multipart-guard.ts";

const boundary = "----of-the-tests";
const field = (name: string, text: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const file = (content = "PK\x03\x04 content", name = "shop.zip") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n`;
const end = `--${boundary}--\r\n`;
const bytes = (...parts: string[]) => Buffer.from(parts.join(""));

function guarded(body: Buffer, chunkBytes = body.length): DeploymentForm {
  const form = new DeploymentForm();
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

describe("an upload of a deployment (T34)", () => {
  it("is accepted in chunks of any size, and named by its file and version", () => {
    const body = bytes(
      field("version", "v 2 – new"),
      field("entrypoint_rel_path", "src/app.ts"),
      field("region", "aws.us-east-1a"),
      field("force", "true"),
      field(envVarPart("API_KEY"), "a\r\nb"),
      field(envVarPart("_empty"), ""),
      file(),
      end,
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: body.length }), (size) => {
        expect(guarded(body, size).target).toBe("shop.zip v 2 – new");
      }),
    );
    expect(guarded(bytes(file("x", "app.ts"), end)).target).toBe("app.ts");
  });

  it.each([
    ["no file", bytes(field("version", "v1"), end), /no file/],
    ["an empty file", bytes(file(""), end), /is empty/],
    ["two files", bytes(file(), file(), end), /follows the file/],
    ["a field behind the file", bytes(file(), field("version", "v1"), end), /follows the file/],
    ["a field twice", bytes(field("version", "1"), field("version", "2"), file(), end), /there twice/],
    [
      "a variable twice",
      bytes(field(envVarPart("A"), "1"), field(envVarPart("A"), "2"), file(), end),
      /there twice/,
    ],
    ["another part", bytes(field("source", "{}"), file(), end), /not expected/],
    ["a part of all objects", bytes(field("constructor", "x"), file(), end), /not expected/],
    ["a variable without a name", bytes(field(envVarPart(""), "x"), file(), end), /not expected/],
    ["a variable that is no identifier", bytes(field(envVarPart("1A"), "x"), file(), end), /not expected/],
    ["an empty version", bytes(field("version", ""), file(), end), /version must be/],
    ["force as another word", bytes(field("force", "yes"), file(), end), /force must be/],
    ["a file name with a path", bytes(file("x", "../app.ts"), end), /not expected/],
    ["a cut body", bytes(file(), end).subarray(0, -20), /before its closing boundary/],
  ])("refuses %s", (_, body, fault) => {
    expect(faultOf(body)).toEqual({ status: 400, message: expect.stringMatching(fault) });
  });

  it("refuses too large a file, variable and number of variables as too large", () => {
    const { valueBytes, count } = envVarBounds;
    expect(guarded(bytes(field(envVarPart("A"), "x".repeat(valueBytes)), file(), end)).target).toBe(
      "shop.zip",
    );
    expect(faultOf(bytes(field(envVarPart("A"), "x".repeat(valueBytes + 1)), file(), end)).status).toBe(413);
    const many = (of: number) => Array.from({ length: of }, (_, at) => field(envVarPart(`A${at}`), "x"));
    expect(guarded(bytes(...many(count), file(), end)).target).toBe("shop.zip");
    expect(faultOf(bytes(...many(count + 10), file(), end)).status).toBe(413);
    const large = Array.from({ length: 9 }, (_, at) => field(envVarPart(`B${at}`), "x".repeat(valueBytes)));
    expect(faultOf(bytes(...large, file(), end)).status).toBe(413);
    const guard = new MultipartGuard(boundary, new DeploymentForm());
    guard.take(bytes(file().slice(0, -2)));
    const piece = Buffer.alloc(1024 * 1024);
    expect(() => {
      for (let at = 0; at <= deploymentUploadLimits.maxFileBytes / piece.length; at += 1) guard.take(piece);
    }).toThrow(expect.objectContaining({ status: 413 }));
  });
});
