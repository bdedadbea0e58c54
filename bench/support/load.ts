// A process of its own that asks again and again, so that asking costs the process that answers nothing.
import { Pool } from "undici";
import { z } from "zod";

/** What to ask, of whom and how hard. */
export const load = z.object({
  base: z.string(),
  path: z.string(),
  /** Each request takes the next. */
  cookies: z.array(z.string()),
  connections: z.number(),
  seconds: z.number(),
  /** Makes no two requests alike: a number that grows from here is added to the path. */
  unlikeFrom: z.number().optional(),
  /** Asks at that rate whatever comes back; absent: as fast as answers come. */
  perSecond: z.number().optional(),
});
export type Load = z.infer<typeof load>;

/** What came of it: answers with 200 per second, the others, the 99th percentile of the time an answer took. */
export const loaded = z.object({ perSecond: z.number(), failed: z.number(), p99Ms: z.number() });
export type Loaded = z.infer<typeof loaded>;

async function press(asked: Load): Promise<Loaded> {
  const pool = new Pool(asked.base, { connections: asked.connections, pipelining: 1 });
  const takenMs: number[] = [];
  let [sent, failed] = [0, 0];
  const startMs = performance.now();
  const endMs = startMs + asked.seconds * 1000;
  const one = async (dueMs: number) => {
    const at = sent;
    sent += 1;
    const path = asked.unlikeFrom === undefined ? asked.path : `${asked.path}${asked.unlikeFrom + at}`;
    const cookie = asked.cookies[at % asked.cookies.length];
    try {
      const { statusCode, body } = await pool.request({
        method: "GET",
        path,
        headers: cookie === undefined ? {} : { cookie },
      });
      await body.arrayBuffer();
      if (statusCode === 200) takenMs.push(performance.now() - dueMs);
      else failed += 1;
    } catch {
      failed += 1;
    }
  };
  const { perSecond } = asked;
  if (perSecond === undefined) {
    const keepAsking = async () => {
      while (performance.now() < endMs) await one(performance.now());
    };
    await Promise.all(Array.from({ length: asked.connections }, keepAsking));
  } else {
    const all: Promise<void>[] = [];
    for (let at = 0; at < perSecond * asked.seconds; at += 1) {
      // Late starts count: the answer was due from when it should have been asked for.
      const dueMs = startMs + (at * 1000) / perSecond;
      const restMs = dueMs - performance.now();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      all.push(one(dueMs));
    }
    await Promise.all(all);
  }
  const seconds = (performance.now() - startMs) / 1000;
  await pool.close();
  takenMs.sort((one, other) => one - other);
  const p99Ms = takenMs[Math.floor(takenMs.length * 0.99)] ?? Number.NaN;
  return { perSecond: takenMs.length / seconds, failed, p99Ms };
}

process.on("message", (message) => {
  void press(load.parse(message)).then((found) => process.send?.(found));
});
process.once("disconnect", () => process.exit(0));
