import { expect, it } from "vitest";
import { readSearchQuery } from "../../bff/log-search-query.ts";
import { lineMatcher } from "./match-line.ts";

const line = "[1:1:1121/030859:ERROR:net/socket.cc(970)] address failed";

it.each([
  ["source:socket.cc", true],
  ["source:Socket.cc:970", true],
  ["source:socket.cc:12", false],
  ["source:socket", false],
])(
  "a file as the source of a line is found with the number of the line in it and without: %s",
  (q, expected) => {
    const query = readSearchQuery(q);
    if ("message" in query) throw new Error(query.message);
    expect(lineMatcher(query).matches(line)).toBe(expected);
  },
);
