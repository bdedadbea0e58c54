// Run on the pinned Node by `check-variables.mjs`: the variables of one program, read by that program's own reader.
try {
  if (process.argv[2] === "service") (await import("../service/env.ts")).readEnv();
  else (await import("../lib/server/env.ts")).readConfiguration();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
