import { expect, test } from "vitest";
import { fileNameFrom } from "./file-name.ts";

test.each([
  ['attachment; filename="profile-a.json"', "profile-a.json"],
  ["attachment; filename=profile-a.json", "profile-a.json"],
  [
    `attachment; filename="profile-M_ller.json"; filename*=UTF-8''profile-M%C3%BCller%20b.json`,
    "profile-Müller b.json",
  ],
  ['attachment; filename="a \\"b\\".json"', 'a "b".json'],
  [`attachment; filename*=UTF-8''%E0%A4%A; filename="plain.json"`, "plain.json"],
  ["attachment", "fallback.json"],
  [null, "fallback.json"],
])("%s names %s", (header, name) => {
  expect(fileNameFrom(header, "fallback.json")).toBe(name);
});
