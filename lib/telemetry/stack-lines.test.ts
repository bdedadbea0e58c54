import { expect, it } from "vitest";
import { stackLines } from "./stack-lines.ts";

const frame = (functionName: string, url: string, lineNumber = 47, columnNumber = 10) => ({
  functionName,
  scriptId: "1",
  url,
  lineNumber,
  columnNumber,
});

it("lists frames, those of libraries by their number and those that waited as asynchronous", () => {
  expect(
    stackLines({
      callFrames: [
        frame("request", "https://shop.test/js/http.js?v=2"),
        frame("f", "https://shop.test/node_modules/a/b.js"),
        frame("g", "https://cdn.test/jquery.min.js"),
        frame("", "https://shop.test/"),
      ],
      parent: {
        description: "await",
        callFrames: [frame("load", "https://shop.test/address.js", 18, 15), frame("eval", "", 0, 0)],
        parent: { callFrames: [frame("h", "https://shop.test/vendor/x.js")] },
      },
    }),
  ).toEqual([
    "at request (http.js:48:11)",
    "2 frames in libraries",
    "at anonymous (index:48:11)",
    "at async load (address.js:19:16)",
    "at async eval",
    "1 frame in a library",
  ]);
});

it("counts the frames of a deep recursion", () => {
  const callFrames = Array.from({ length: 100 }, () => frame("again", "https://shop.test/a.js"));
  const lines = stackLines({ callFrames });
  expect(lines).toHaveLength(41);
  expect(lines.at(-1)).toBe("60 more frames");
});
