// A child process with the harness that its argument names. Each message says what it is to do, `prepare` or `run`; it answers
// with the figures or with why there are none.
import { z } from "zod";
import { loadHarness } from "./harnesses.ts";

const count = z.optional(z.number());
const wanted = z.object({
  act: z.enum(["prepare", "run"]),
  options: z.object({ invocations: count, lines: count, minutes: count }),
});
const [, , name = ""] = process.argv;

async function answer(message: unknown): Promise<object> {
  const { act, options } = wanted.parse(message);
  const { invocations, lines, minutes } = options;
  const { prepare, run } = await loadHarness(name);
  const startMs = performance.now();
  const log = (progress: string) =>
    console.error(`${name} ${Math.round((performance.now() - startMs) / 1000)} s: ${progress}`);
  const figures =
    act === "run"
      ? await run(log, { invocations, lines, minutes })
      : await prepare?.({ invocations, lines, minutes });
  log(act === "run" ? "done" : "prepared");
  return act === "run" ? { figures } : {};
}

process.on("message", (message) => {
  answer(message).then(
    (answered) => process.send?.(answered),
    (error: unknown) =>
      process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
