import { expect, test } from "vitest";
import { isLoopback } from "./loopback.ts";

test.each(["localhost", "[::1]", "127.0.0.1", "127.9.9.9", "127.255.254.0"])("%s is loopback", (hostname) => {
  expect(isLoopback(hostname)).toBe(true);
});

test.each([
  ...["127.0.0.1.example", "localhost.example", "127.a.b.c", "127.0.0", "127.0.0.256"],
  ...["10.0.0.1", "[::2]", ""],
])("%s is not loopback", (hostname) => {
  expect(isLoopback(hostname)).toBe(false);
});
