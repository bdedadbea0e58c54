// Run by `start.mjs` on the pinned Node: parses the environment with the reader of the program named by the argument.
import { messageOf } from "./user-error.mjs";

try {
  if (process.argv[2] === "service") (await import("../service/kernel/env.ts")).readEnv();
  else (await import("../lib/server/kernel/env.ts")).readConfiguration();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
