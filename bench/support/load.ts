// A load generator in a child process, so that it takes no CPU time from the server that it measures. A message says what to
// send, and it answers with what came of it: `load-messages.ts`.
import { Pool } from "undici";
import { type Load, type Loaded, load } from "./load-messages.ts";

async function generateLoad(spec: Load): Promise<Loaded> {
  const pool = new Pool(spec.base, { connections: spec.connections, pipelining: 1 });
  const takenMs: number[] = [];
  let [sent, failed] = [0, 0];
  const startMs = performance.now();
  const endMs = startMs + spec.seconds * 1000;
  const one = async (dueMs: number) => {
    const at = sent;
    sent += 1;
    const path =
      spec.uniqueOffsetFrom === undefined ? spec.path : `${spec.path}${spec.uniqueOffsetFrom + at}`;
    const cookie = spec.cookies[at % spec.cookies.length];
    try {
      const { statusCode, body } = await pool.request({
        method: "GET",
        path,
        headers: { ...spec.headers, ...(cookie === undefined ? {} : { cookie }) },
      });
      await body.arrayBuffer();
      if (statusCode === 200) takenMs.push(performance.now() - dueMs);
      else failed += 1;
    } catch {
      failed += 1;
    }
  };
  const { perSecond } = spec;
  if (perSecond === undefined) {
    const sendUntilEnd = async () => {
      while (performance.now() < endMs) await one(performance.now());
    };
    await Promise.all(Array.from({ length: spec.connections }, sendUntilEnd));
  } else {
    const all: Promise<void>[] = [];
    for (let at = 0; at < perSecond * spec.seconds; at += 1) {
      // Measured from the scheduled time, so that a late start counts as response time.
      const dueMs = startMs + (at * 1000) / perSecond;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      all.push(one(dueMs));
    }
    await Promise.all(all);
  }
  const seconds = (performance.now() - startMs) / 1000;
  await pool.close();
  takenMs.sort((one, other) => one - other);
  const p99Ms = takenMs[Math.floor(takenMs.length * 0.99)] ?? Number.NaN;
  return { answered: takenMs.length, perSecond: takenMs.length / seconds, failed, p99Ms };
}

process.on("message", (message) => {
  void generateLoad(load.parse(message)).then((found) => process.send?.(found));
});
process.once("disconnect", () => process.exit(0));
