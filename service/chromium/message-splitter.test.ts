import { expect, test } from "vitest";
import { MessageSplitter } from "./message-splitter.ts";

test("delivers every message once it is complete, however its bytes arrive", () => {
  const messages: string[] = [];
  const splitter = new MessageSplitter((message) => messages.push(message.toString()));
  for (const chunk of ["on", "e\0two\0th", "", "r", "ee\0", "\0four"]) splitter.push(Buffer.from(chunk));
  expect(messages).toEqual(["one", "two", "three", ""]);
});

test("refuses a message that is too long, in one piece or many", () => {
  const messages: string[] = [];
  const limited = () => new MessageSplitter((message) => messages.push(message.toString()), { maxBytes: 4 });
  expect(() => limited().push(Buffer.from("12345\0"))).toThrow(RangeError);
  const slowly = limited();
  slowly.push(Buffer.from("1234\x0012"));
  slowly.push(Buffer.from("34"));
  expect(() => slowly.push(Buffer.from("5"))).toThrow(RangeError);
  expect(messages).toEqual(["1234"]);
});
