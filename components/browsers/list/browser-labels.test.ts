import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { areTagLines, browserLabelFields, noLabels, sentLabels } from "./browser-labels.ts";

const schema = z.object(browserLabelFields());
const sent = (typed: Partial<Record<keyof typeof noLabels, string>>) =>
  sentLabels(schema.parse({ ...noLabels, ...typed }));
const fault = (typed: Partial<Record<keyof typeof noLabels, string>>) => {
  const [issue] = schema.safeParse({ ...noLabels, ...typed }).error?.issues ?? [];
  return issue && `${issue.path.join(".")}: ${issue.message}`;
};

describe("the labels of a new browser", () => {
  it("are sent as far as they were typed", () => {
    expect(sent({})).toEqual({});
    expect(sent({ name: " night run ", start_url: " https://shop.example/a b", tags: "\n" })).toEqual({
      name: "night run",
      start_url: "https://shop.example/a b",
    });
    expect(sent({ tags: "team = blue\n\nquery=a=b\nempty=" })).toEqual({
      tags: { team: "blue", query: "a=b", empty: "" },
    });
  });

  it("have the faults of the API's fields", () => {
    expect(fault({ name: "a/b" })).toContain("name: must not contain");
    expect(fault({ start_url: "shop.example" })).toBe(
      "start_url: expected an address such as https://example.com/",
    );
    for (const tags of ["team", "=blue", "team=blue\nother"])
      expect(fault({ tags })).toBe("tags: Enter one tag a line, such as team=checkout.");
    expect(fault({ tags: "team=a\nteam=b" })).toBe("tags: The tag team is there twice.");
    const many = Array.from({ length: 51 }, (_, at) => `key${at}=1`).join("\n");
    expect(fault({ tags: many })).toBe("tags: expected at most 50 pairs");
    expect(fault({ tags: `team=${"x".repeat(256)}` })).toMatch(/^tags: /);
  });
});

describe("tags of a browser", () => {
  it.each<[string, Record<string, string> | undefined, boolean]>([
    ["none", undefined, true],
    ["pairs, in any order", { team: "blue", query: "a=b", empty: "", a: "1" }, true],
    ["a key with =", { "a=b": "c" }, false],
    ["a value of two lines", { note: "line 1\nline=2" }, false],
    ["a value that a text area changes", { note: "line 1\rline=2" }, false],
    ["a value with a blank at an end", { note: "one " }, false],
    ["a key without a text", { " ": "one" }, false],
  ])("can be written as lines or not: %s", (_, tags, can) => {
    expect(areTagLines(tags)).toBe(can);
  });
});
