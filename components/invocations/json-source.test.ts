import { describe, expect, it } from "vitest";
import { lookedIntoChars, pathsOnScreen, previewOf, seenAt } from "./json-source.ts";

describe("a look into a payload", () => {
  const row = { id: "a", payload: '{"n":1,"s":"x","none":null,"o":{"k":[1,2]}}', output: "<html>" };
  it("shows texts as they are, everything else as JSON", () => {
    expect(seenAt(row, "payload", ["s"])).toEqual({ kind: "value", text: "x" });
    expect(seenAt(row, "payload", ["none"])).toEqual({ kind: "value", text: "null" });
    expect(seenAt(row, "payload", ["o"])).toEqual({ kind: "value", text: '{"k":[1,2]}' });
  });
  it("tells missing from unreadable from too large", () => {
    expect(seenAt(row, "payload", ["gone"]).kind).toBe("missing");
    expect(seenAt({ id: "b" }, "payload", []).kind).toBe("missing");
    expect(seenAt(row, "output", ["s"]).kind).toBe("not-json");
    const large = { id: "c", payload: `"${"x".repeat(lookedIntoChars)}"` };
    expect(seenAt(large, "payload", []).kind).toBe("too-large");
  });
  it("previews one line, cut", () => {
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
