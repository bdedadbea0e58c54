// A load generator in a child process, so that it takes no CPU time from the server that it measures.
import { Pool } from "undici";
import { z } from "zod";

export const load = z.object({
  base: z.string(),
  path: z.string(),
  /** Used in rotation. */
  cookies: z.array(z.string()),
  /** Sent with every request, such as Accept-Encoding. */
  headers: z.optional(z.record(z.string(), z.string())),
  connections: z.number(),
  seconds: z.number(),
  /** Makes every request different: a counter that starts here is appended to the path. */
  uniqueOffsetFrom: z.number().optional(),
  /** Sends at this fixed rate; absent: each connection sends when its previous response has arrived. */
  perSecond: z.number().optional(),
});
export type Load = z.infer<typeof load>;

/** Responses with status 200, in all and per second, the number of other outcomes, the 99th percentile of the response time. */
export const loaded = z.object({
  answered: z.number(),
  perSecond: z.number(),
  failed: z.number(),
  p99Ms: z.number(),
});
export type Loaded = z.infer<typeof loaded>;

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
