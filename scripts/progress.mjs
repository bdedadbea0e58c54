/** Says which step is running and for how long: one line rewritten in place on a terminal, plain lines elsewhere
 *  (one when a step ends; a sign of life only when it takes long). */
const FIRST_SIGN_MS = 3000;
const NEXT_SIGNS_MS = 30_000;

/** "0.4 s", "12 s", "2 min 5 s" */
export function spokenDuration(durationMs) {
  if (durationMs < 9950) return `${(durationMs / 1000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @typedef {{ title: string, tookMs: number, said: string }} Step */

/**
 * @param {{ total: number, out?: { write(text: string): unknown, isTTY?: boolean }, now?: () => number }} options
 * @returns {{ step<T>(title: string, work: () => Promise<T>, say?: (result: T) => string | void,
 *   options?: { shared?: boolean }): Promise<T>, steps: Step[] }} `say` puts a result into words for the closing line;
 *   `shared` marks a step beside which something else writes to the terminal, so nothing is rewritten in place;
 *   `steps` has all that began, in the order of their starts
 */
export function createProgress({ total, out = process.stdout, now = Date.now }) {
  let count = 0;
  const steps = [];
  return {
    steps,
    async step(title, work, say = () => undefined, { shared = false } = {}) {
      count += 1;
      const label = `[${count}/${total}] ${title}`;
      const startedAt = now();
      const kept = { title, tookMs: 0, said: "" };
      steps.push(kept);
      const ended = (said) => {
        Object.assign(kept, { tookMs: now() - startedAt, said });
        out.write(`${clear}${label}: ${said} (${took()})\n`);
      };
      const inPlace = Boolean(out.isTTY) && !shared;
      const took = () => spokenDuration(now() - startedAt);
      const sign = () => out.write(inPlace ? `\r\x1b[2K${label} … ${took()}` : `${label} … ${took()}\n`);
      const clear = inPlace ? "\r\x1b[2K" : "";
      if (inPlace) out.write(`${label} …`);
      let timer = setTimeout(
        function again() {
          sign();
          timer = setTimeout(again, inPlace ? 1000 : NEXT_SIGNS_MS);
        },
        inPlace ? 1000 : FIRST_SIGN_MS,
      );
      try {
        const result = await work();
        ended(say(result) ?? "done");
        return result;
      } catch (error) {
        ended("failed");
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
