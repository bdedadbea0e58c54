import { expect, it } from "vitest";
import { decodeQuery, encodeQuery, InvalidInput } from "../contract/request.ts";
import { invocationHistoryQuery } from "./invocation-history.ts";

it("has several values of a filter in one parameter or in several, each encoded by itself", () => {
  const read = (text: string) => decodeQuery(invocationHistoryQuery, new URLSearchParams(text), "refuse");
  expect(read("status=failed&status=running")).toEqual({ status: ["failed", "running"] });
  const given = { app: ["a,b", "50%"], not_status: ["failed", "running"] };
  expect(read(encodeQuery(invocationHistoryQuery, given))).toEqual(given);
  expect(read("app=a%252Cb&app=50%2525")).toEqual({ app: given.app });
});

it("names a value with half of a surrogate pair, which cannot be encoded", () => {
  const encode = () => encodeQuery(invocationHistoryQuery, { app: ["web", "a\ud800"] });
  expect(encode).toThrow(InvalidInput);
  expect(encode).toThrow("query.app.1: has half of a surrogate pair");
});
