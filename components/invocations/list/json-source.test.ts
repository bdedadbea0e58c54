import { describe, expect, it } from "vitest";
import { maxParsedChars, pathsOnScreen, previewAt, previewOf } from "./json-source.ts";

describe("values in a payload", () => {
  const row = { id: "a", payload: '{"n":1,"s":"x","none":null,"o":{"k":[1,2]}}', output: "<html>" };
  it("shows strings as they are, everything else as JSON", () => {
    expect(previewAt(row, "payload", ["s"])).toEqual({ kind: "value", text: "x" });
    expect(previewAt(row, "payload", ["none"])).toEqual({ kind: "value", text: "null" });
    expect(previewAt(row, "payload", ["o"])).toEqual({ kind: "value", text: '{"k":[1,2]}' });
  });
  it("distinguishes missing, unreadable and too large", () => {
    expect(previewAt(row, "payload", ["gone"]).kind).toBe("missing");
    expect(previewAt({ id: "b" }, "payload", []).kind).toBe("missing");
    expect(previewAt(row, "output", ["s"]).kind).toBe("not-json");
    const large = { id: "c", payload: `"${"x".repeat(maxParsedChars)}"` };
    expect(previewAt(large, "payload", []).kind).toBe("too-large");
  });
  it("previews one line, truncated", () => {
    expect(previewOf('{\n  "a": 1\n}')).toBe('{ "a": 1 }');
    expect(previewOf("x".repeat(5_000_000))?.length).toBe(201);
    expect(previewOf("")).toBeUndefined();
  });
  it("offers the paths of the rows, each once", () => {
    expect(pathsOnScreen([row, { ...row, id: "d" }], "payload")).toEqual([
      "$.n",
      "$.s",
      "$.none",
      "$.o",
      "$.o.k",
      "$.o.k[0]",
    ]);
    expect(pathsOnScreen([row], "output")).toEqual([]);
  });
});
