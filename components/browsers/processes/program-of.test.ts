import { expect, test } from "vitest";
import { programOf } from "./program-of.ts";

test.for([
  ["ls -l | wc", "ls"],
  [" /usr/bin/node\tserver.js", "/usr/bin/node"],
  ["x".repeat(50), "x".repeat(40)],
  ["", ""],
  ["PGPASSWORD=hunter2 psql -h db", "psql"],
  ["A=1 TOKEN='two words' npm test", "npm"],
  [String.raw`TOKEN="a \" b" KEY=c\ d sh -c x`, "sh"],
  ["TOKEN=hunter2", ""],
  ['TOKEN="not closed', "TOKEN"],
  ["(TOKEN=hunter2 psql)", "(TOKEN"],
] as const)("the program of %j is %j", ([command, program]) => expect(programOf(command)).toBe(program));
