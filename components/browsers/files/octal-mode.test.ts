import { expect, test } from "vitest";
import { octalModeOf } from "./octal-mode.ts";

test.each([
  ["-rw-r--r--", "644"],
  ["-rwxr-x---", "750"],
  ["drwxrwxrwt", "777"],
  ["-rwSr--r--", "644"],
  ["----------", "000"],
  ["0644", undefined],
  ["", undefined],
])("the permissions %j are %s in octal digits", (mode, digits) => {
  expect(octalModeOf(mode)).toBe(digits);
});
