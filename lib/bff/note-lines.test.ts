import { describe, expect, it } from "vitest";
import { alertClose } from "./alerts.ts";
import { failureSetting } from "./insight.ts";

describe.each([
  ["that closes an alert", (note: string) => alertClose.safeParse({ note })],
  ["on a group of failures", (note: string) => failureSetting.safeParse({ state: "acknowledged", note })],
])("a note %s", (_, read) => {
  it.each(["it was sold", "two\nlines\r\nand\ta tab", "zoë 🙂"])("may be %j", (note) => {
    expect(read(note)).toMatchObject({ success: true, data: { note } });
  });

  it.each(["a\0b", "a\u001b[31m", "a\u0085b"])("has no control character, as in %j", (note) => {
    expect(read(note).error?.issues).toMatchObject([
      { path: ["note"], message: "must not contain control characters, except line ends and tabs" },
    ]);
  });
});
