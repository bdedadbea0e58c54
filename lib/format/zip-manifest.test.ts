import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extensionName } from "../contract/extensions.ts";
import { isBroad, localName, proposedName } from "./zip-manifest.ts";

describe("proposed folder name", () => {
  it("is derived from the manifest's name", () => {
    expect(proposedName("uBlock Origin – Über!")).toBe("ublock-origin-uber");
    expect(proposedName("日本")).toBe("extension");
    expect(proposedName("..")).toBe("extension");
  });
  it("always fits the API's pattern", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        (name) => extensionName.safeParse(proposedName(name)).success,
      ),
    );
  });
});

describe("match patterns", () => {
  it.each(["<all_urls>", "*://*/*", "https://*/*", "file:///*", "http://*/path"])(
    "%s is broad",
    (pattern) => {
      expect(isBroad(pattern)).toBe(true);
    },
  );
  it.each(["https://example.com/*", "*://*.example.com/*", "storage"])("%s is not", (pattern) => {
    expect(isBroad(pattern)).toBe(false);
  });
});

it("preserves a name without a translation", () => {
  expect(localName("__MSG_x__", "{}")).toBe("__MSG_x__");
  expect(localName("__MSG_x__", "no json")).toBe("__MSG_x__");
  expect(localName("Plain", '{"Plain":{"message":"other"}}')).toBe("Plain");
});
