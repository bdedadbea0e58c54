import { describe, expect, it } from "vitest";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { registerSecret } from "../kernel/known-secrets.ts";
import { fromCached, readAnswer, toCached } from "./answer.ts";

const { listProxies, retrieveProxy, deleteBrowser } = operations;
const proxy = (id: string) => ({ id, name: id, type: "mobile", protocol: "http", status: "available" });
const received = (body: unknown, headers: Record<string, string> = {}, status = 200) => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  bytes: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  receivedAtMs: 5,
});
const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

describe("an answer of the API", () => {
  it("is forwarded byte for byte, with unknown fields, when nothing is redacted", () => {
    const text = `[ ${JSON.stringify({ ...proxy("a"), invented: 1e21 })},\n ${JSON.stringify(proxy("b"))}]`;
    const answer = readAnswer(listProxies, received(text));
    expect(textOf(answer)).toBe(text);
    expect(answer).toMatchObject({ badItems: 0, observedAtMs: 5, status: 200 });
  });

  it("never contains our own token, wherever and in whatever encoding the API repeats it", () => {
    const token = "the token+of/this-test";
    registerSecret(token);
    const forms = [token, encodeURIComponent(token), Buffer.from(token).toString("base64")];
    for (const form of forms) {
      const list = readAnswer(listProxies, received([{ ...proxy("a"), name: `x ${form} y` }]));
      expect(textOf(list)).toContain("x [redacted] y");
      expect(textOf(readAnswer(retrieveProxy, received({ ...proxy("a"), note: [form] })))).not.toContain(
        form,
      );
    }
  });

  it("of a long list has no long texts, which are marked and stay in the value that is recorded (T54)", () => {
    const output = JSON.stringify({ text: "x".repeat(700_000) });
    const items = Array.from({ length: 10 }, (_, at) => ({ id: `i${at}`, payload: "{}", output }));
    const answer = readAnswer(operations.listInvocations, received(items));
    expect(textOf(answer).length).toBeLessThan(10_000);
    expect(JSON.parse(textOf(answer))[9]).toEqual({
      id: "i9",
      payload: "{}",
      output: null,
      output_cut: true,
    });
    expect(answer.value).toEqual(items);
    const one = readAnswer(operations.retrieveInvocation, received({ id: "i", output: output.repeat(9) }));
    expect(JSON.parse(textOf(one)).output, "one invocation is whole").toBe(output.repeat(9));
  });

  it("contains no signed address, neither in its bytes nor in its value", () => {
    const answer = readAnswer(
      operations.retrieveBrowser,
      received({ session_id: "s", cdp_ws_url: "wss://h?jwt=1" }),
    );
    expect(textOf(answer)).not.toContain("jwt");
    expect(JSON.stringify(answer.value ?? null)).not.toContain("jwt");
  });

  it("keeps an item that does not match the contract in its bytes, and counts it", () => {
    const answer = readAnswer(listProxies, received([proxy("a"), { id: 7 }, proxy("b")]));
    expect(answer.badItems).toBe(1);
    expect(answer.value).toMatchObject([{ id: "a" }, { id: "b" }]);
    expect(textOf(answer)).toContain('{"id":7}');
  });

  it("has the API's paging headers, and none where the API sends none", () => {
    const paging = { "x-limit": "2", "x-offset": "0", "x-has-more": "true", "x-next-offset": "2" };
    expect(readAnswer(listProxies, received([proxy("a"), proxy("b")], paging)).paging).toEqual(paging);
    expect(readAnswer(listProxies, received([proxy("a")])).paging).toEqual({});
  });

  it("is an empty list when it is null, as servers written in Go send for an empty directory", () => {
    const answer = readAnswer(operations.listFiles, received("null"));
    expect(answer).toMatchObject({ value: [], badItems: 0 });
    expect(textOf(answer)).toBe("[]");
    expect(fromCached(toCached(answer)).value).toEqual([]);
  });

  it("may lack a body only where the operation has none", () => {
    expect(readAnswer(deleteBrowser, received("", {}, 204))).toMatchObject({ status: 204, value: undefined });
    expect(() => readAnswer(listProxies, received("", {}, 204))).toThrow(/it is empty/);
  });

  const refused: [string, Operation, ReturnType<typeof received>, RegExp][] = [
    ["of another type", listProxies, received("[]", { "content-type": "text/html" }), /not JSON/],
    ["compressed", listProxies, received("[]", { "content-encoding": "gzip" }), /compressed/],
    ["truncated JSON", listProxies, received('[{"id":'), /not valid JSON/],
    ["an object instead of a list", listProxies, received({}), /not a list/],
    ["a list instead of an object", retrieveProxy, received([]), /not an object/],
    ["null", retrieveProxy, received("null"), /not an object/],
    [
      "nested a thousand levels deep",
      listProxies,
      received(`${"[".repeat(1000)}${"]".repeat(1000)}`),
      /too deep/,
    ],
  ];
  it.each(refused)("is refused when it is %s", (_, operation, given, why) => {
    expect(() => readAnswer(operation, given)).toThrow(why);
  });
});
