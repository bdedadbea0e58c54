import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { browserLabelFields, noLabels, sentLabels } from "./browser-labels.ts";

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
