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

/**
 * @param {{ total: number, out?: { write(text: string): unknown, isTTY?: boolean }, now?: () => number }} options
 * @returns {{ step<T>(title: string, work: () => Promise<T>, say?: (result: T) => string | void,
 *   options?: { shared?: boolean }): Promise<T> }} `say` puts a result into words for the closing line;
 *   `shared` marks a step whose programs write to the terminal themselves, so nothing is rewritten in place
 */
export function createProgress({ total, out = process.stdout, now = Date.now }) {
  let count = 0;
  return {
    async step(title, work, say = () => undefined, { shared = false } = {}) {
      count += 1;
      const label = `[${count}/${total}] ${title}`;
      const startedAt = now();
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
        out.write(`${clear}${label}: ${say(result) ?? "done"} (${took()})\n`);
        return result;
      } catch (error) {
        out.write(`${clear}${label}: failed (${took()})\n`);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
