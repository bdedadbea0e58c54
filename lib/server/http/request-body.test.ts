import { describe, expect, it } from "vitest";
import { InvalidInput } from "../../contract/request.ts";
import { maxJsonBytes, readJson, readText } from "./request-body.ts";

const url = "https://fleet.example/api/x";
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request(url, { method: "POST", body, headers });
const json = (body: string, type = "application/json") => post(body, { "content-type": type });

/** A request whose body arrives in these chunks, without a declared length. */
function streamed(chunks: readonly Uint8Array[], canceled = () => {}): Request {
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: canceled,
  });
  // Required for streams, and missing in the type.
  const init = { method: "POST", body, duplex: "half" };
  return new Request(url, init);
}

describe("the text of a body", () => {
  it("is complete, also when a character is split between chunks", async () => {
    const bytes = new TextEncoder().encode("a€😀");
    const chunks = [...bytes].map((byte) => new Uint8Array([byte]));
    expect(await readText(streamed(chunks), bytes.length)).toBe("a€😀");
    expect(await readText(new Request(url), 10)).toBe("");
  });

  it("has at most the given number of bytes, whatever length was declared", async () => {
    expect(await readText(post("12345"), 5)).toBe("12345");
    const tooLarge = { status: 413, code: "body_too_large" };
    await expect(readText(post("123456"), 5)).rejects.toMatchObject(tooLarge);
    await expect(readText(post("1", { "content-length": "6" }), 5)).rejects.toMatchObject(tooLarge);
    let canceled = 0;
    const three = new Uint8Array(3);
    const endless = streamed(
      Array.from({ length: 9 }, () => three),
      () => {
        canceled += 1;
      },
    );
    await expect(readText(endless, 5)).rejects.toMatchObject(tooLarge);
    expect(canceled).toBe(1);
  });

  it("is refused when it is not UTF-8", async () => {
    await expect(readText(streamed([new Uint8Array([0x61, 0xff])]), 5)).rejects.toMatchObject({
      name: "InvalidInput",
      issues: [{ path: "body", message: expect.stringMatching(/./) }],
    });
  });
});

describe("a JSON body", () => {
  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=utf-8"])(
    "of the type %s is read",
    async (type) => {
      expect(await readJson(json('{"a":[1,"b"]}', type))).toEqual({ a: [1, "b"] });
    },
  );

  it.each(["text/plain", "text/json", "application/jsonp", "text/plain; application/json"])(
    "of the type %s is refused",
    async (type) => {
      await expect(readJson(json("{}", type))).rejects.toMatchObject({
        status: 415,
        code: "unsupported_media_type",
      });
    },
  );

  it("without a type is refused; an absent body needs none", async () => {
    await expect(readJson(streamed([new TextEncoder().encode("{}")]))).rejects.toMatchObject({ status: 415 });
    expect(await readJson(new Request(url, { method: "POST" }))).toBeUndefined();
  });

  it.each(["{", "[1,]", "nothing", "{'a':1}"])("that is %s is refused", async (text) => {
    const error = await readJson(json(text)).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error).toMatchObject({ issues: [{ path: "body", message: expect.stringMatching(/./) }] });
  });

  it("has at most 256 KiB", async () => {
    const text = JSON.stringify("x".repeat(maxJsonBytes - 2));
    expect(await readJson(json(text))).toHaveLength(maxJsonBytes - 2);
    await expect(readJson(json(`${text} `))).rejects.toMatchObject({ status: 413 });
    expect(maxJsonBytes).toBe(262_144);
  });

  it.each([
    ["arrays", "[", "]"],
    ["objects", '{"a":', "}"],
  ])("has at most 32 levels of %s", async (_, open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(await readJson(json(nested(32)))).toEqual(JSON.parse(nested(32)));
    await expect(readJson(json(nested(33)))).rejects.toMatchObject({
      issues: [{ path: "body", message: expect.stringContaining("32") }],
    });
  });

  it("may have any number of siblings, and brackets in its strings", async () => {
    for (const value of [
      Array.from({ length: 100 }, () => [{}]),
      "[".repeat(100),
      { '"[{': `\\"${"[{".repeat(50)}` },
      ["\\", "[".repeat(50)],
    ]) {
      expect(await readJson(json(JSON.stringify(value)))).toEqual(value);
    }
    const afterString = `["\\"", ${"[".repeat(32)}1${"]".repeat(32)}]`;
    await expect(readJson(json(afterString))).rejects.toBeInstanceOf(InvalidInput);
  });
});
